import { beforeEach, describe, expect, it } from 'vitest';

import { BEFORE_ALL_TIMES } from '../../../src/lib/format-time.ts';
import { ReadingNotes } from '../../../src/cli/output/reading-notes.ts';
import { UNREAD_FEED } from '../../../src/stores/events/events-store.ts';
import { incompleteness } from '../../../src/stores/events/incompleteness.ts';
import type { TailState } from '../../../src/sync/tail/event-tail.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

const WHOLE: TailState = {
  ...UNREAD_FEED,
  completeThrough: 0,
  readThrough: 0,
  coveredSince: BEFORE_ALL_TIMES,
  learned: [],
};

let clock: VirtualClock;
let said: string[];
let notes: ReadingNotes;

beforeEach(() => {
  clock = new VirtualClock();
  said = [];
  notes = new ReadingNotes(clock, (sentence) => said.push(sentence));
});

function fail(what: string, failures: number, since = clock.now(), pause = 2 * SECOND): void {
  const message = `It failed (${what}).`;
  notes.report({ kind: 'failing', message, failures, since, until: clock.now() + pause });
}

describe('notes on waiting', () => {
  it('say what is waited for and until when, and when it is over', async () => {
    const since = clock.now();
    fail('status 503', 1);
    await clock.advance(42 * SECOND);
    notes.report({ kind: 'answered', failedFor: clock.now() - since });
    expect(said).toEqual([
      'It failed (status 503). Waiting until 2026-03-02 09:00:02Z.',
      'Reading again, after 42s.',
    ]);
  });

  it('pass over a failure that is over at once', () => {
    fail('reset', 1, clock.now(), 300);
    notes.report({ kind: 'answered', failedFor: 300 });
    expect(said).toEqual([]);
  });

  it('grow rare while nothing changes, and name each new cause', async () => {
    const since = clock.now();
    for (let second = 0; second < 8 * 60; second += 10) {
      fail('status 503', 2 + second, since);
      await clock.advance(10 * SECOND);
    }
    expect(said).toHaveLength(4);
    expect(said.at(-1)).toContain('Nothing could be read for 7m.');
    fail('connect', 99, since);
    expect(said.at(-1)).toContain('It failed (connect).');
    expect(said).toHaveLength(5);
  });

  it('come once an hour at the least, however long it lasts', async () => {
    const since = clock.now();
    const saidBy: number[] = [];
    for (let minute = 0; minute < 12 * 60; minute++) {
      fail('status 503', 2 + minute, since);
      saidBy.push(said.length);
      await clock.advance(MINUTE);
    }
    const silences = saidBy.slice(60).map((count, index) => count - (saidBy[index] ?? 0));
    expect(Math.min(...silences)).toBe(1);
  });

  it('stay rare when failures come and go', async () => {
    for (let minute = 0; minute < 60; minute++) {
      fail('reset', 2);
      notes.report({ kind: 'answered', failedFor: SECOND });
      await clock.advance(MINUTE);
    }
    expect(said.length).toBeLessThan(16);
  });

  it('take failures that differ only in what the server said for one', () => {
    fail('503): it is 3 degrees too hot', 2);
    fail('503): it is 4 degrees too hot', 3);
    expect(said).toHaveLength(1);
  });

  it('end what a server said with a full stop', () => {
    notes.report({
      kind: 'failing',
      message: 'It failed: out of disk',
      failures: 1,
      since: clock.now(),
      until: clock.now() + MINUTE,
    });
    expect(said[0]).toMatch(/^It failed: out of disk\. Waiting until /);
  });

  it('name a long wait for the rate limit, once', () => {
    const reason = 'The rate limit is used up.';
    notes.report({ kind: 'held', reason, until: clock.now() + SECOND });
    expect(said).toEqual([]);
    notes.report({ kind: 'held', reason, until: clock.now() + 30 * SECOND });
    notes.report({ kind: 'held', reason, until: clock.now() + 30 * SECOND });
    expect(said).toEqual(['The rate limit is used up. Waiting until 2026-03-02 09:00:30Z.']);
  });

  it('name one that ends at another time, which is said once while it lasts', async () => {
    const reason = 'The rate limit is used up.';
    const hour = clock.now() + 60 * MINUTE;
    for (let second = 0; second < 30 * 60; second++) {
      notes.report({ kind: 'held', reason, until: hour });
      await clock.advance(SECOND);
    }
    expect(said).toHaveLength(1);
    notes.report({ kind: 'held', reason, until: hour + 60 * MINUTE });
    expect(said).toHaveLength(2);
  });
});

describe('notes on what is missing', () => {
  it('report gaps and when they are filled', () => {
    notes.progress(WHOLE);
    const second = clock.now() / SECOND;
    const gap = { since: second, until: second + 60, missing: 12 };
    notes.progress({ ...WHOLE, gaps: [gap] });
    notes.progress({ ...WHOLE, gaps: [gap] });
    notes.progress(WHOLE);
    expect(said).toEqual([
      '12 events of the server could not be read, between 2026-03-02 09:00:00Z and 2026-03-02 09:01:00Z.',
      'Nothing is missing any more: every gap was filled.',
    ]);
  });

  it('call no gap filled that was one by a count that is not believed any more', () => {
    const gap = { since: clock.now() / SECOND, until: undefined, missing: 12 };
    notes.progress({ ...WHOLE, gaps: [gap] });
    notes.progress({ ...WHOLE, doubt: 'exceeds-rows' });
    expect(said.slice(1)).toEqual([
      'Completeness is unverified: the server counts more events than it gives.',
    ]);
  });

  it('say how far reading is behind, once it has been for a while, and when it is no more', async () => {
    notes.progress({ ...WHOLE, toCome: 300 });
    await clock.advance(5 * SECOND);
    notes.progress(WHOLE);
    expect(said).toEqual([]);
    for (let second = 0; second < 30; second++) {
      notes.progress({ ...WHOLE, toCome: 175 });
      await clock.advance(SECOND);
    }
    expect(said).toEqual(['175 events of the server are still to come.']);
    notes.progress(WHOLE);
    notes.progress(WHOLE);
    expect(said.slice(1)).toEqual(['All events that were still to come were read.']);
  });

  it('report damaged rows, late rows and completeness that is unverified', () => {
    const state: TailState = {
      ...WHOLE,
      damaged: [{ index: 3, field: 'id', problem: 'is missing', item: {} }],
      lateEvents: 2,
      fewer: 3,
      doubt: 'denies-rows',
    };
    notes.progress(state);
    notes.progress(state);
    expect(said).toEqual([
      '1 event of the server is damaged and left out (id: is missing).',
      '2 events arrived late.',
      '3 events that were read before are not counted by the server any more.',
      'Completeness is unverified: the server gives more events than it counts.',
    ]);
  });

  it('report each deletion and each change within two minutes, and name them', async () => {
    notes.progress({ ...WHOLE, fewer: 1 }, ['c1']);
    expect(said).toEqual([
      '1 event that was read before is not counted by the server any more.',
      '1 event changed at the server since it was read: c1.',
    ]);
    notes.progress({ ...WHOLE, fewer: 9, gone: new Set(['g1']) }, ['c2', 'c3']);
    const gone = new Set(Array.from({ length: 12 }, (_, index) => `g${index + 1}`));
    for (let second = 0; second < 120; second++) {
      await clock.advance(SECOND);
      notes.progress({ ...WHOLE, fewer: 9, gone });
    }
    expect(said.slice(2)).toEqual([
      '1 event is not listed by the server any more: g1.',
      '9 events that were read before are not counted by the server any more.',
      '11 events are not listed by the server any more: g2, g3, g4, g5, g6, g7, g8, g9, g10, g11 and 1 more.',
      '2 events changed at the server since they were read: c2, c3.',
    ]);
  });

  it('report that an event is gone again after it was there again', async () => {
    for (const isGone of [true, false, true]) {
      notes.progress({ ...WHOLE, fewer: isGone ? 1 : 0, gone: new Set(isGone ? ['g'] : []) });
      await clock.advance(5 * MINUTE);
    }
    expect(said).toHaveLength(4);
  });

  it('sum up a window; late rows are as good as others', () => {
    const withLate: TailState = { ...WHOLE, lateEvents: 5 };
    expect(incompleteness(withLate, clock.now())).toEqual([]);
    expect(
      incompleteness(
        {
          ...WHOLE,
          gaps: [{ since: clock.now() / SECOND, until: undefined, missing: 1 }],
          toCome: 7,
          doubt: 'not-counted',
        },
        clock.now(),
      ),
    ).toEqual([
      '1 event of the server could not be read, between 2026-03-02 09:00:00Z and now.',
      '7 events were not read.',
      'Completeness is unverified: the server does not count its events.',
    ]);
  });
});
