import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { estimateDraft, type Estimate } from '../../../../src/stores/policy/estimate/estimate.ts';
import { createEventSimulator } from '../../../../src/stores/policy/estimate/simulate-event.ts';
import type { EventRow } from '../../../../src/stores/events/event-row.ts';
import type { PolicyChanges } from '../../../../src/stores/policy/policy-draft.ts';
import { createStores } from '../../../../src/stores/stores.ts';
import { sampleEvent, samplePolicy } from '../../../helpers/sample-data.ts';

interface Told {
  readonly outcome?: string;
  readonly type?: string;
  readonly subject?: unknown;
  readonly payload?: unknown;
}

/** What comes of a draft for events that tell this. */
function estimate(changes: PolicyChanges, events: readonly Told[]): Estimate {
  const stores = createStores();
  const rows = events.map((told, index) => sampleEvent(`e${index}`, index, { ...told }));
  stores.events.apply(rows, { at: 0, fromHistory: false });
  const steps = estimateDraft(stores.events.getState().rows, samplePolicy(), changes);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) {
      return value;
    }
  }
}

/**
 * What becomes of one event by the change of one field: `nothing` where it stays as it is, `not evaluated` where it does not
 * tell enough, `untouched` where such a change cannot do anything to it.
 */
function fate(changes: PolicyChanges, event: Told): string {
  const [field] = estimate(changes, [event]).fields;
  if (field === undefined || field.touched === 0) {
    return field === undefined ? 'no estimate' : 'untouched';
  }
  const [to] = Object.entries(field.more).find(([, count]) => count > 0) ?? ['nothing'];
  return field.evaluated === 0 ? 'not evaluated' : to;
}

const blockedBy = (...reasons: readonly string[]): Told => ({ outcome: 'block', payload: { reasons } });
const reviewedFor = (...reasons: readonly string[]): Told => ({ outcome: 'review', payload: { reasons } });
const allowedWith = (payload: object = {}): Told => ({ outcome: 'allow', payload });

it('counts no event that came to what the draft would make of it, whatever is stored by now', () => {
  const decidedEarlier = allowedWith({ scorecard: 5.7 });
  expect(fate({ review_scorecard: 5.5 }, decidedEarlier)).toBe('untouched');
  expect(fate({ min_scorecard: 5.8 }, decidedEarlier)).toBe('block');
});

// The sample policy: min_scorecard 5, review_scorecard 6, no known vulnerability, 14 days, similarity 0.8 to review.
describe('the words of a reason, whatever the server', () => {
  it.each([
    ['scorecard 4.2 is below the policy minimum 5.0', { min_scorecard: 4 }, 'review'],
    ['Scorecard score of 4.2 is under 5', { min_scorecard: 4 }, 'review'],
    ['score 4.2 < min_scorecard 5', { min_scorecard: 4.5 }, 'nothing'],
    ['below minimum scorecard 5.0 (got 3.1)', { min_scorecard: 3 }, 'review'],
    ['2 known vulnerabilities, the policy maximum is 0', { max_known_vulnerabilities: 2 }, 'allow'],
    ['3 vulns (max 0)', { max_known_vulnerabilities: 2 }, 'nothing'],
    ['scorecard is below the minimum', { min_scorecard: 4 }, 'not evaluated'],
    ['scorecard below 5', { min_scorecard: 4 }, 'not evaluated'],
    ['no such luck', { min_scorecard: 4 }, 'not evaluated'],
    ['2 known vulnerabilities, the policy maximum is 0', { min_scorecard: 4 }, 'nothing'],
  ])('%s', (reason, changes, expected) => {
    expect(fate(changes, blockedBy(reason))).toBe(expected);
  });

  it.each([
    [
      'first published 3 days ago, newer than the 14 days the policy asks for',
      { review_on_new_package_days: 3 },
      'allow',
    ],
    ['package is 3 days old', { review_on_new_package_days: 7 }, 'nothing'],
    [
      'name is 0.85 similar to lodash, a possible typosquat from 0.80 on',
      { typosquat_threshold: 0.9 },
      'allow',
    ],
    [
      'name is 0.85 similar to lodash, a possible typosquat from 0.80 on',
      { typosquat_action: 'block' },
      'block',
    ],
    ['possible typosquat of lodash', { typosquat_threshold: 0.9 }, 'not evaluated'],
  ])('%s', (reason, changes, expected) => {
    expect(fate(changes, reviewedFor(reason))).toBe(expected);
  });

  it('takes neither versions nor advisories for figures', () => {
    const reason = '1 known vulnerability in 4.17.20, CVE-2021-23337, the policy maximum is 0';
    expect(fate({ max_known_vulnerabilities: 1 }, blockedBy(reason))).toBe('allow');
  });
});

describe('what a payload tells', () => {
  it.each([
    [{ scorecard: 5.5 }, { min_scorecard: 6 }, 'block'],
    [{ scorecard: { score: 8 } }, { min_scorecard: 7 }, 'nothing'],
    [{ scorecard: null }, { min_scorecard: 9 }, 'nothing'],
    [{ known_vulnerabilities: 0 }, { max_known_vulnerabilities: 5 }, 'untouched'],
    [{ vulnerabilities: ['A-1', 'A-2'] }, { max_known_vulnerabilities: 1 }, 'untouched'],
    [{ similarity: 0.77 }, { typosquat_threshold: 0.75 }, 'review'],
    [{ first_published_at: '2026-02-10T00:00:00Z' }, { review_on_new_package_days: 30 }, 'review'],
    [{}, { min_scorecard: 6 }, 'not evaluated'],
    [{}, { min_scorecard: 4 }, 'untouched'],
  ])('%j under %j', (payload, changes, expected) => {
    expect(fate(changes, allowedWith(payload))).toBe(expected);
  });
});

describe('several reasons', () => {
  it('stay when another rule blocks all the same', () => {
    const event = blockedBy(
      'scorecard 4.2 is below the policy minimum 5',
      '2 known vulnerabilities, maximum 0',
    );
    expect(fate({ min_scorecard: 1 }, event)).toBe('nothing');
  });

  it('leave a review when only what blocked is gone', () => {
    const event = blockedBy(
      '2 known vulnerabilities, the policy maximum is 0',
      'first published 3 days ago, newer than 14 days',
    );
    expect(fate({ max_known_vulnerabilities: 2 }, event)).toBe('review');
  });

  it('are not evaluated when one that is not understood may have blocked too', () => {
    const event = blockedBy('2 known vulnerabilities, the policy maximum is 0', 'something else');
    expect(fate({ max_known_vulnerabilities: 2 }, event)).toBe('not evaluated');
  });
});

describe('rules that the draft does not touch', () => {
  const vulnerable = (scorecard: unknown, ...reasons: readonly string[]): Told => ({
    outcome: 'block',
    payload: {
      scorecard,
      known_vulnerabilities: 4,
      reasons: ['4 known vulnerabilities, the policy maximum is 0', ...reasons],
    },
  });

  it.each([
    ['did not strike then, and do by what is stored', vulnerable(5.8), 'review'],
    ['block by what is stored', vulnerable(4.8), 'nothing'],
    ['struck then, and do not by what is stored', vulnerable(8, 'scorecard 8.0 is below 9'), 'allow'],
    ['are as they were without a figure', vulnerable(undefined, 'scorecard is below the minimum'), 'nothing'],
    ['are as they were when it is not known what they are', vulnerable(5.8, 'odd'), 'not evaluated'],
    [
      'are a list that does not hold the package any more',
      vulnerable(8, 'worm is on the list of blocked packages'),
      'allow',
    ],
  ])('%s', (_, event, expected) => {
    expect(fate({ max_known_vulnerabilities: 5 }, event)).toBe(expected);
  });

  it('are a list that holds the package by now', () => {
    const event = { ...vulnerable(8), subject: { ecosystem: 'npm', package: 'evil', version: '1.0.0' } };
    expect(samplePolicy().blocked_packages).toContain('evil');
    expect(fate({ max_known_vulnerabilities: 5 }, event)).toBe('nothing');
  });
});

describe('the list of blocked packages', () => {
  const event = { outcome: 'allow', subject: { ecosystem: 'npm', package: 'worm', version: '1.0.0' } };

  it.each([
    [['worm'], 'block'],
    [[{ name: 'worm', ecosystem: 'npm' }], 'block'],
    [['pip:worm'], 'nothing'],
    [['other'], 'nothing'],
  ])('with %j added', (added, expected) => {
    expect(fate({ blocked_packages: ['evil', ...added] }, event)).toBe(expected);
  });

  it.each([
    'pkg-2*',
    { name: 'worm*' },
    'worm@<2',
    { name: 'worm', version: '1.x' },
    '/^w/',
    'pkg:npm/worm',
    { name: 'pkg:npm/worm@1.0.0' },
  ])('judges no event by an element such as %j, of which servers may make different things', (pattern) => {
    const stored = samplePolicy().blocked_packages as readonly unknown[];
    expect(fate({ blocked_packages: [...stored, pattern] }, event)).toBe('not evaluated');
    const [field] = estimate({ blocked_packages: [...stored, pattern] }, [
      { ...event, subject: { ecosystem: 'npm', package: 'evil' }, outcome: 'review' },
    ]).fields;
    expect(field).toMatchObject({ touched: 1, evaluated: 1 });
  });

  it('judges what is listed beside a pattern that stays', () => {
    const withPattern = (...added: readonly string[]) =>
      createEventSimulator(samplePolicy({}, { blocked_packages: ['evil', 'pkg-2*'] }), {
        blocked_packages: ['pkg-2*', ...added],
      });
    const rowOf = (name: string, told: Told = {}) => {
      const stores = createStores();
      stores.events.apply([sampleEvent('e', 0, { ...event, ...told, subject: { package: name } })], {
        at: 0,
        fromHistory: false,
      });
      return [...stores.events.getState().rows][0] as EventRow;
    };
    expect(withPattern('evil', 'worm')(rowOf('worm'))).toEqual({ before: 0, after: 2 });
    expect(withPattern('evil', 'worm')(rowOf('other'))).toEqual({ before: 0, after: 0 });
    const listed = blockedBy('evil is on the list of blocked packages');
    expect(withPattern()(rowOf('evil', listed))).toBeUndefined();
    expect(withPattern('evil')(rowOf('evil', listed))).toEqual({ before: 2, after: 2 });
  });

  it('names what would be blocked, the most frequent first', () => {
    const events = ['b', 'a', 'b'].map((name) => ({
      ...event,
      subject: { ecosystem: 'npm', package: name },
    }));
    expect(estimate({ blocked_packages: ['evil', 'a', 'b'] }, events)).toMatchObject({
      of: 3,
      fields: [
        {
          field: 'blocked_packages',
          touched: 3,
          evaluated: 3,
          more: { block: 3, review: 0, allow: 0 },
          less: { block: 0, review: 0, allow: 3 },
          blocked: [
            ['b', 2],
            ['a', 1],
          ],
        },
      ],
    });
  });
});

it('says of which changes events tell nothing', () => {
  const untold = [
    'require_provenance',
    'allow_provenance_fallback',
    'allowed_licenses',
    'blocked_maintainers',
  ];
  const changes = Object.fromEntries(untold.map((field) => [field, true]));
  expect(estimate(changes, [allowedWith()])).toMatchObject({ of: 1, fields: [], leftOut: untold });
});

it('judges no audit, which tells of one package of many', () => {
  expect(fate({ min_scorecard: 1 }, { type: 'audit', outcome: 'allow', payload: { scorecard: 3 } })).toBe(
    'untouched',
  );
});

it('never blocks more for a draft that only loosens, nor less for one that only tightens', () => {
  const event = fc.record({
    outcome: fc.constantFrom('allow', 'review', 'block'),
    payload: fc.record(
      {
        scorecard: fc.option(fc.double({ min: 0, max: 10, noNaN: true })),
        known_vulnerabilities: fc.nat(5),
        similarity: fc.double({ min: 0, max: 1, noNaN: true }),
        reasons: fc.array(
          fc.constantFrom(
            'scorecard 3 is below 5',
            '2 vulnerabilities, maximum 0',
            'odd',
            'published 2 days ago',
          ),
          { maxLength: 3 },
        ),
      },
      { requiredKeys: [] },
    ),
  });
  const looser = { min_scorecard: 4, max_known_vulnerabilities: 3, typosquat_threshold: 0.95 };
  const tighter = { min_scorecard: 8, review_on_new_package_days: 60, typosquat_threshold: 0.5 };
  fc.assert(
    fc.property(fc.array(event, { maxLength: 8 }), (events) => {
      for (const { more, less } of estimate(looser, events).fields) {
        expect(more.block + less.allow).toBe(0);
        expect(more.allow + more.review).toBe(less.block + less.review);
      }
      for (const { more, less } of estimate(tighter, events).fields) {
        expect(more.allow + less.block).toBe(0);
        expect(more.block + more.review).toBe(less.allow + less.review);
      }
    }),
  );
});

describe('a draft of several fields', () => {
  // 58 events whose scorecard blocked them, 3 that something else did, and 1,179 that were allowed and say nothing.
  const events = [
    ...Array.from({ length: 58 }, () => blockedBy('scorecard 4.6 is below the policy minimum 5')),
    ...Array.from({ length: 3 }, () => blockedBy('odd')),
    ...Array.from({ length: 1179 }, () => allowedWith()),
  ];
  const alone = { field: 'min_scorecard', touched: 61, evaluated: 58 };

  it('is evaluated field by field, so that one that events say nothing of changes nothing of another', () => {
    const loosened = { min_scorecard: 4, review_scorecard: 4 };
    const [byItself] = estimate({ min_scorecard: 4 }, events).fields;
    expect(byItself).toMatchObject({ ...alone, more: { review: 58, allow: 0, block: 0 } });
    for (const other of [{ typosquat_threshold: 0.7 }, { max_known_vulnerabilities: 0.5 }, loosened]) {
      const { fields } = estimate({ ...other, min_scorecard: 4 }, events);
      expect(fields.find(({ field }) => field === 'min_scorecard')).toEqual(byItself);
    }
  });

  it('says of each on how many events it rests, of those that such a change may touch', () => {
    const { of, fields } = estimate({ min_scorecard: 4, typosquat_threshold: 0.7 }, events);
    expect(of).toBe(1240);
    expect(fields).toMatchObject([
      alone,
      {
        field: 'typosquat_threshold',
        touched: 1179,
        evaluated: 0,
        more: { block: 0, review: 0, allow: 0 },
      },
    ]);
  });

  it('says while it is made how many events it has gone through', () => {
    const stores = createStores();
    stores.events.apply(
      events.map((told, index) => sampleEvent(`e${index}`, index, { ...told })),
      { at: 0, fromHistory: false },
    );
    const looked = [...estimateDraft(stores.events.getState().rows, samplePolicy(), { min_scorecard: 4 })];
    expect(looked).toHaveLength(Math.floor(1240 / 16));
    expect(looked.at(-1)).toBe(1232);
  });
});
