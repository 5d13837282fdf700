import { beforeEach, describe, expect, it } from 'vitest';

import { SteadyShare } from '../../../src/sync/governor/steady-share.ts';

const ALLOWED = 9;
const SECOND = 1000;

let consoles: number;
let share: SteadyShare;

beforeEach(() => {
  consoles = 10;
  share = new SteadyShare(() => consoles);
});

/** Has it note so many answers, a second apart, that come at evenly spread moments of windows of which so much is taken in all. */
function seeWindows(answers: number, taken: number): void {
  for (let answer = 0; answer < answers; answer++) {
    // By 0.6 of a window later every time: all moments are met alike.
    const passed = (answer * 0.6 + 0.1) % 1;
    see(1 + Math.round(passed * (taken - 1)));
  }
}

/** Has it note so many answers of a window that slides: all that was taken within the second before. */
function seeSliding(answers: number, taken: number): void {
  for (let answer = 0; answer < answers; answer++) {
    see(taken - (answer % 2));
  }
}

function see(taken: number): void {
  share.note({ taken, own: 1, allowed: ALLOWED, length: SECOND, elapsed: SECOND });
}

describe('the part of a short window that one of ten consoles of a user takes', () => {
  it('stays equal, a tenth left over, however often a window is found nearly spent', () => {
    seeWindows(100, 9);
    expect(share.value).toBeCloseTo(0.09);
  });

  it('stays equal where the window slides, so that every answer tells all that is taken', () => {
    seeSliding(100, 9);
    expect(share.value).toBeCloseTo(0.09);
  });

  it('is yielded to strangers, and taken again once they are gone', () => {
    seeWindows(40, 12);
    expect(share.value).toBeLessThan(0.06);
    seeWindows(60, 8);
    expect(share.value).toBeCloseTo(0.09);
  });

  it('grows while the others ask for nothing', () => {
    seeWindows(60, 2);
    expect(share.value).toBeGreaterThan(0.3);
  });

  it('is another one at once where there are more or fewer of them', () => {
    seeWindows(20, 8);
    consoles = 5;
    expect(share.value).toBeCloseTo(0.18);
    consoles = 20;
    expect(share.value).toBeCloseTo(0.045);
  });
});

describe('the part of a short window that a stranger takes', () => {
  beforeEach(() => {
    consoles = 1;
  });

  /** What the part grows by with so many answers that tell of room. */
  function grownBy(answers: number): number {
    const before = share.value;
    seeWindows(answers, 8);
    return share.value - before;
  }

  it('grows faster where it is larger, but by less than in proportion', () => {
    see(2);
    const [small, larger] = [share.value, grownBy(5)];
    seeWindows(30, 8);
    const [large, largest] = [share.value, grownBy(5)];
    expect(largest).toBeGreaterThan(1.2 * larger);
    expect(largest / larger).toBeLessThan(large / small);
  });

  it('falls by a larger part of it where it is larger and the window slides', () => {
    const partYielded = () => {
      const before = share.value;
      see(9);
      return 1 - share.value / before;
    };
    seeSliding(100, 8);
    const large = partYielded();
    seeSliding(15, 9);
    expect(partYielded()).toBeLessThan(0.8 * large);
  });
});

describe('a short window', () => {
  it('is seen to slide where answers at any moment tell about as much', () => {
    seeSliding(20, 7);
    expect(share.isSliding).toBe(true);
  });

  it('is not where some tell of its beginning', () => {
    seeWindows(20, 7);
    expect(share.isSliding).toBe(false);
  });
});
