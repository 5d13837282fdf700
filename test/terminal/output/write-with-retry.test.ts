import { expect, test } from 'vitest';

import { TerminalGoneError } from '../../../src/terminal/output/terminal-output.ts';
import { writeWithRetry } from '../../../src/terminal/output/write-with-retry.ts';
import { FakeTerminalOutput } from '../../helpers/fake-terminal-output.ts';

/** Time that passes only while the writer pauses; `onPause` is told of it. */
function stopwatch(onPause: (elapsed: number) => void = () => undefined) {
  let elapsed = 0;
  return {
    monotonic: () => elapsed,
    pause: (milliseconds: number) => {
      elapsed += milliseconds;
      onPause(elapsed);
    },
  };
}

const TEXT = Buffer.from('everything there is');

test('what a terminal takes bit by bit arrives whole and in order', () => {
  const output = new FakeTerminalOutput();
  output.room = 3;
  const time = stopwatch(() => (output.room = 3));
  expect(writeWithRetry(output, TEXT, time, 100)).toBe(true);
  expect(output.text).toBe(TEXT.toString());
});

test('one that stays full is given up when the patience is over', () => {
  const output = new FakeTerminalOutput();
  output.room = 5;
  const time = stopwatch();
  expect(writeWithRetry(output, TEXT, time, 100)).toBe(false);
  expect(output.text).toBe('every');
  expect(time.monotonic()).toBe(100);
});

test('without patience it is asked once, and nothing waits', () => {
  const output = new FakeTerminalOutput();
  output.room = 0;
  const time = stopwatch();
  expect(writeWithRetry(output, TEXT, time, 0)).toBe(false);
  expect([output.attempts, time.monotonic()]).toEqual([1, 0]);
});

test('one that is gone is told of', () => {
  const output = new FakeTerminalOutput();
  output.isGone = true;
  expect(() => writeWithRetry(output, TEXT, stopwatch(), 100)).toThrow(TerminalGoneError);
});
