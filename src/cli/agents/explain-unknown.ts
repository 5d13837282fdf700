import type { Agent } from '../../contract/agent.ts';
import { named } from '../../lib/named.ts';
import { prose, quoting, type Quoted } from '../../lib/untrusted.ts';
import type { CommandSession } from '../session/command-session.ts';
import { readAllAgents } from './read-agents.ts';

/** An id that the server does not know, and what it may have been meant for. */
export interface UnknownId {
  readonly id: string;
  /** It names agents in another way than by their id. */
  readonly isOtherName: boolean;
  readonly sentence: Quoted;
}

/** More agents of one name are only counted. */
const MOST_NAMED = 5;

/** Says of ids that the server does not know whether they are the hostname, the client_id or the machine_id of agents. */
export async function explainUnknown(
  session: CommandSession,
  ids: readonly string[],
): Promise<readonly UnknownId[]> {
  if (ids.length === 0) {
    return [];
  }
  const { rows } = await readAllAgents(session);
  return ids.map((id) => {
    for (const [what, matches] of OTHER_NAMES) {
      const agents = rows.filter((agent) => matches(agent, id));
      if (agents.length > 0) {
        return {
          id,
          isOtherName: true,
          sentence: quoting`${named(id)} is ${what}, not an id. ${idsOf(agents)}`,
        };
      }
    }
    return {
      id,
      isOtherName: false,
      sentence: quoting`There is no agent with the id ${named(id)}: vigil agents list shows all.`,
    };
  });
}

const OTHER_NAMES: readonly (readonly [what: string, matches: (agent: Agent, id: string) => boolean])[] = [
  [
    'the name of a machine',
    ({ hostname = '' }, id) => hostname.localeCompare(id, 'en', { sensitivity: 'accent' }) === 0,
  ],
  ['a client_id', (agent, id) => agent.client_id === id],
  ['a machine_id', (agent, id) => agent.machine_id === id],
];

function idsOf(agents: readonly Agent[]): Quoted {
  const some = agents.slice(0, MOST_NAMED).map(({ id, status, username }) => {
    const facts = [status, username].flatMap((fact) => (fact === undefined ? [] : [named(fact)]));
    return quoting`${named(id)} (${prose(facts.join(', '))})`;
  });
  const more = agents.length - some.length;
  const list = prose([...some, ...(more > 0 ? [`${more} more`] : [])].join('; '));
  return agents.length === 1
    ? quoting`Its agent is ${list}.`
    : quoting`It has ${agents.length} agents: ${list}.`;
}
