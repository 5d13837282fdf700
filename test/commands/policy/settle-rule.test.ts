import { beforeEach, expect, it } from 'vitest';

import { updateDialog } from '../../../src/commands/base/command.ts';
import { POLICY_RULES } from '../../../src/contract/policy-rules.ts';
import { DIALOG_GRACE } from '../../../src/stores/view/dialog-states.ts';
import { selectPolicyMerge } from '../../../src/stores/policy/select-policy.ts';
import { openDialogOf, run, type TestContext } from '../../helpers/command-context.ts';
import { samplePolicy } from '../../helpers/sample-data.ts';
import { createPolicyContext, noticeOf, select, store } from './policy-context.ts';

let context: TestContext;
const storeScore = (min_scorecard: number) => store(context, samplePolicy({ min_scorecard }));
const menu = () => openDialogOf(context, 'choice');
const labels = () => menu().choices.map(({ label }) => label);
const choose = (value: string) => {
  updateDialog(context, 'choice', { cursor: menu().choices.findIndex((choice) => choice.value === value) });
  run(context, 'choice.choose');
};
const merged = () => selectPolicyMerge(context.stores);

/** The draft has 8 where it was 5, and somebody else stored 7. */
beforeEach(async () => {
  context = createPolicyContext();
  context.stores.policyDraft.replace(samplePolicy(), { min_scorecard: 8 });
  storeScore(7);
  select(context, 'min_scorecard');
  run(context, 'policy.edit');
  await context.clock.advance(DIALOG_GRACE);
});

it('says at once what others made of it while it is open, and takes that', async () => {
  storeScore(9);
  expect(labels()).toEqual(['Keep mine: 8', 'Take theirs: 9', 'Edit it']);
  await context.clock.advance(DIALOG_GRACE);
  choose('theirs');
  expect(context.stores.view.getState().dialogs).toEqual([]);
  expect(merged()).toMatchObject({ changes: {}, conflicts: [] });
});

it('says in a small window what it was', () => {
  expect(menu().title).toBe('You both changed min_scorecard from 5');
  const [longest = 0] = POLICY_RULES.map(({ name }) => name.length).sort((left, right) => right - left);
  expect(menu().title.length - 'min_scorecard'.length + longest).toBeLessThan(56);
});

it('keeps mine over what they made of it last', async () => {
  storeScore(9);
  await context.clock.advance(DIALOG_GRACE);
  choose('mine');
  expect(merged()).toMatchObject({ changes: { min_scorecard: 8 }, conflicts: [] });
});

it('takes nothing of what has changed just now, and says so', async () => {
  storeScore(9);
  await context.clock.advance(DIALOG_GRACE - 1);
  choose('mine');
  expect(noticeOf(context)).toContain('Nothing was taken');
  expect(labels()[1]).toBe('Take theirs: 9');
  expect(merged().conflicts).toHaveLength(1);
});

it('says when nothing is in conflict any more', async () => {
  storeScore(5);
  expect(menu().title).toContain('in conflict no more');
  await context.clock.advance(DIALOG_GRACE);
  choose('leave');
  expect(merged()).toMatchObject({ changes: { min_scorecard: 8 }, conflicts: [] });
});

it('follows what another console of this user makes of the draft, and nothing once it is closed', () => {
  context.stores.policyDraft.change(samplePolicy(), 'min_scorecard', 6);
  expect(labels()[0]).toBe('Keep mine: 6');
  run(context, 'choice.close');
  const told = noticeOf(context);
  storeScore(9);
  expect(noticeOf(context)).toBe(told);
});
