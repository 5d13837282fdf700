import type { Agent } from '../../contract/agent.ts';
import { asciiJson } from '../../lib/ascii-json.ts';
import { formatCount } from '../../lib/format-number.ts';
import { formatDateTime } from '../../lib/format-time.ts';
import { profileOf } from '../../lib/text-fields.ts';
import { asUntrusted } from '../../lib/untrusted.ts';
import {
  suspensionState,
  type SuspensionEnd,
  type SuspensionState,
} from '../../stores/agents/suspension-ends.ts';
import { readSuspensionEnds, withoutThoseOver } from '../../sync/writes/suspension-ends.ts';
import { drawn, drawnWhole, trusted, type TextStyle } from '../output/styled-text.ts';
import { aligned } from '../output/table-lines.ts';
import { say } from '../output/say.ts';
import { styleOfOutput } from '../output/text-style.ts';
import { requireAnswerable } from '../session/confirm-prompt.ts';
import { runAgainstServer, type CommandHost } from '../session/command-session.ts';
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
  readonly state: SuspensionState;
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
      const recorded = await readSuspensionEnds(session);
      const { agents } = await planAgents(
        session,
        recorded.map(({ agent }) => agent.id),
      );
      const byId = new Map<string, Agent>(agents.map((agent) => [agent.id, agent]));
      const ends = await withoutThoseOver(recorded, (id) => byId.get(id), session);
      const now = session.clock.now();
      const listed = ends.map((end): ListedEnd => {
        const agent = byId.get(end.agent.id);
        return { end, agent, state: suspensionState(end, agent, now) };
      });
      const due = listed.filter(({ state }) => state === 'due');
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

const WORDS: Readonly<Record<SuspensionState, string>> = {
  lasts: 'lasts',
  due: 'due',
  over: 'over',
  unknown: 'not found',
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
