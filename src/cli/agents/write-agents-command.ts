import type { Agent } from '../../contract/agent.ts';
import { cutMiddle } from '../../lib/cell-text.ts';
import { formatCount } from '../../lib/format-number.ts';
import { named, withNamed } from '../../lib/named.ts';
import { asUntrusted, prose, quoting, type Sentence, type Untrusted } from '../../lib/untrusted.ts';
import { runBulk } from '../../sync/writes/bulk.ts';
import { requireAnswerable } from '../session/confirm-prompt.ts';
import {
  runAgainstServer,
  type CommandFlags,
  type CommandHost,
  type CommandSession,
} from '../session/command-session.ts';
import { createCommandWriter } from '../session/command-writer.ts';
import { recoverUnfinished } from '../session/recover-unfinished.ts';
import { say } from '../output/say.ts';
import { sayWaiting } from '../output/say-waiting.ts';
import { styleOfErrors } from '../output/text-style.ts';
import { causeOfUnwritten } from '../output/unwritten.ts';
import { retryEndSentence } from '../session/failure-status.ts';
import { whyStopped } from '../session/stop-signals.ts';
import { RetryEndedError } from '../../sync/retry/retry-ended-error.ts';
import { AGENT_ACTIONS, type AgentAction } from './agent-action.ts';
import { namesInput, readAgentIds } from './agent-ids.ts';
import { agrees, countOf, MOST_SHOWN, reportPlan } from './agent-plan-text.ts';
import { endSentences, endsOfSuspended, noEndSentence } from './ends-of-suspended.ts';
import { notBegun, refusedResult, resultOf, statusOfResults, unknownResult } from './agent-result.ts';
import { planAgents, type AgentPlan } from './plan-agents.ts';
import { BulkProgress, ActionReport } from './action-report.ts';
import { someAgents } from '../session/report-settled-writes.ts';
import { warnPendingWrites } from '../session/warn-pending-writes.ts';

/** The flags of `vigil agents suspend`, `activate` and `delete`, as the command line reads them. */
export interface AgentsWriteFlags extends CommandFlags {
  readonly reason?: string;
  /** For how long a suspension is to last, in milliseconds. */
  readonly for?: number;
  readonly hard?: true;
  readonly yes?: true;
  readonly json?: true;
}

/** More ids are not repeated where it is said what is left. */
const MOST_IDS_LEFT = 20;

/** Columns of a name in a sentence about what is waited for. */
const LONGEST_NAME = 64;

const NOTHING_READ: AgentPlan = { agents: [], unknown: [] };

/** Nothing is done since a name is no id: wrong usage. */
const MISNAMED = 2;

/**
 * Does something to the agents that are named, one after the other: shows what it will do, asks, and prints what was
 * observed of each ("Writes"); with `json`, an object for every id, also where nothing was begun. Resolves with the exit
 * status, as `statusOfResults` gives it; 2 when an agent was named otherwise than by its id; that of the signal when it was
 * asked to stop before all was done. Rejects with a UsageError, before anything is sent, when it may not write, nobody
 * can be asked, or something was named that cannot be an id.
 */
export async function runAgentsWrite(
  name: 'suspend' | 'activate' | 'delete',
  named: readonly string[],
  flags: AgentsWriteFlags,
  host?: CommandHost,
): Promise<number> {
  const action = AGENT_ACTIONS[flags.hard === true ? 'hard-delete' : name];
  return runAgainstServer(
    flags,
    { writes: true },
    async (session) => {
      requireAnswerable(flags.yes === true, namesInput(named), session.input);
      const { ids, repeated } = await readAgentIds(named, session.input, session.stop);
      if (repeated > 0) {
        say(
          `${formatCount(repeated)} that ${repeated === 1 ? 'was named twice counts' : 'were named twice count'} once.`,
        );
      }
      await recoverUnfinished(session);
      return changeAgents(session, action, ids, flags);
    },
    host,
  );
}

/** Does something to the agents with these ids, as `runAgentsWrite` says it, and resolves with the exit status. */
export async function changeAgents(
  session: CommandSession,
  action: AgentAction,
  ids: readonly string[],
  flags: AgentsWriteFlags,
): Promise<number> {
  const plan = await planOrReport(session, action, ids, flags);
  const { unknown } = plan;
  const until = flags.for === undefined ? undefined : session.clock.now() + flags.for;
  await warnPendingWrites(session, { agents: someAgents(plan.agents) });
  const misnamed = unknown.filter(({ isOtherName }) => isOtherName);
  if (misnamed.length > 0) {
    misnamed.slice(0, MOST_SHOWN).forEach(({ sentence }) => say(sentence));
    say('Nothing was done: name agents by their ids.');
    await reportNotBegun(session, action, ids, flags, plan);
    return MISNAMED;
  }
  const { refused, changed } =
    action.name === 'suspend'
      ? await endsOfSuspended(session, plan.agents, until)
      : { refused: [], changed: [] };
  const agents = plan.agents.filter((agent) => !refused.includes(agent));
  refused.slice(0, MOST_SHOWN).forEach((agent) => say(noEndSentence(agent)));
  if (agents.length > 0) {
    const { reason } = flags;
    reportPlan(session, action, agents, { reason, until, style: styleOfErrors(flags) });
    endSentences(changed, until).forEach(say);
    if (flags.yes !== true && !(await agrees(session, action, agents))) {
      say('Nothing was done.');
      await reportNotBegun(session, action, ids, flags, plan);
      return session.stop.aborted ? Number(session.stop.reason) : 1;
    }
  }
  const results = new ActionReport(session, plan.agents, flags);
  for (const { id, sentence } of unknown) {
    await results.add(unknownResult(asUntrusted(id), action, sentence));
  }
  for (const agent of refused) {
    await results.add(refusedResult(agent, action, noEndSentence(agent)));
  }
  await execute(session, action, agents, { ...flags, until }, results);
  const status = statusOfResults(results.all);
  return status !== 0 && session.stop.aborted ? Number(session.stop.reason) : status;
}

/** Reads the agents that were named; where that fails, says of each id that nothing was begun. */
async function planOrReport(
  session: CommandSession,
  action: AgentAction,
  ids: readonly string[],
  flags: AgentsWriteFlags,
): Promise<AgentPlan> {
  try {
    return await planAgents(session, ids);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    await reportNotBegun(
      session,
      action,
      ids,
      flags,
      NOTHING_READ,
      `Not begun: agents could not be read. ${why}`,
    );
    throw error;
  }
}

/** Prints for programs that nothing was begun of what was named; people read it on standard error. */
async function reportNotBegun(
  session: CommandSession,
  action: AgentAction,
  ids: readonly string[],
  flags: AgentsWriteFlags,
  { agents, unknown }: AgentPlan,
  why?: string,
): Promise<void> {
  if (flags.json !== true) {
    return;
  }
  const results = new ActionReport(session, agents, flags);
  const hostnames = new Map<string, Untrusted | undefined>(agents.map(({ id, hostname }) => [id, hostname]));
  const sentences = new Map(unknown.map(({ id, sentence }) => [id, sentence]));
  for (const id of ids.map(asUntrusted)) {
    const sentence = sentences.get(id);
    await results.add(
      sentence === undefined
        ? notBegun({ id, hostname: hostnames.get(id) }, action, why)
        : unknownResult(id, action, sentence),
    );
  }
}

async function execute(
  session: CommandSession,
  action: AgentAction,
  agents: readonly Agent[],
  { reason = '', until }: AgentsWriteFlags & { readonly until: number | undefined },
  results: ActionReport,
): Promise<void> {
  const inBulk = agents.length > 1;
  const { writer, givenUp } = createCommandWriter(session, { inBulk });
  const progress = new BulkProgress(session.clock, agents.length);
  const {
    left,
    stopped,
    results: made,
  } = await runBulk(
    agents,
    async (agent) => {
      const verdict = await action.execute(writer, {
        agent,
        reason,
        until,
        inBulk,
        signal: session.stop,
        onStep: sayWaiting(session, prose(cutMiddle(named(agent.hostname ?? agent.id), LONGEST_NAME))),
      });
      await results.add(resultOf(agent, action, verdict));
      progress.next();
      return verdict;
    },
    { signal: AbortSignal.any([session.ended, givenUp]) },
  );
  if (stopped !== undefined && inBulk) {
    const begun = new Set(results.all.map(({ id }) => id));
    for (const agent of left.filter(({ id }) => !begun.has(id))) {
      await results.add(notBegun(agent, action));
    }
    if (stopped.by === 'cancel') {
      reportLeft([...unsent(agents, results, givenUp), ...left], whyEnded(session, givenUp));
    } else {
      const last = made.at(-1)?.item;
      reportLeft(left, withNamed(stopped.sentence, [last?.hostname, last?.id]));
    }
  }
}

/** The agent to which nothing was sent since the server was gone by then: it is to be named again, too. */
function unsent(agents: readonly Agent[], { all }: ActionReport, givenUp: AbortSignal): readonly Agent[] {
  const last = all.findLast(({ ending }) => ending !== 'not begun');
  return givenUp.aborted && last?.ending === 'refused' ? agents.filter(({ id }) => id === last.id) : [];
}

/** Why no further agent was begun although nothing was wrong with it. */
function whyEnded({ stop, output }: CommandSession, givenUp: AbortSignal): string {
  if (stop.aborted) {
    return whyStopped(stop);
  }
  return givenUp.reason instanceof RetryEndedError
    ? `${givenUp.reason.message} ${retryEndSentence(givenUp.reason)}`
    : output.problem === undefined
      ? 'What reads the results has closed its end.'
      : `The results cannot be written: ${causeOfUnwritten(output.problem)}.`;
}

/** Says where it stopped, and which ids to name to go on from there. */
function reportLeft(left: readonly Agent[], why: Sentence): void {
  const ids = left.map(({ id }) => named(id));
  const which =
    ids.length > MOST_IDS_LEFT ? 'the ids that were not begun' : quoting`these ids: ${prose(ids.join(' '))}`;
  say(quoting`Stopped: ${why}`);
  say(
    ids.length === 0
      ? 'None is left.'
      : quoting`${countOf(left)} ${left.length === 1 ? 'is' : 'are'} left. To go on, run the same command with ${which}`,
  );
}
