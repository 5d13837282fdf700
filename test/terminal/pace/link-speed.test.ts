import { expect, it } from 'vitest';

import { LinkSpeed } from '../../../src/terminal/pace/link-speed.ts';

/** The speed after answers behind frames of so many bytes, each after so many milliseconds. */
function speedAfter(...answers: readonly (readonly [bytes: number, trip: number])[]): LinkSpeed {
  const speed = new LinkSpeed();
  for (const [bytes, trip] of answers) {
    speed.hear({ bytes, ofLastFrame: bytes, trip });
  }
  return speed;
}

it.each([
  ['a first screen at 300 bytes a second', [1100, 3700]],
  ['a part of one that takes a second', [300, 1000]],
  ['the few rows that are sent first', [170, 700]],
] as const)('knows a slow link by %s', (_, first) => {
  expect(speedAfter(first, [40, 130]).rate).toBeCloseTo(0.3, 1);
});

it.each([
  ['a quick one', [170, 20], true],
  ['a slow one', [170, 570], true],
  ['one that may be either', [170, 150], false],
] as const)('knows whether the first answer has told what the terminal is: %s', (_, first, isKnown) => {
  expect(speedAfter(first).isKnown).toBe(isKnown);
  expect(speedAfter(first, [1100, 160]).isKnown).toBe(true);
});

it('does not take a long way for a slow link once it knows how long it is', () => {
  expect(speedAfter([1100, 700]).rate).toBeDefined();
  expect(speedAfter([1100, 700], [40, 690]).rate).toBeUndefined();
});

it.each([
  ['a few bytes that a busy machine is late with', [[300, 250]]],
  ['as many that it is late with by more', [[300, 900]]],
  ['as many as a quick one takes in that time', [[4000, 700]]],
] as const)('takes no terminal for a slow one by %s', (_, answers) => {
  expect(speedAfter([40, 5], ...answers).rate).toBeUndefined();
});

it('keeps to what it knows of a slow link, however quickly few bytes come through, until many do', () => {
  const slow = [1100, 3700] as const;
  expect(speedAfter(slow, [40, 1], [300, 20], [128, 0]).rate).toBeCloseTo(0.3, 1);
  expect(speedAfter(slow, [40, 1], [2000, 20]).rate).toBeUndefined();
});

it('sends a slow link parts of a second, larger ones once they come through quicker, and again such where they do not', () => {
  const slow = [1100, 3700] as const;
  expect(speedAfter([40, 5]).part).toBeUndefined();
  expect(speedAfter(slow).part).toBeCloseTo(297.3, 1);
  expect(speedAfter(slow, [300, 100]).part).toBeCloseTo(594.6, 1);
  expect(speedAfter(slow, [300, 100], [300, 1000]).part).toBeLessThan(310);
});

it('sends parts that take four times the way, for which nothing comes between two of them', () => {
  expect(speedAfter([40, 600], [1100, 4300]).part).toBeCloseTo(0.297 * 2400, -1);
});
