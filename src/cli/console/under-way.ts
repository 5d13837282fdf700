import { ACTION_WORDS, nameOf } from '../../commands/agents/action-words.ts';
import { formatCount } from '../../lib/format-number.ts';
import { named } from '../../lib/named.ts';
import { quoting, type Sentence } from '../../lib/untrusted.ts';
import { isUnderWay, progressOf } from '../../stores/agents/agent-run.ts';
import { nameOfChange } from './leave-console.ts';
import type { OpenOrganization } from './open-organization.ts';

/** Why an organization cannot be left just now, as a sentence; undefined where nothing of it is under way. */
export function whyNotLeft({
  commands: { stores },
  operations,
  filesUnderWay,
}: Pick<OpenOrganization, 'commands' | 'operations' | 'filesUnderWay'>): Sentence | undefined {
  const { run } = stores.agentRun.getState();
  if (run !== undefined && isUnderWay(run)) {
    const { done, of } = progressOf(run);
    const [first] = run.items;
    const what =
      of === 1 && first !== undefined
        ? quoting`${named(nameOf(first.agent))}`
        : quoting`agents, ${formatCount(done)} of ${formatCount(of)} done,`;
    return quoting`Not now: ${ACTION_WORDS[run.action].doing} ${what} is under way. Go once it is done; :results shows it, and stops it.`;
  }
  if (stores.policyDraft.getState().progress !== undefined) {
    return 'Not now: the policy is being written. Go once there is an answer.';
  }
  const [open] = operations.open;
  if (!operations.isOver) {
    return quoting`Not now: ${open === undefined ? 'the last change' : named(nameOfChange(open))} has no answer yet. Go once it is there.`;
  }
  return filesUnderWay > 0 ? 'Not now: a file is still being written. Go once it is there.' : undefined;
}
