import type { Agent } from '../../contract/agent.ts';
import { systemClock } from '../../lib/clock.ts';
import { formatCount } from '../../lib/format-number.ts';
import { isSuspiciousIdentifier, safeString } from '../../lib/safe-text.ts';
import { runBulk } from '../../sync/writes/bulk.ts';
import { ask, requireAnswerable } from '../ask.ts';
import { runAgainstServer, type CommandFlags, type CommandSession } from '../command-session.ts';
import { createCommandWriter } from '../command-writer.ts';
import { say } from '../output/say.ts';
import { styleOfErrors, styleOfOutput } from '../output/text-style.ts';
import { AGENT_ACTIONS, type AgentAction } from './agent-action.ts';
import { agentsText } from './agent-format.ts';
import { readAgentIds } from './agent-ids.ts';
import {
  columnsFor,
  notBegun,
  resultJson,
  resultOf,
  resultText,
  statusOfResults,
  unknownResult,
  type AgentResult,
} from './agent-result.ts';
import { planAgents } from './plan-agents.ts';

/** The flags of `vigil agents suspend`, `activate` and `delete`, as the command line reads them. */
export interface AgentsWriteFlags extends CommandFlags {
  readonly reason?: string;
  readonly hard?: true;
  readonly yes?: true;
  readonly json?: true;
}

/** More agents are only counted where it is shown what will be done, and ids where it is said what is left. */
const MOST_SHOWN = 200;
const MOST_IDS_LEFT = 20;

/**
 * Does something to the agents that are named, one after the other: shows what it will do, asks, and prints what was
 * observed of each ("Writes"). Resolves with the exit status, as `statusOfResults` gives it; that of the signal when it
 * was told to stop before all was done. Rejects with a UsageError, before anything is sent, when it may not write, nobody
 * can be asked, or something else than ids of agents was named.
 */
export async function runAgentsWrite(
  name: 'suspend' | 'activate' | 'delete',
  named: readonly string[],
  flags: AgentsWriteFlags,
): Promise<number> {
  const action = AGENT_ACTIONS[flags.hard === true ? 'hard-delete' : name];
  const { ids, repeated, isFromInput } = await readAgentIds(named, process.stdin);
  requireAnswerable(flags.yes === true, isFromInput);
  return runAgainstServer(flags, { writes: true }, async (session) => {
    const { agents, unknown } = await planAgents(session, ids);
    if (repeated > 0) {
      say(
        `${formatCount(repeated)} that ${repeated === 1 ? 'was named twice counts' : 'were named twice count'} once.`,
      );
    }
    const misnamed = unknown.filter(({ isOtherName }) => isOtherName);
    if (misnamed.length > 0) {
      misnamed.slice(0, MOST_SHOWN).forEach(({ sentence }) => say(sentence));
      say('Nothing was done: name agents by their ids.');
      return 2;
    }
    const results = new Results(session, agents, flags);
    for (const { id, sentence } of unknown) {
      await results.add(unknownResult(id, action, sentence));
    }
    if (agents.length > 0) {
      tellPlan(session, action, agents, flags);
      if (flags.yes !== true && !(await agrees(action, agents, session.stop))) {
        say('Nothing was done.');
        return session.stop.aborted ? Number(session.stop.reason) : 1;
      }
      await carryOut(session, action, agents, flags, results);
    }
    const status = statusOfResults(results.all);
    return status !== 0 && session.stop.aborted ? Number(session.stop.reason) : status;
  });
}

/** What became of the agents so far, each printed at once. */
class Results {
  readonly all: AgentResult[] = [];
  readonly #session: CommandSession;
  readonly #line: (result: AgentResult) => string;

  constructor(session: CommandSession, agents: readonly Agent[], flags: AgentsWriteFlags) {
    this.#session = session;
    const style = styleOfOutput(flags);
    const columns = columnsFor(agents, style);
    this.#line = flags.json === true ? resultJson : (result) => resultText(result, style, columns);
  }

  async add(result: AgentResult): Promise<void> {
    this.all.push(result);
    await this.#session.output.write([this.#line(result)]);
  }
}

/** Shows on standard error what will be done to whom. */
function tellPlan(
  { target }: CommandSession,
  action: AgentAction,
  agents: readonly Agent[],
  flags: AgentsWriteFlags,
): void {
  const { reason } = flags;
  const more = agents.length - MOST_SHOWN;
  say(`${action.doing} ${countOf(agents)} of ${target.title}:`);
  const lines = [
    ...agentsText(agents.slice(0, MOST_SHOWN), styleOfErrors(flags), systemClock.now(), '  '),
    ...(more > 0 ? [`  and ${formatCount(more)} more`] : []),
    ...(reason === undefined ? [] : [`  Reason: ${safeString(reason, 'cell')}`]),
    ...action.warnings(reason !== undefined).map((warning) => `  ${warning}`),
  ];
  process.stderr.write(`${lines.join('\n')}\n`);
}

async function agrees(
  { question }: AgentAction,
  agents: readonly Agent[],
  signal: AbortSignal,
): Promise<boolean> {
  const [first] = agents;
  const single = agents.length === 1 && first !== undefined ? typableName(first) : undefined;
  const { text, agreement } = question({ single, count: agents.length });
  const answer = await ask(text, signal);
  return answer === agreement || (agreement === 'y' && answer?.toLowerCase() === 'yes');
}

/** The hostname; the id where there is none, or one that cannot be typed as it is shown. */
function typableName({ id, hostname }: Agent): string {
  return hostname === undefined || hostname === '' || isSuspiciousIdentifier(hostname)
    ? safeString(id, 'ident')
    : safeString(hostname, 'ident');
}

async function carryOut(
  session: CommandSession,
  action: AgentAction,
  agents: readonly Agent[],
  { reason = '' }: AgentsWriteFlags,
  results: Results,
): Promise<void> {
  const writer = createCommandWriter(session);
  const inBulk = agents.length > 1;
  const showsProgress = inBulk && process.stderr.isTTY && !process.stdout.isTTY;
  const { left, stopped } = await runBulk(
    agents,
    async (agent) => {
      const verdict = await action.carryOut(writer, { agent, reason, inBulk });
      await results.add(resultOf(agent, action, verdict));
      if (showsProgress) {
        say(`${formatCount(results.all.length)} of ${formatCount(agents.length)} done.`);
      }
      return verdict;
    },
    { signal: session.ended },
  );
  if (stopped !== undefined && inBulk) {
    const begun = new Set(results.all.map(({ id }) => id));
    for (const agent of left.filter(({ id }) => !begun.has(id))) {
      await results.add(notBegun(agent, action));
    }
    tellLeft(left, stopped.sentence);
  }
}

/** Says where it stopped, and which ids to name to go on from there. */
function tellLeft(left: readonly Agent[], why: string): void {
  const ids = left.map(({ id }) => safeString(id, 'ident'));
  const named = ids.length > MOST_IDS_LEFT ? 'the ids that were not begun' : `these ids: ${ids.join(' ')}`;
  say(`Stopped: ${safeString(why, 'cell')}`);
  say(
    ids.length === 0
      ? 'None is left.'
      : `${countOf(left)} ${left.length === 1 ? 'is' : 'are'} left. To go on, run the same command with ${named}`,
  );
}

function countOf({ length }: readonly unknown[]): string {
  return `${formatCount(length)} agent${length === 1 ? '' : 's'}`;
}
