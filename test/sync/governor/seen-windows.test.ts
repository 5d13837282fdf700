import { beforeEach, describe, expect, it } from 'vitest';

import { SeenWindows } from '../../../src/sync/governor/seen-windows.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

let windows: SeenWindows;

beforeEach(() => {
  windows = new SeenWindows();
});

/** A window is seen to begin between two answers. */
const begin = (earliest: number, latest: number) => windows.noteBeginning({ earliest, latest });

describe('windows that no header dates', () => {
  it('end first when the first one is spent if that goes on evenly, and then a length later at the latest', () => {
    windows.note(5 * SECOND, 0.5);
    windows.noteLength(MINUTE);
    expect(windows.end).toBe(38 * SECOND);
    windows.noteStillRunning(39 * SECOND, true);
    expect(windows.end).toBe(65 * SECOND);
    expect(windows.lookAt).toBe(40 * SECOND);
    windows.noteStillRunning(43 * SECOND, true);
    // Ever more seldom, since each look takes a request.
    expect(windows.lookAt).toBe(47 * SECOND);
    windows.noteLength(undefined);
    windows.noteStillRunning(59 * SECOND, true);
    expect(windows.lookAt).toBe(64 * SECOND);
    expect(windows.hasBegun).toBe(false);
  });

  it('are known the better the more of them were seen to begin, or not to have begun', () => {
    windows.note(0, 1);
    windows.noteLength(MINUTE);
    begin(20 * SECOND, 30 * SECOND);
    expect(windows.end).toBe(90 * SECOND);
    expect(windows.lookAt).toBe(85 * SECOND);
    windows.noteStillRunning(85 * SECOND, true);
    expect(windows.lookAt).toBe(87.5 * SECOND);
    begin(85 * SECOND, 88 * SECOND);
    expect(windows.end).toBe(148 * SECOND);
    begin(130 * SECOND, 146 * SECOND);
    expect(windows.end).toBe(206 * SECOND);
    expect(windows.lookAt).toBeUndefined();
  });

  it('are found anew where they begin at another time', () => {
    windows.note(0, 1);
    windows.noteLength(MINUTE);
    begin(20 * SECOND, 21 * SECOND);
    begin(95 * SECOND, 96 * SECOND);
    expect(windows.end).toBe(156 * SECOND);
  });

  it.each([
    ['half a minute', 30 * SECOND],
    ['a minute', MINUTE],
    ['an hour', 60 * MINUTE],
  ])('have the round length that fits two beginnings where none is told: %s', (_name, length) => {
    windows.note(0, 1);
    expect([windows.length, windows.isLengthKnown]).toEqual([MINUTE, false]);
    begin(4 * SECOND, 9 * SECOND);
    windows.noteStillRunning(5 * SECOND + length - 2 * SECOND, true);
    begin(5 * SECOND + length - 2 * SECOND, 8 * SECOND + length);
    expect([windows.length, windows.isLengthKnown]).toEqual([length, true]);
    expect(windows.end).toBe(8 * SECOND + 2 * length);
  });

  it('are still of a minute where one between two others was not seen', () => {
    windows.note(0, 1);
    begin(4 * SECOND, 9 * SECOND);
    begin(2 * MINUTE + 4 * SECOND, 2 * MINUTE + 8 * SECOND);
    expect(windows.length).toBe(MINUTE);
  });

  it('are looked for at least once a length when one does not end', () => {
    windows.note(0, 1);
    begin(4 * SECOND, 5 * SECOND);
    for (let look = 0; look < 12; look++) {
      const { end = 0 } = windows;
      windows.noteStillRunning(end, false);
      expect(windows.end).toBeGreaterThan(end);
      expect(windows.end).toBeLessThanOrEqual(end + MINUTE);
    }
  });

  it('last for an hour, and then a day, where nothing was seen to come back without a pause for longer than they were taken to last', () => {
    windows.note(0, 1);
    const watch = (from: number, to: number) => {
      for (let at = from; at < to; at += 5 * SECOND) {
        windows.noteUnchanged(at, at + 5 * SECOND, true);
      }
    };
    watch(0, 80 * SECOND);
    // For once it was not seen.
    windows.noteUnchanged(80 * SECOND, 95 * SECOND, false);
    watch(95 * SECOND, 180 * SECOND);
    expect(windows.length).toBe(MINUTE);
    watch(180 * SECOND, 190 * SECOND);
    expect([windows.length, windows.isLengthKnown]).toEqual([60 * MINUTE, false]);
    expect(windows.latestEnd).toBe(60 * MINUTE);
    watch(190 * SECOND, 100 * MINUTE);
    expect(windows.length).toBe(24 * 60 * MINUTE);
  });

  it('last for as long as is taken to be longest where two consoles do not know it', () => {
    windows.note(0, 1);
    windows.heed({ earliest: 40_000, latest: 50_000, length: 60 * MINUTE });
    windows.heed({ earliest: 40_000, latest: 45_000, length: MINUTE });
    expect(windows.length).toBe(60 * MINUTE);
  });

  it('are known better by what another console saw of the same beginning, and by what it saw of a later one', () => {
    windows.note(0, 1);
    windows.noteBeginning({ earliest: 40_000, latest: 50_000 });
    windows.heed({ earliest: 38_000, latest: 44_000, length: 60_000 });
    expect(windows.seen).toEqual({ earliest: 40_000, latest: 44_000, length: 60_000 });
    expect(windows.latestEnd).toBe(104_000);
    windows.heed({ earliest: 101_000, latest: 103_000, length: 60_000 });
    expect(windows.latestEnd).toBe(163_000);
  });

  it('end most likely as if all that was taken until it was seen had been taken evenly, between the times that it can be', () => {
    windows.note(0, 1);
    windows.noteBeginning({ earliest: 40_000, latest: 60_000 }, 0.8);
    expect(windows.evenEnd).toBe(108_000);
    expect(windows.end).toBe(120_000);
    windows.heed({ earliest: 40_000, latest: 45_000, length: 60_000 });
    expect(windows.evenEnd).toBe(105_000);
    windows.noteBeginning({ earliest: 102_000, latest: 104_000 }, 0.2);
    expect(windows.evenEnd).toBe(162_000);
  });

  it('tell nothing to others that follows from a length which is only assumed', () => {
    windows.note(0, 1);
    windows.noteBeginning({ earliest: 40_000, latest: 50_000 });
    windows.noteStillRunning(109_000, true);
    expect(windows.lookAt).toBeUndefined();
    expect(windows.seen).toEqual({ earliest: 40_000, latest: 50_000, length: 60_000 });
  });
});
