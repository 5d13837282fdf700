import type { Agent } from '../../contract/agent.ts';
import { asciiJson } from '../../lib/ascii-json.ts';
import { formatCount } from '../../lib/format-number.ts';
import { formatDateTime } from '../../lib/format-time.ts';
import { named } from '../../lib/named.ts';
import { profileOf } from '../../lib/text-fields.ts';
import { asUntrusted, quoting } from '../../lib/untrusted.ts';
import {
  suspensionState,
  type SuspensionEnd,
  type SuspensionState,
} from '../../stores/agents/suspension-ends.ts';
import { readSuspensionEnds } from '../../sync/writes/suspension-ends.ts';
import { drawn, drawnWhole, trusted, type TextStyle } from '../output/styled-text.ts';
import { aligned } from '../output/table-lines.ts';
import { say } from '../output/say.ts';
import { styleOfOutput } from '../output/text-style.ts';
import { requireAnswerable } from '../session/confirm-prompt.ts';
import { runAgainstServer, type CommandHost, type CommandSession } from '../session/command-session.ts';
import { recoverUnfinished } from '../session/recover-unfinished.ts';
import { AGENT_ACTIONS } from './agent-action.ts';
import { planAgents } from './plan-agents.ts';
import { changeAgents, type AgentsWriteFlags } from './write-agents-command.ts';

/** The flags of `vigil agents due`, as the command line reads them. */
export interface AgentsDueFlags extends AgentsWriteFlags {
  readonly reactivate?: true;
}

/** A suspension with an end, and the agent as it was read. */
interface ListedEnd {
  readonly end: SuspensionEnd;
  readonly agent: Agent | undefined;
  /** `unread` where the agents could not be read. */
  readonly state: SuspensionState | 'unread';
  readonly isPast: boolean;
}

/**
 * Prints the suspensions that were made from this host to end at a time, with the agents as they are now, and reactivates those that are
 * due with `reactivate`, as `vigil agents activate` does. Resolves with the exit status, of which the status of that command is one.
 */
export async function runAgentsDue(flags: AgentsDueFlags, host?: CommandHost): Promise<number> {
  const writes = flags.reactivate === true;
  return runAgainstServer(
    flags,
    { writes, saysDue: false },
    async (session) => {
      if (writes) {
        requireAnswerable(flags.yes === true, false, session.input);
        await recoverUnfinished(session);
      }
      const { listed, failure } = await readEnds(session);
      const due = listed.filter(({ state }) => state === 'due');
      if (writes) {
        if (failure !== undefined) {
          throw failure.error;
        }
        sayLeftOut(listed);
      }
      if (writes) {
        if (due.length === 0) {
          say('No suspension from this host is due. Nothing was sent.');
          return 0;
        }
        return changeAgents(
          session,
          AGENT_ACTIONS.activate,
          due.map(({ end }) => end.agent.id),
          flags,
        );
      }
      await session.output.write(
        flags.json === true ? listed.map(endJson) : endsText(listed, styleOfOutput(flags)),
      );
      if (failure !== undefined) {
        say('The agents could not be read: these are the ends as the journal of this host has them.');
        throw failure.error;
      }
      if (listed.length === 0) {
        say('No suspension from this host has an end.');
      } else if (due.length > 0) {
        say(
          `${formatCount(due.length)} ${due.length === 1 ? 'is' : 'are'} due. To reactivate ${due.length === 1 ? 'it' : 'them'}: vigil agents due --reactivate --write`,
        );
      }
      return 0;
    },
    host,
  );
}

/** The suspensions with an end as the journal has them, with their agents as they are now; why these could not be read, where so. */
async function readEnds(session: CommandSession): Promise<{
  readonly listed: readonly ListedEnd[];
  readonly failure: { readonly error: unknown } | undefined;
}> {
  const before = await readSuspensionEnds(session);
  const ids = before.map(({ agent }) => agent.id);
  const agents = await planAgents(session, ids).then(
    (plan) => plan.agents,
    (error: unknown) => ({ error }),
  );
  const failure = 'error' in agents ? agents : undefined;
  const byId = new Map<string, Agent>('error' in agents ? [] : agents.map((agent) => [agent.id, agent]));
  // Reading them has recorded whose end is void by now.
  const standing = new Set((await readSuspensionEnds(session)).map(({ operation }) => operation));
  const now = session.clock.now();
  const listed = before.map((end): ListedEnd => {
    const agent = byId.get(end.agent.id);
    const state = suspensionState(end, agent, now);
    // What was read right after the suspension may be from before it.
    const isUnproven = state === 'over' && standing.has(end.operation) && now < end.until;
    return {
      end,
      agent,
      state: failure !== undefined ? 'unread' : isUnproven ? 'lasts' : state,
      isPast: end.until <= now,
    };
  });
  return { listed, failure };
}

/** Says which suspensions past their end are not reactivated, since their agents are no longer suspended, or not there. */
function sayLeftOut(listed: readonly ListedEnd[]): void {
  for (const { end, agent, state, isPast } of listed) {
    const name = named(end.agent.hostname ?? end.agent.id);
    if (isPast && state === 'over' && agent !== undefined) {
      const is =
        agent.status === 'suspended'
          ? 'has registered anew'
          : agent.status === undefined
            ? 'is without a status'
            : quoting`is ${named(agent.status)}`;
      say(quoting`${name} is not reactivated: it ${is} by now.`);
    } else if (isPast && state === 'unknown') {
      say(quoting`${name} is not reactivated: the server has no agent ${named(end.agent.id)} any more.`);
    }
  }
}

function endJson({ end, agent, state }: ListedEnd): string {
  const { until, reason, operation } = end;
  return asciiJson({
    id: end.agent.id,
    hostname: end.agent.hostname,
    until: new Date(until).toISOString(),
    state,
    status: agent?.status,
    reason: reason === '' ? undefined : reason,
    operation,
  });
}

const WORDS: Readonly<Record<ListedEnd['state'], string>> = {
  lasts: 'lasts',
  due: 'due',
  over: 'over',
  unknown: 'not found',
  unread: 'not read',
};

function endsText(ends: readonly ListedEnd[], style: TextStyle): readonly string[] {
  return aligned(
    ends.map(({ end: { agent, until, reason }, state }) => [
      trusted(formatDateTime(until, 'utc'), style),
      trusted(WORDS[state], style, state === 'due' ? 'warning' : undefined),
      drawn(agent.hostname ?? asUntrusted('-'), 'ident', style, 'bold'),
      drawn(agent.id, 'ident', style),
      drawnWhole(asUntrusted(reason), profileOf('journal', 'reason'), style),
    ]),
    style,
    { keepsFirst: true },
  );
}
