import { beforeEach, describe, expect, it } from 'vitest';

import { sampleEvent, samplePolicy } from '../../helpers/sample-data.ts';
import { openDialogOf, run, type TestContext } from '../../helpers/command-context.ts';
import { settle } from '../../helpers/virtual-clock.ts';
import { changesOf, createPolicyContext, noticeOf, select, store } from './policy-context.ts';

let context: TestContext;
const changes = () => changesOf(context);
const dialogs = () => context.stores.view.getState().dialogs;

beforeEach(() => {
  context = createPolicyContext(samplePolicy());
  select(context, 'min_scorecard');
  run(context, 'policy.increase');
});

it('shows what is written against what is stored, and forgets the draft once that is confirmed', async () => {
  run(context, 'policy.review');
  expect(openDialogOf(context, 'policy-review')).toMatchObject({
    stored: { version: '7' },
    changes: { min_scorecard: 5.5 },
    foreign: [],
  });
  run(context, 'policy-review.write');
  await settle();
  expect(context.sync.policyRequests).toMatchObject([
    { base: { version: '7' }, changes: { min_scorecard: 5.5 } },
  ]);
  expect(changes()).toEqual({});
  expect(noticeOf(context)).toMatch(/All have it by 09:15Z\.$/);
  expect(context.stores.view.getState().notice?.tone).toBe('good');
  expect(dialogs()).toEqual([]);
});

it('keeps the draft when the write was not confirmed', async () => {
  context.sync.verdict = {
    kind: 'contradicted',
    sentence: 'Contradicted: it is as it was.',
    operation: 'o1',
  };
  run(context, 'policy.review');
  run(context, 'policy-review.write');
  await settle();
  expect(changes()).toEqual({ min_scorecard: 5.5 });
  expect(noticeOf(context)).toBe('Contradicted: it is as it was.');
});

it('keeps what is changed while the write is under way', async () => {
  run(context, 'policy.review');
  run(context, 'policy-review.write');
  run(context, 'policy.increase');
  await settle();
  expect(changes()).toEqual({ min_scorecard: 6 });
});

it('sends nothing when it is left', async () => {
  run(context, 'policy.review');
  run(context, 'policy-review.close');
  await settle();
  expect(context.sync.policyRequests).toEqual([]);
  expect(changes()).toEqual({ min_scorecard: 5.5 });
});

it('can be looked at in a console that is read-only, which writes nothing', async () => {
  context.stores.view.setState({ mode: 'read-only' });
  run(context, 'policy.review');
  run(context, 'policy-review.write');
  await settle();
  openDialogOf(context, 'policy-review');
  expect(noticeOf(context)).toContain('read-only');
  expect(context.sync.policyRequests).toEqual([]);
});

it('is refused when nothing is changed', () => {
  run(context, 'policy.revert');
  run(context, 'policy.review');
  expect(noticeOf(context)).toBe('Nothing is changed yet.');
});

describe('when others change the policy', () => {
  it('writes on top of what they stored, and names it', () => {
    store(context, samplePolicy({ review_scorecard: 8 }));
    run(context, 'policy.review');
    const dialog = openDialogOf(context, 'policy-review');
    expect(dialog.changes).toEqual({ min_scorecard: 5.5 });
    expect(dialog.foreign).toMatchObject([{ field: 'review_scorecard', base: 6, theirs: 8 }]);
  });

  it('shows a conflict in the pane instead, wherever the review was asked for', () => {
    store(context, samplePolicy({ min_scorecard: 9 }));
    select(context, 'blocked_packages');
    run(context, 'policy.review');
    expect(dialogs()).toEqual([]);
    expect(context.stores.view.getState().policy.cursor).toBe('min_scorecard');
    expect(noticeOf(context)).toContain('somebody else changed min_scorecard too');
  });

  it('forgets a draft of which all is stored by now', () => {
    store(context, samplePolicy({ min_scorecard: 5.5 }));
    run(context, 'policy.review');
    expect(noticeOf(context)).toContain('stored already');
    expect(context.stores.policyDraft.getState().base).toBeUndefined();
  });

  it('writes what was looked at, and not what was read meanwhile', async () => {
    run(context, 'policy.review');
    store(context, samplePolicy({ min_scorecard: 9 }));
    run(context, 'policy-review.write');
    await settle();
    expect(context.sync.policyRequests).toMatchObject([
      { base: { rules: { min_scorecard: 5 } }, changes: { min_scorecard: 5.5 } },
    ]);
  });

  it('shows the review again with theirs in it when the write was stopped by that', async () => {
    const moved = samplePolicy({ review_scorecard: 8 });
    context.sync.writePolicy = () => {
      store(context, moved);
      return Promise.resolve({
        kind: 'refused',
        sentence: 'Nothing was sent: it was changed.',
        operation: 'o1',
        stored: moved,
        moved,
      });
    };
    run(context, 'policy.review');
    run(context, 'policy-review.write');
    await settle();
    expect(openDialogOf(context, 'policy-review').foreign).toMatchObject([{ field: 'review_scorecard' }]);
    expect(noticeOf(context)).toBe('Nothing was sent: it was changed.');
    expect(changes()).toEqual({ min_scorecard: 5.5 });
  });
});

describe('a review that is longer than the screen', () => {
  it('scrolls to its last change and no further', () => {
    const blocked = Array.from({ length: 300 }, (_, index) => `package-${index}`);
    const stored = samplePolicy({}, { blocked_packages: blocked });
    store(context, stored);
    context.stores.policyDraft.replace(stored, { blocked_packages: [] });
    run(context, 'policy.review');
    expect(openDialogOf(context, 'policy-review')).toMatchObject({ top: 0, last: 299 });
    run(context, 'policy-review.end');
    run(context, 'policy-review.down');
    expect(openDialogOf(context, 'policy-review').top).toBe(299);
    run(context, 'policy-review.start');
    expect(openDialogOf(context, 'policy-review').top).toBe(0);
  });
});

it('is of the events that were loaded when it opened', () => {
  const { events } = context.stores;
  events.apply([sampleEvent('e1', 10)], { at: 0, fromHistory: false });
  run(context, 'policy.review');
  events.apply([sampleEvent('e2', 5)], { at: 0, fromHistory: false });
  expect([...openDialogOf(context, 'policy-review').events].map(({ id }) => id)).toEqual(['e1']);
});
