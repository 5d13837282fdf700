import type { Agent } from '../../contract/agent.ts';
import { keepWhatIsCut } from '../../contract/size-gate.ts';
import { systemClock } from '../../lib/clock.ts';
import { formatCount } from '../../lib/format-number.ts';
import { asUntrusted } from '../../lib/untrusted.ts';
import { runAgainstServer, type CommandHost, type CommandSession } from '../session/command-session.ts';
import { stoppedReading } from '../output/printed-events.ts';
import { say } from '../output/say.ts';
import { styleOfOutput } from '../output/text-style.ts';
import { someAgents, reportSettledWrites } from '../session/report-settled-writes.ts';
import { chosenColumns, jsonRecord } from '../output/record-columns.ts';
import { AGENT_QUERY } from '../../stores/agents/agents-view.ts';
import { outputOf } from '../session/output-name.ts';
import {
  agentJson,
  agentsColumnsText,
  agentsCsv,
  agentsText,
  agentText,
  AGENT_TITLES,
} from './agent-format.ts';
import { formulasOf, withHeader, type RowFlags } from '../session/row-lines.ts';
import { parseFilterAhead, refuseUnknownFields } from '../session/list-filter.ts';
import { filterOf, listProblems, remarkFilter, remarkUnseenColumns } from '../session/print-rows.ts';
import { explainUnknown } from './explain-unknown.ts';
import { readAgent, readAllAgents } from './read-agents.ts';

/** The flags of `vigil agents list` and `vigil agents show`, as the command line reads them. */
export type AgentsFlags = RowFlags;

const AGENTS = { rows: 'agents', row: 'agent' };

/** Prints all agents, by hostname. Resolves with the exit status: 1 also when the list could not be read whole. */
export async function runAgentsList(flags: AgentsFlags, host?: CommandHost): Promise<number> {
  keepAllForJson(flags);
  parseFilterAhead(flags.filter, AGENT_QUERY);
  const run = async (session: CommandSession) => {
    const listing = await readAllAgents(session, (howFar) => say(stoppedReading('agents', howFar)));
    const { rows, gone } = listing;
    const sorted = [...rows].sort(byHostname);
    refuseUnknownFields(
      flags.filter,
      AGENT_QUERY,
      sorted.map(({ raw }) => raw),
    );
    const passes = filterOf(flags, AGENT_QUERY, session) ?? (() => true);
    const passing = sorted.filter(({ raw }) => passes(raw));
    await session.output.write(linesOf(passing, flags));
    const printed = passing.map(({ raw }) => raw);
    remarkUnseenColumns(session, printed, flags, AGENT_QUERY);
    await reportSettledWrites(session, { agents: listing });
    const problems = listProblems(listing, AGENTS);
    problems.forEach(say);
    if (gone > 0) {
      session.remark(
        `${formatCount(gone)} ${gone === 1 ? 'agent that was read is' : 'agents that were read are'} no longer in the server's list.`,
      );
    }
    remarkFilter(session, {
      records: sorted.map(({ raw }) => raw),
      isNone: problems.length === 0 && passing.length === 0,
      filter: flags.filter,
      names: AGENTS,
      query: AGENT_QUERY,
    });
    return problems.length === 0 ? 0 : 1;
  };
  return runAgainstServer(flags, { writes: false }, run, host);
}

/** Prints one agent with all that the server says of it. Resolves with the exit status: 1 when there is none. */
export async function runAgentsShow(id: string, flags: AgentsFlags, host?: CommandHost): Promise<number> {
  keepAllForJson(flags);
  const run = async (session: CommandSession) => {
    const agent = await readAgent(session, id);
    if (agent === undefined) {
      const [sentence] = (await explainUnknown(session, [id])).map((unknown) => unknown.sentence);
      say(sentence ?? '');
      return 1;
    }
    await session.output.write(
      outputOf(flags) !== 'text' || flags.columns !== undefined
        ? linesOf([agent], flags)
        : agentText(agent, styleOfOutput(flags)),
    );
    remarkUnseenColumns(session, [agent.raw], flags, AGENT_QUERY);
    await reportSettledWrites(session, { agents: someAgents([agent]) });
    return 0;
  };
  return runAgainstServer(flags, { writes: false }, run, host);
}

/** Refuses what cannot be printed before anything is asked for. */
function keepAllForJson(flags: AgentsFlags): void {
  linesOf([], flags);
  if (outputOf(flags) === 'json') {
    keepWhatIsCut();
  }
}

function linesOf(agents: readonly Agent[], flags: AgentsFlags): readonly string[] {
  const columns = flags.columns === undefined ? undefined : chosenColumns(flags.columns, AGENT_QUERY);
  switch (outputOf(flags)) {
    case 'json':
      return agents.map((agent) =>
        columns === undefined ? agentJson(agent) : jsonRecord(agent.raw, columns),
      );
    case 'csv':
      return withHeader(agentsCsv(agents, formulasOf(flags), columns), flags);
    case 'text': {
      const style = styleOfOutput(flags);
      if (columns !== undefined) {
        return withHeader(agentsColumnsText(agents, columns, style), flags);
      }
      const lines = agentsText(agents, style, systemClock.now());
      return style.layout.kind === 'pipe' && lines.length > 0
        ? withHeader([AGENT_TITLES, ...lines], flags)
        : lines;
    }
  }
}

function byHostname({ hostname: left }: Agent, { hostname: right }: Agent): number {
  return (left ?? asUntrusted('')).localeCompare(right ?? '', 'en', { numeric: true });
}
