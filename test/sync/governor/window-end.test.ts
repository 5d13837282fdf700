import { beforeEach, describe, expect, it } from 'vitest';

import { WindowEnd } from '../../../src/sync/governor/window-end.ts';

let end: WindowEnd;

beforeEach(() => {
  end = new WindowEnd();
  end.note({ kind: 'end', at: 10_000 }, { sentAt: 5000, readAt: 5100 });
});

const all = { hasRisen: true, hasReturned: true };

describe('the end of a window that a header tells, with a request under way at it', () => {
  it('is one where all is back in the answer', () => {
    end.note({ kind: 'end', at: 70_000 }, { sentAt: 9950, readAt: 10_080 }, all);
    expect(end.isWindow).toBe(true);
  });

  it('is one where all is back a moment before, since values are rounded up', () => {
    end.note({ kind: 'end', at: 69_100 }, { sentAt: 9050, readAt: 9150 }, all);
    expect(end.isWindow).toBe(true);
  });

  it('is not judged by an answer of before it', () => {
    end.note({ kind: 'end', at: 10_900 }, { sentAt: 9880, readAt: 10_050 });
    expect(end.isWindow).toBeUndefined();
    end.note({ kind: 'end', at: 70_000 }, { sentAt: 10_100, readAt: 10_200 }, all);
    expect(end.isWindow).toBe(true);
  });

  it('is none where next to nothing is back', () => {
    end.note({ kind: 'end', at: 12_000 }, { sentAt: 10_100, readAt: 10_200 }, { hasRisen: true });
    expect(end.isWindow).toBe(false);
  });
});

it('is near where another console of the user found that, but not where it is told to be far', () => {
  end.note({ kind: 'end', at: 70_000 }, { sentAt: 10_100, readAt: 10_200 }, all);
  end.heedBrief();
  expect(end.isBrief).toBe(false);
  const near = new WindowEnd();
  near.note({ kind: 'end', at: 6000 }, { sentAt: 5000, readAt: 5100 });
  expect(near.isBrief).toBe(false);
  near.heedBrief();
  expect(near.isBrief).toBe(true);
});

it('is told to the other consoles of the user where windows are over soon', () => {
  const near = new WindowEnd();
  near.heedBrief();
  for (let second = 5; second <= 7; second++) {
    const at = second * 1000;
    near.note({ kind: 'end', at: at + 1000 }, { sentAt: at + 10, readAt: at + 100 }, all);
    near.noteBeginning(at - 900, at + 100);
  }
  expect(near.seen).toMatchObject({ latest: 7100, length: 900 });
});

it('is not seen in what a bucket gives back, a request a second', () => {
  const near = new WindowEnd();
  for (let second = 1; second <= 90; second++) {
    const at = second * 1000;
    near.note({ kind: 'end', at: at + 900 }, { sentAt: at - 100, readAt: at });
    near.noteReturned(1, 60, at - 1000, at);
  }
  expect(near.isWindow).not.toBe(true);
});
