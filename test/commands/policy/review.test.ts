import { beforeEach, describe, expect, it } from 'vitest';

import { policySchema, type Policy } from '../../../src/contract/policy.ts';
import { cursorOfReview, rowsOfReview } from '../../../src/stores/policy/review-rows.ts';
import { selectPolicyMerge } from '../../../src/stores/policy/select-policy.ts';
import type { PolicyVerdict } from '../../../src/sync/writes/verdict.ts';
import { sampleEvent, samplePolicy } from '../../helpers/sample-data.ts';
import { openDialogOf, run, type TestContext } from '../../helpers/command-context.ts';
import { settle } from '../../helpers/virtual-clock.ts';
import { changesOf, createPolicyContext, noticeOf, select, store, typeInto } from './policy-context.ts';

let context: TestContext;
const changes = () => changesOf(context);
const dialogs = () => context.stores.view.getState().dialogs;

const DIGITS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** Types a number digit by digit into the review. */
function type(number: number | undefined): void {
  for (const digit of number === undefined ? '' : String(number)) {
    run(context, `policy-review.type-${DIGITS[Number(digit)]}`);
  }
}

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
    byOthers: [],
  });
  run(context, 'policy-review.write');
  await settle();
  expect(context.sync.policyRequests).toMatchObject([
    { base: { version: '7' }, changes: { min_scorecard: 5.5 } },
  ]);
  expect(changes()).toEqual({});
  expect(noticeOf(context)).toMatch(/should have it by 09:15Z, an estimate\.$/);
  expect(context.stores.view.getState().notice?.tone).toBe('good');
  expect(dialogs()).toEqual([]);
});

it('says no time that is before the interval is over', async () => {
  await context.clock.advance(29_000);
  run(context, 'policy.review');
  run(context, 'policy-review.write');
  await settle();
  expect(noticeOf(context)).toContain('by 09:16Z');
});

it('sends one change after the other, so that none overtakes an earlier one', async () => {
  const first = Promise.withResolvers<Omit<PolicyVerdict, 'moved'>>();
  context.sync.judge = () => first.promise;
  run(context, 'policy.review');
  run(context, 'policy-review.write');
  run(context, 'policy.increase');
  run(context, 'policy.review');
  expect(dialogs()).toEqual([]);
  expect(noticeOf(context)).toContain('a change of the policy is under way');
  expect(context.sync.policyRequests).toHaveLength(1);
  first.resolve({ kind: 'confirmed', sentence: 'Confirmed.', stored: samplePolicy({ min_scorecard: 5.5 }) });
  await settle();
  run(context, 'policy.review');
  openDialogOf(context, 'policy-review');
});

it('has the name of a list typed that the server does not show, and says what may be lost', async () => {
  const stored = policySchema.parse({ version: '7', rules: { min_scorecard: 5 } });
  context.stores.policyDraft.discard();
  store(context, stored);
  context.stores.policyDraft.change(stored, 'blocked_packages', ['evil']);
  run(context, 'policy.review');
  expect(openDialogOf(context, 'text').lines).toContainEqual({
    label: 'lost',
    value: 'whatever else the server holds in it',
  });
  expect(typeInto(context, 'blocked')).toBe('This is not blocked_packages to the letter.');
  expect(typeInto(context, 'blocked_packages')).toBeUndefined();
  expect(openDialogOf(context, 'policy-review').hidden).toEqual(['blocked_packages']);
  run(context, 'policy-review.write');
  await settle();
  expect(context.sync.policyRequests).toMatchObject([{ changes: { blocked_packages: ['evil'] } }]);
});

describe('what this console did itself', () => {
  const byOthers = () => selectPolicyMerge(context.stores).byOthers;
  /** Changes that loosen. */
  let number: number | undefined;
  beforeEach(() => (number = undefined));
  const verdictOnWrite = async (kind: PolicyVerdict['kind'], stored: Policy) => {
    context.sync.judge = () => {
      store(context, stored);
      return { kind, sentence: `${kind}.`, stored };
    };
    run(context, 'policy.review');
    type(number);
    run(context, 'policy-review.write');
    await settle();
  };

  it('is no change of others where the server merged lists', async () => {
    const before = samplePolicy({}, { blocked_packages: ['a', 'b'] });
    store(context, before);
    context.stores.policyDraft.replace(before, { blocked_packages: ['b', 'c'] });
    number = 1;
    await verdictOnWrite('contradicted', samplePolicy({}, { blocked_packages: ['a', 'b', 'c'] }));
    expect(byOthers()).toEqual([]);
    store(context, samplePolicy({}, { blocked_packages: ['a', 'b', 'c', 'd'] }));
    expect(byOthers()).toMatchObject([{ base: ['a', 'b', 'c'], theirs: ['a', 'b', 'c', 'd'] }]);
  });

  it('is no change of others where it was carried out late', async () => {
    await verdictOnWrite('unknown', samplePolicy());
    context.stores.view.setState({ dialogs: [] });
    expect(changes()).toEqual({ min_scorecard: 5.5 });
    run(context, 'policy.increase');
    store(context, samplePolicy({ min_scorecard: 5.5 }, { version: '8' }));
    expect(selectPolicyMerge(context.stores)).toMatchObject({ changes: { min_scorecard: 6 }, conflicts: [] });
    expect(byOthers()).toEqual([]);
  });

  it('is no change of others where a part of the draft was written while it went on', async () => {
    const first = Promise.withResolvers<Omit<PolicyVerdict, 'moved'>>();
    context.sync.judge = () => first.promise;
    run(context, 'policy.review');
    run(context, 'policy-review.write');
    context.stores.policyDraft.change(samplePolicy(), 'review_scorecard', 9);
    const stored = samplePolicy({ min_scorecard: 5.5 });
    store(context, stored);
    first.resolve({ kind: 'confirmed', sentence: 'Confirmed.', stored });
    await settle();
    expect(changes()).toEqual({ review_scorecard: 9 });
    expect(byOthers()).toEqual([]);
  });
});

it.each(['contradicted', 'unknown', 'refused'] as const)('shows a verdict that is %s whole', async (kind) => {
  const sentence = `It is ${kind}, ${'and there is more to be said of it '.repeat(8)}to the end.`;
  context.sync.verdict = { kind, sentence };
  run(context, 'policy.review');
  run(context, 'policy-review.write');
  await settle();
  const { text } = openDialogOf(context, 'plain');
  expect(text.startsWith(sentence)).toBe(true);
  // Its keys are seen below it, and what it says once is not told twice.
  expect(context.stores.view.getState().notice).toBeUndefined();
  expect(text.endsWith('The draft stays: W reviews it again.')).toBe(kind === 'refused');
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

it.each([
  ['is stopped by Esc until it is sent', 'reading', true],
  ['is not stopped by Esc any more once it is sent', 'sending', false],
] as const)('%s', async (_what, step, isStopped) => {
  run(context, 'policy.review');
  run(context, 'policy-review.write');
  const [request] = context.sync.policyRequests;
  request?.onStep?.(step);
  run(context, 'view.back');
  expect(request?.cancel?.aborted).toBe(isStopped);
  await settle();
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

it('says how to go on when the time for changes ends while it is open', async () => {
  const access = { openMode: 'write', forbiddenBy: undefined, until: context.clock.now() + 5000 } as const;
  context.stores.view.setState({ access });
  run(context, 'policy.review');
  await context.clock.advance(5000);
  run(context, 'policy-review.write');
  await settle();
  openDialogOf(context, 'policy-review');
  expect(noticeOf(context)).toBe('Nothing was sent: read-only. Esc, :unlock, then W; the draft stays.');
  expect(context.sync.policyRequests).toEqual([]);
});

it('says that the policy could not be read, and not that nothing is changed', () => {
  const { policy, policyDraft } = context.stores;
  policyDraft.discard();
  const failure = { message: 'Nobody answers at example.com.', at: 0, status: undefined };
  policy.setState({ data: undefined, failure });
  run(context, 'policy.review');
  expect(noticeOf(context)).toBe(
    'Nothing can be reviewed or sent before the policy is read, and it could not be: Nobody answers at example.com.',
  );
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
    expect(dialog.byOthers).toMatchObject([{ field: 'review_scorecard', base: 6, theirs: 8 }]);
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
    expect(openDialogOf(context, 'policy-review').byOthers).toMatchObject([{ field: 'review_scorecard' }]);
    expect(noticeOf(context)).toBe('Nothing was sent: it was changed.');
    expect(changes()).toEqual({ min_scorecard: 5.5 });
  });
});

describe('a long review', () => {
  const many = Array.from({ length: 300 }, (_, index) => `package-${index}`);
  const review = () => openDialogOf(context, 'policy-review');
  const listed = () =>
    rowsOfReview(review()).map((row) =>
      row.kind === 'run'
        ? `${row.count} ${row.first.effect}`
        : `${row.difference.effect} ${row.difference.field} ${row.difference.after}`,
    );
  const underCursor = () => listed()[cursorOfReview(rowsOfReview(review()), review())];

  function open(before: Policy, changed: Readonly<Record<string, unknown>>): void {
    store(context, before);
    context.stores.policyDraft.replace(before, changed);
    run(context, 'policy.review');
  }

  const LOOSENED = {
    blocked_packages: ['worse', ...many],
    min_scorecard: 4,
    max_known_vulnerabilities: 9,
  };

  it('puts what loosens first and folds the 300 that tighten into one row, which Enter unfolds and folds', () => {
    open(samplePolicy(), LOOSENED);
    expect(listed()).toEqual([
      'loosens min_scorecard 4',
      'loosens max_known_vulnerabilities 9',
      'loosens blocked_packages removed',
      '301 tightens',
    ]);
    run(context, 'policy-review.end');
    run(context, 'policy-review.whole');
    expect(listed()).toHaveLength(305);
    expect(underCursor()).toBe('301 tightens');
    run(context, 'policy-review.end');
    expect(underCursor()).toBe('tightens blocked_packages package-299');
    run(context, 'policy-review.start');
    for (let step = 0; step < 3; step++) {
      run(context, 'policy-review.down');
    }
    run(context, 'policy-review.whole');
    expect(listed()).toHaveLength(4);
  });

  it('folds what loosens and what tightens of one list each in a row of its own, and asks for each that loosens', async () => {
    open(samplePolicy({}, { blocked_packages: many }), {
      blocked_packages: Array.from({ length: 20 }, (_, index) => `other-${index}`),
    });
    expect(listed()).toEqual(['300 loosens', '20 tightens']);
    run(context, 'policy-review.next-change');
    expect(listed()).toHaveLength(302);
    run(context, 'policy-review.previous-change');
    expect(listed()).toEqual(['300 loosens', '20 tightens']);
    run(context, 'policy-review.write');
    expect(noticeOf(context)).toBe('Nothing was sent: 300 changes loosen. Type 300, then y.');
    type(300);
    run(context, 'policy-review.write');
    await settle();
    expect(context.sync.policyRequests).toHaveLength(1);
  });

  it('lists each of few that loosen', () => {
    open(samplePolicy({}, { blocked_packages: many.slice(0, 9) }), { blocked_packages: [] });
    expect(listed()).toHaveLength(9);
  });

  it('goes to its last change and no further', () => {
    open(samplePolicy({}, { blocked_packages: many }), { blocked_packages: [] });
    run(context, 'policy-review.whole');
    expect(listed()).toHaveLength(301);
    run(context, 'policy-review.end');
    run(context, 'policy-review.down');
    expect(underCursor()).toBe(listed()[300]);
    run(context, 'policy-review.start');
    expect(underCursor()).toBe(listed()[0]);
  });

  it('shows only what loosens or is unclear, or only what holds a text', () => {
    open(samplePolicy({}, { blocked_packages: [{ name: 'a', reason: 'x' }] }), {
      ...LOOSENED,
      blocked_packages: [{ name: 'a', reason: 'y' }, ...many],
    });
    run(context, 'policy-review.toggle-loosening');
    expect(listed()).toEqual([
      'loosens min_scorecard 4',
      'loosens max_known_vulnerabilities 9',
      'unclear blocked_packages a, reason y',
    ]);
    run(context, 'policy-review.toggle-loosening');
    run(context, 'policy-review.search');
    expect(typeInto(context, 'package-29')).toBeUndefined();
    expect(listed()).toHaveLength(11);
    run(context, 'policy-review.close');
    expect(listed()).toHaveLength(4);
  });

  it('shows one change after the other whole, and no row that stands for many', () => {
    open(samplePolicy(), LOOSENED);
    run(context, 'policy-review.whole');
    run(context, 'policy-review.next-change');
    run(context, 'policy-review.next-change');
    run(context, 'policy-review.next-change');
    expect(underCursor()).toBe('loosens blocked_packages removed');
    expect(review().wholeTop).toBe(0);
    run(context, 'policy-review.previous-change');
    expect(underCursor()).toBe('loosens max_known_vulnerabilities 9');
  });

  it('sends nothing before the number of changes that loosen is typed', async () => {
    open(samplePolicy(), LOOSENED);
    run(context, 'policy-review.write');
    expect(noticeOf(context)).toBe('Nothing was sent: 3 changes loosen. Type 3, then y.');
    type(31);
    run(context, 'policy-review.write');
    await settle();
    expect(context.sync.policyRequests).toEqual([]);
    run(context, 'policy-review.erase');
    run(context, 'policy-review.write');
    await settle();
    expect(context.sync.policyRequests).toHaveLength(1);
  });

  it('counts what is unclear among what may loosen', () => {
    open(samplePolicy(), { allowed_licenses: [], min_scorecard: 4 });
    run(context, 'policy-review.write');
    expect(noticeOf(context)).toBe('Nothing was sent: 1 change loosens and 2 are unclear. Type 3, then y.');
  });

  it('asks for no number where all tightens', async () => {
    open(samplePolicy(), { blocked_packages: ['evil', ...many] });
    type(3);
    expect(review().typed).toBe('');
    run(context, 'policy-review.write');
    await settle();
    expect(context.sync.policyRequests).toHaveLength(1);
  });
});

it('is of the events that were loaded when it opened', () => {
  const { events } = context.stores;
  events.apply([sampleEvent('e1', 10)], { at: 0, fromHistory: false });
  run(context, 'policy.review');
  events.apply([sampleEvent('e2', 5)], { at: 0, fromHistory: false });
  expect([...openDialogOf(context, 'policy-review').events].map(({ id }) => id)).toEqual(['e1']);
});

it('shows a confirmed change whole where others may have been overwritten', async () => {
  const sentence = 'Confirmed. Something else was written about the same time.';
  context.sync.verdict = { kind: 'confirmed', sentence, isOvertaken: true };
  run(context, 'policy.review');
  run(context, 'policy-review.write');
  await settle();
  expect(openDialogOf(context, 'plain').text).toContain('Something else was written');
});
