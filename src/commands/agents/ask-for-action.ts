import type { Agent } from '../../contract/agent.ts';
import { formatDateTime } from '../../lib/format-time.ts';
import { withoutBlanks } from '../../lib/text-cleaning.ts';
import { parseSpan } from '../../lib/time-span.ts';
import { formatCount } from '../../lib/format-number.ts';
import { named } from '../../lib/named.ts';
import { quoting, type Sentence } from '../../lib/untrusted.ts';
import { suspensionProblem } from '../../stores/agents/suspension-ends.ts';
import { agentsById, changesSince, isDeletion } from '../../stores/agents/agent-action.ts';
import { isUnderWay, progressOf } from '../../stores/agents/agent-run.ts';
import type { AgentActionDialog, AgentQuestionDialog } from '../../stores/view/dialog-states.ts';
import type { AgentPlan } from '../../stores/agents/agent-plan.ts';
import { closeDialog, notify, openDialog, replaceDialog, type CommandContext } from '../base/command.ts';
import { chooseTime } from '../base/write-access.ts';
import { canBeUnlocked, readOnlyReason } from '../base/read-only.ts';
import { ACTION_WORDS, nameOf, phraseToType } from './action-words.ts';
import { describePendingChange } from './pending-change.ts';
import { resumeRun, sendAgain, startRun } from './run-action.ts';

/** Why no other action on agents can begin now, as a sentence; undefined when one can. */
export function underWayReason({ stores }: Pick<CommandContext, 'stores'>): Sentence | undefined {
  const { run } = stores.agentRun.getState();
  if (run === undefined || !isUnderWay(run)) {
    return undefined;
  }
  const { done, of } = progressOf(run);
  return `${ACTION_WORDS[run.action].doing} is under way: ${formatCount(done)} of ${formatCount(of)} done. A second action waits until it has ended; :results shows it.`;
}

/** Asks for what an action needs before it begins: a reason, a `y`, or what has to be typed before a deletion. */
export function askForAction(context: CommandContext, plan: AgentPlan): void {
  const [first] = plan.skipped;
  if (plan.agents.length === 0) {
    notify(
      context,
      first === undefined
        ? 'There is no agent to do it to.'
        : quoting`Nothing to do: ${named(nameOf(first))} is ${first.status === undefined ? 'without a status' : named(first.status)}.${describePendingChange(context.stores, first, plan.action)}${plan.action === 'suspend' ? describeEnd(context, first) : ''}`,
    );
  } else if (plan.action === 'reactivate') {
    openDialog(context, { kind: 'agent-question', plan, reason: '', isResend: false });
  } else {
    openDialog(context, { kind: 'agent-action', plan, step: 'reason', reason: '' });
  }
}

/** When the suspension that is there is to end, and how that can be moved. */
function describeEnd({ stores }: CommandContext, agent: Agent): Sentence {
  const end = stores.suspensionEnds.getState().ends.find((each) => each.agent.id === agent.id);
  return end === undefined
    ? ''
    : quoting` Its end stays ${formatDateTime(end.until, 'utc')}; vigil agents suspend ${named(agent.id)} --for 4h --write moves it.`;
}

/** What a dialog says whose answer came after the time for changes. Its key opens the menu of `:unlock` over it. */
const LOCKED = 'Nothing is sent: changes are not allowed any more. Unlock them first; your text is kept.';

/** Why agents are not reactivated as due: one of them was seen otherwise since, so that another suspension is there now. */
function voidEndReason({ stores }: CommandContext, { due = [], agents }: AgentPlan): Sentence | undefined {
  const standing = new Set(stores.suspensionEnds.getState().ends.map(({ operation }) => operation));
  const ids = new Set(agents.map(({ id }) => id));
  const end = due.find(({ agent, operation }) => ids.has(agent.id) && !standing.has(operation));
  return end === undefined
    ? undefined
    : quoting`Nothing is sent: ${named(nameOf(end.agent))} was no longer suspended meanwhile, or its end was moved. Esc, and :due asks anew.`;
}

/**
 * Why what a dialog asks for cannot be done any more, as a sentence: changes are no longer allowed, another action is
 * under way, or the agent is not what was decided on. Of several, those that changed are refused one by one.
 */
export function refusalOf(context: CommandContext, plan: AgentPlan): Sentence | undefined {
  const reason: Sentence | undefined =
    (canBeUnlocked(context) ? LOCKED : readOnlyReason(context)) ?? underWayReason(context);
  const [agent] = plan.agents;
  if (reason !== undefined || agent === undefined || plan.agents.length > 1) {
    return reason ?? voidEndReason(context, plan);
  }
  const byId = agentsById(context.stores.agents.getState().data);
  return changesSince(agent, byId).length === 0
    ? voidEndReason(context, plan)
    : quoting`Nothing is sent: ${named(nameOf(agent))} changed since it was chosen. Esc, look at it, and decide again.`;
}

/** What Enter does in the dialog with a field: it asks on, and sends nothing. An empty field cancels a deletion. */
export function answerAction(
  context: CommandContext,
  { plan, step, reason }: AgentActionDialog,
  text: string,
) {
  const typed = withoutBlanks(text);
  const refusal = refusalOf(context, plan);
  if (step === 'confirmation' && typed === '') {
    closeDialog(context);
    notify(context, 'Cancelled: nothing was sent.');
  } else if (refusal !== undefined) {
    refuse(context, refusal);
  } else if (step === 'reason' && isDeletion(plan.action)) {
    replaceDialog(context, { kind: 'agent-action', plan, step: 'confirmation', reason: typed });
  } else if (findProblem(plan, step, text) === undefined) {
    const given = step === 'reason' ? typed : reason;
    const span = step === 'end' ? parseSpan(typed) : undefined;
    const asked =
      step === 'end' ? { ...plan, until: span === undefined ? undefined : context.clock.now() + span } : plan;
    replaceDialog(context, { kind: 'agent-question', plan: asked, reason: given, isResend: false });
  }
}

/** Whether it can be said when what is asked about is to end: of a new suspension. */
export function mayHaveEnd({ plan, isResend, isRest }: AgentQuestionDialog): boolean {
  return plan.action === 'suspend' && plan.undoes === undefined && !isResend && isRest !== true;
}

/** Asks for how long a suspension is to last, and then again for the `y`. */
export function askForEnd(context: CommandContext, dialog: AgentQuestionDialog): void {
  if (mayHaveEnd(dialog)) {
    const { plan, reason } = dialog;
    replaceDialog(context, { kind: 'agent-action', plan, step: 'end', reason });
  }
}

/** What is wrong with what was typed, as a sentence. */
export function findProblem(
  { action, agents }: AgentPlan,
  step: AgentActionDialog['step'],
  text: string,
): Sentence | undefined {
  if (step === 'end') {
    return withoutBlanks(text) === '' ? undefined : suspensionProblem(parseSpan(withoutBlanks(text)));
  }
  if (step === 'reason' || (action !== 'delete' && action !== 'hard-delete') || withoutBlanks(text) === '') {
    return undefined;
  }
  const phrase = phraseToType(action, agents);
  return withoutBlanks(text) === phrase ? undefined : quoting`This is not ${named(phrase)} to the letter.`;
}

/** What `y` does in the dialog that asks for it. */
export function answerQuestion(
  context: CommandContext,
  { plan, reason, isResend, isRest }: AgentQuestionDialog,
): void {
  begin(context, plan, () =>
    context.stores.faults.run('beginning an action', () =>
      isResend ? sendAgain(context) : isRest === true ? resumeRun(context) : startRun(context, plan, reason),
    ),
  );
}

function begin(context: CommandContext, plan: AgentPlan, start: () => void): void {
  const refusal = refusalOf(context, plan);
  if (refusal === undefined) {
    closeDialog(context);
    start();
  } else {
    refuse(context, refusal);
  }
}

/** The dialog stays as it is. */
function refuse(context: CommandContext, refusal: Sentence): void {
  if (canBeUnlocked(context)) {
    chooseTime(context);
  } else {
    notify(context, refusal, 'bad');
  }
}
