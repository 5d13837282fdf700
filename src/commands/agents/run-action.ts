import type { Agent } from '../../contract/agent.ts';
import { untrustedText } from '../../lib/untrusted.ts';
import {
  isUnderWay,
  progressOf,
  type AgentRun,
  type RunItem,
  type RunStop,
} from '../../stores/agents/agent-run.ts';
import type { AgentPlan } from '../../stores/dialog.ts';
import { runBulk } from '../../sync/writes/bulk.ts';
import type { AgentVerdict } from '../../sync/writes/verdict.ts';
import { notify, type CommandContext } from '../command.ts';
import { ACTION_WORDS, nameOf } from './action-words.ts';
import { openResults } from './open-results.ts';
import { summaryOf } from './run-summary.ts';

/** Begins an action on agents, and resolves when it has ended. Of several the results open. */
export async function startRun(
  context: CommandContext,
  { action, agents, skipped, undoes }: AgentPlan,
  reason: string,
): Promise<void> {
  const { agentRun } = context.stores;
  const items = [
    ...agents.map((agent) => newItem(agent)),
    ...skipped.map((agent) => ({ ...newItem(agent), state: 'skipped' as const, sentence: whySkipped(agent) })),
  ];
  agentRun.setState({
    run: {
      action,
      reason,
      isUndo: undoes !== undefined,
      items,
      phase: 'running',
      stop: undefined,
      startedAt: context.clock.now(),
      pace: { since: context.clock.monotonic(), from: 0 },
    },
  });
  const [agent] = agents;
  if (items.length > 1) {
    openResults(context);
  } else if (agent !== undefined) {
    notify(context, untrustedText`${ACTION_WORDS[action].doing} ${nameOf(agent)}`);
  }
  await send(context, agents.length === 0 ? [] : [...agents.keys()]);
}

/** Goes on with the agents of the last run that are left. */
export async function resumeRun(context: CommandContext): Promise<void> {
  const { run } = context.stores.agentRun.getState();
  if (run !== undefined && !isUnderWay(run)) {
    await send(context, placesOf(run, ({ state }) => state === 'waiting'));
  }
}

/** Sends once more what was sent in the last run and not seen to have happened: once, and never again. */
export async function sendAgain(context: CommandContext): Promise<void> {
  const { run } = context.stores.agentRun.getState();
  if (run !== undefined && !isUnderWay(run)) {
    await send(
      context,
      placesOf(run, ({ mayResend }) => mayResend),
      { isResend: true },
    );
  }
}

function newItem(agent: Agent): RunItem {
  return { agent, state: 'waiting', sentence: '', after: undefined, mayResend: false };
}

function whySkipped({ status }: Agent): string {
  return untrustedText`Left as it is: it is ${status ?? 'without a status'}.`;
}

function placesOf({ items }: AgentRun, isMeant: (item: RunItem) => boolean): readonly number[] {
  return items.flatMap((item, place) => (isMeant(item) ? [place] : []));
}

function update(context: CommandContext, change: (run: AgentRun) => Partial<AgentRun>): void {
  context.stores.agentRun.setState(({ run }) => (run === undefined ? {} : { run: { ...run, ...change(run) } }));
}

function updateItem(context: CommandContext, place: number, change: Partial<RunItem>): void {
  update(context, ({ items }) => ({
    items: items.map((item, index) => (index === place ? { ...item, ...change } : item)),
  }));
}

/** Sends the change for some agents of the run, one after the other, and tells what became of all of them. */
async function send(
  context: CommandContext,
  places: readonly number[],
  { isResend = false } = {},
): Promise<void> {
  const { stores, clock } = context;
  const controller = new AbortController();
  stores.agentRun.setState({
    cancel() {
      update(context, ({ phase }) => (phase === 'running' ? { phase: 'stopping' } : {}));
      controller.abort();
    },
  });
  places.forEach((place) => updateItem(context, place, { state: 'waiting', mayResend: false }));
  update(context, (run) => ({
    phase: 'running',
    stop: undefined,
    pace: { since: clock.monotonic(), from: progressOf(run).done },
  }));
  const { stoppedBy } = await runBulk(
    places,
    (place) => {
      updateItem(context, place, { state: 'under way' });
      return perform(context, place);
    },
    {
      signal: controller.signal,
      onResult: (place, verdict) => updateItem(context, place, resultOf(verdict, isResend)),
    },
  );
}
