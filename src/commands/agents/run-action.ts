import type { Agent } from '../../contract/agent.ts';
import { delay } from '../../lib/clock.ts';
import { lazyImport } from '../../lib/lazy-import.ts';
import { named, withNamed } from '../../lib/named.ts';
import { asUntrusted, prose, quoting, untrustedText, type Quoted } from '../../lib/untrusted.ts';
import { hasDesiredStatus } from '../../stores/agents/agent-action.ts';
import {
  isLeft,
  isUnderWay,
  RUN_TOPIC,
  progressOf,
  type AgentRun,
  type RunItem,
} from '../../stores/agents/agent-run.ts';
import type { AgentPlan } from '../../stores/agents/agent-plan.ts';
import { faultText } from '../../stores/connection/faults.ts';
import { selectHold } from '../../stores/connection/select-waits.ts';
import type { WriteStep } from '../../stores/base/write-step.ts';
import type { BulkOutcome } from '../../sync/writes/bulk.ts';
import type { AgentVerdict } from '../../sync/writes/verdict.ts';
import { notify, type CommandContext } from '../base/command.ts';
import { agentLabel } from '../../stores/agents/agent-label.ts';
import { ACTION_WORDS, sentenceAlone } from './action-words.ts';
import { noteUndoable } from './note-undoable.ts';
import { openResults } from './open-results.ts';
import { describePendingChange } from './pending-change.ts';
import { summaryOf } from './run-summary.ts';

// The first frame needs nothing of what talks to a server.
const loadBulk = lazyImport(() => import('../../sync/writes/bulk.ts'));

/** Begins an action on agents, and resolves when it has ended. Of several the results open. */
export async function startRun(
  context: CommandContext,
  { action, agents, skipped, undoes, until }: AgentPlan,
  reason: string,
): Promise<void> {
  const { agentRun } = context.stores;
  const items = [
    ...agents.map((agent) => newItem(agent)),
    ...skipped.map((agent) => ({
      ...newItem(agent),
      saidAt: context.clock.now(),
      state: 'skipped' as const,
      sentence: quoting`${whySkipped(agent)}${describePendingChange(context.stores, agent, action)}`,
    })),
  ];
  agentRun.setState({
    run: {
      action,
      reason,
      until,
      isUndo: undoes !== undefined,
      items,
      phase: 'running',
      stop: undefined,
      startedAt: context.clock.now(),
      pace: { since: context.clock.monotonic(), from: 0 },
    },
  });
  const [agent] = agents;
  context.stores.faults.run('showing what is begun', () => {
    if (items.length > 1) {
      openResults(context);
    } else if (agent !== undefined) {
      notify(
        context,
        quoting`${ACTION_WORDS[action].doing} ${agentLabel(context.stores, agent)}`,
        'plain',
        RUN_TOPIC,
      );
    }
  });
  await send(context, agents.length === 0 ? [] : [...agents.keys()]);
}

/** Goes on with the agents of the last run that are left. */
export async function resumeRun(context: CommandContext): Promise<void> {
  const { run } = context.stores.agentRun.getState();
  if (run !== undefined && !isUnderWay(run)) {
    await send(context, placesOf(run, isLeft));
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
  return {
    agent,
    state: 'waiting',
    sentence: '',
    after: undefined,
    operation: undefined,
    mayResend: false,
    isStop: false,
  };
}

function whySkipped({ status }: Agent): Quoted {
  return quoting`Left as it is: it is ${status === undefined ? 'without a status' : named(status)}.`;
}

function placesOf({ items }: AgentRun, isMeant: (item: RunItem) => boolean): readonly number[] {
  return items.flatMap((item, place) => (isMeant(item) ? [place] : []));
}

function update(context: CommandContext, change: (run: AgentRun) => Partial<AgentRun>): void {
  context.stores.agentRun.setState(({ run }) =>
    run === undefined ? {} : { run: { ...run, ...change(run) } },
  );
}

function updateItem(context: CommandContext, place: number, change: Partial<RunItem>): void {
  update(context, ({ items }) => ({
    items: items.map((item, index) => (index === place ? { ...item, ...change } : item)),
  }));
}

/**
 * Sends the change for some agents of the run, one after the other, and says what became of all of them. The run ends
 * whatever goes wrong: a mistake in the program, or a part of it that cannot be loaded.
 */
async function send(
  context: CommandContext,
  places: readonly number[],
  { isResend = false } = {},
): Promise<void> {
  try {
    await sendEach(context, places, isResend);
  } catch (error) {
    const { faults } = context.stores;
    faults.report('changing agents', error);
    faults.run('reporting how a run ended', () => endAfterFault(context, error));
  }
}

async function sendEach(
  context: CommandContext,
  places: readonly number[],
  isResend: boolean,
): Promise<void> {
  const { stores, clock } = context;
  const controller = new AbortController();
  stores.agentRun.setState({
    cancel() {
      update(context, ({ phase }) => (phase === 'running' ? { phase: 'stopping' } : {}));
      controller.abort();
    },
  });
  const isMeant = new Set(places);
  update(context, ({ items }) => ({
    items: items.map((item, place) =>
      isMeant.has(place) ? { ...item, state: 'waiting', mayResend: false, isStop: false } : item,
    ),
  }));
  update(context, (run) => ({
    phase: 'running',
    stop: undefined,
    pace: { since: clock.monotonic(), from: progressOf(run).done },
  }));
  const { runBulk } = await loadBulk();
  const outcome = await runBulk(
    places,
    (place) => {
      updateItem(context, place, { state: 'under way' });
      return perform(context, place, controller.signal);
    },
    {
      signal: controller.signal,
      whenOpen: () => whileHeldBack(context, controller.signal),
      onResult: ({ item: place, verdict }) =>
        updateItem(context, place, resultOf(context, verdict, isResend)),
    },
  );
  end(context, outcome);
}

/** The longest that is waited without looking whether the server may be asked again, in milliseconds. */
const LOOK_AGAIN_AFTER = 1000;

/**
 * Waits for as long as the server asked for, or until the quota has some left again, or until the signal. The results say
 * of it. Of one agent alone nothing waits here: its change does that itself.
 */
async function whileHeldBack({ stores, clock }: CommandContext, signal: AbortSignal): Promise<void> {
  if ((stores.agentRun.getState().run?.items.length ?? 0) <= 1) {
    return;
  }
  for (;;) {
    const hold = selectHold(stores.connection.getState(), clock.now());
    const left =
      hold?.until === undefined || hold.kind === 'broken' || hold.kind === 'stopped'
        ? 0
        : hold.until - clock.now();
    if (left <= 0 || signal.aborted) {
      return;
    }
    try {
      await delay(clock, Math.min(left, LOOK_AGAIN_AFTER), signal);
    } catch {
      return;
    }
  }
}

async function perform(context: CommandContext, place: number, signal: AbortSignal): Promise<AgentVerdict> {
  const { stores, sync, clock } = context;
  const { run } = stores.agentRun.getState();
  const agent = run?.items[place]?.agent;
  if (run === undefined || agent === undefined) {
    return { kind: 'refused', sentence: 'Nothing was sent: it is not part of the run any more.' };
  }
  const { action, reason, until, isUndo, items } = run;
  const onStep = (kind: WriteStep) => updateItem(context, place, { step: { kind, since: clock.now() } });
  // Of several, the one under way is finished; one alone can be stopped until it is sent.
  const request = {
    agent,
    reason,
    onStep,
    signal,
    ...(items.length > 1 ? { inBulk: true } : { cancel: signal }),
  };
  switch (action) {
    case 'suspend':
      return sync.changeAgentStatus({
        ...request,
        status: 'suspended',
        until,
        ...(isUndo ? { isUndo } : {}),
      });
    case 'reactivate':
      return sync.changeAgentStatus({ ...request, status: 'active', ...(isUndo ? { isUndo } : {}) });
    case 'delete':
      return sync.deleteAgent({ ...request, hard: false });
    case 'hard-delete':
      return sync.deleteAgent({ ...request, hard: true });
  }
}

function resultOf(
  { stores, clock }: CommandContext,
  verdict: AgentVerdict,
  isResend: boolean,
): Partial<RunItem> {
  const { kind, sentence, after, operation, mayResend = false } = verdict;
  const { run } = stores.agentRun.getState();
  const isDoneAlready =
    kind === 'refused' && run !== undefined && after !== undefined && hasDesiredStatus(after, run.action);
  return {
    state: isDoneAlready ? 'skipped' : kind,
    step: undefined,
    sentence,
    saidAt: clock.now(),
    after,
    operation,
    mayResend: mayResend && !isResend,
  };
}

/** Says how a run ended or was stopped, and takes note of what can be undone of it. */
function end(context: CommandContext, { results, left, stopped }: BulkOutcome<number, AgentVerdict>): void {
  update(context, ({ items }) => {
    if (stopped === undefined || left.length === 0 || items.length === 1) {
      return { phase: 'done' };
    }
    const places = new Set(left);
    const last = items[results.at(-1)?.item ?? -1]?.agent;
    return {
      items: items.map((item, place) =>
        places.has(place) && item.state !== 'waiting' ? { ...item, isStop: true } : item,
      ),
      phase: stopped.by === 'cancel' ? 'cancelled' : 'stopped',
      stop: stopped.by === 'cancel' ? undefined : withNamed(stopped.sentence, [last?.hostname, last?.id]),
    };
  });
  conclude(context);
}

/** Takes note of what can be undone of a run that is over, and says how it went. */
function conclude(context: CommandContext): void {
  const { agentRun, faults } = context.stores;
  const { run } = agentRun.getState();
  if (run !== undefined) {
    faults.run('noting what can be undone', () => noteUndoable(context.stores, run));
    faults.run('reporting how a run ended', () => report(context, run));
  }
}

/** Ends a run in which vigil failed: nobody knows of what was under way, and the rest is not begun. */
function endAfterFault(context: CommandContext, error: unknown): void {
  const said = asUntrusted(faultText(error));
  update(context, ({ items }) => {
    const [only, ...others] = items;
    return {
      items: items.map((item): RunItem => {
        if (item.state === 'under way') {
          const sentence = untrustedText`Unknown: a fault in vigil came while it was under way: ${said}. The journal has what was sent. Look at it before anything else is done with it.`;
          return { ...item, state: 'unknown', step: undefined, sentence };
        }
        // A run of one is not gone on with.
        return item.state === 'waiting' && item === only && others.length === 0
          ? { ...item, state: 'refused', sentence: untrustedText`Nothing was sent. ${said}` }
          : item;
      }),
      ...(items.some(({ state }) => state === 'waiting') && others.length > 0
        ? { phase: 'stopped', stop: quoting`A fault in vigil: ${prose(said)}` }
        : { phase: 'done' }),
    };
  });
  conclude(context);
}

function report(context: CommandContext, run: AgentRun): void {
  const [only] = run.items;
  const isGood = run.items.every(({ state }) => state === 'confirmed' || state === 'skipped');
  if (run.items.length > 1 || only === undefined) {
    const why = run.stop === undefined ? '' : quoting` Stopped: ${run.stop}`;
    notify(context, quoting`${summaryOf(run)}${why}`, isGood ? 'good' : 'bad');
    return;
  }
  notify(context, sentenceAlone(context.stores, only), isGood ? 'good' : 'bad', only.operation);
  // A message has no room for why, and for what can be done. Where a dialog is open, keys are meant for that.
  if (!isGood && context.stores.view.getState().dialogs.length === 0) {
    openResults(context);
  }
}
