import type { Policy } from '../../../src/contract/policy.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import { createTestContext, type TestContext } from '../../helpers/command-context.ts';
import { samplePolicy } from '../../helpers/sample-data.ts';

/** The policy pane with the sample policy, which has a rule that the specification does not have. */
export function createPolicyContext(policy: Policy = samplePolicy({ quarantine_hours: 3 })): TestContext {
  const context = createTestContext();
  context.stores.view.setState({ tab: 'policy' });
  store(context, policy);
  return context;
}

/** What a read of the policy brings. */
export function store({ stores }: TestContext, policy: Policy): void {
  stores.policy.setState({ data: policy });
}

/** Puts the cursor on a field. */
export function select({ stores }: TestContext, field: string): void {
  updatePane(stores.view, 'policy', { cursor: field });
}

export function changesOf({ stores }: TestContext): Readonly<Record<string, unknown>> {
  return stores.policyDraft.getState().changes;
}

/** The newest message. */
export function noticeOf({ stores }: TestContext): string | undefined {
  return stores.view.getState().messages[0]?.text;
}

/** Closes the topmost dialog as its field does, and submits a text that is not refused; gives why it was. */
export function typeInto(context: TestContext, text: string): string | undefined {
  const { view } = context.stores;
  const dialog = view.getState().dialogs.at(-1);
  if (dialog?.kind !== 'text') {
    throw new Error(`A field should be open, not ${dialog?.kind ?? 'nothing'}.`);
  }
  const problem = dialog.findProblem(text);
  if (problem === undefined) {
    view.setState(({ dialogs }) => ({ dialogs: dialogs.slice(0, -1) }));
    dialog.submit(text);
  }
  return problem;
}

/** Takes a choice of the menu that is open. */
export function choose(context: TestContext, value: string): void {
  const { view } = context.stores;
  const dialog = view.getState().dialogs.at(-1);
  if (dialog?.kind !== 'choice') {
    throw new Error(`A menu should be open, not ${dialog?.kind ?? 'nothing'}.`);
  }
  view.setState(({ dialogs }) => ({ dialogs: dialogs.slice(0, -1) }));
  void dialog.choose(value);
}
