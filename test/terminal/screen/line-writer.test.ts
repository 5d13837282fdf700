import { beforeEach, expect, it, vi } from 'vitest';

import { TerminalGoneError } from '../../../src/terminal/output/terminal-output.ts';
import { LineWriter } from '../../../src/terminal/screen/line-writer.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

let clock: VirtualClock;
let written: string;
/** How many bytes the terminal takes at the next write. */
let room: number;
const onGone = vi.fn();
let lines: LineWriter;

beforeEach(() => {
  clock = new VirtualClock();
  written = '';
  room = Number.POSITIVE_INFINITY;
  onGone.mockClear();
  const output = {
    write(bytes: Uint8Array) {
      const taken = bytes.subarray(0, Math.min(room, bytes.length));
      written += Buffer.from(taken).toString();
      return taken.length;
    },
  };
  lines = new LineWriter({ output, clock, onGone });
});

it('writes nothing before it may, and then all of it', () => {
  lines.say('one\r\n');
  expect(written).toBe('');
  lines.start();
  expect(written).toBe('one\r\n');
});

it('goes on where a full terminal stopped', async () => {
  lines.start();
  room = 2;
  lines.say('hello\r\n');
  lines.say('again\r\n');
  room = Number.POSITIVE_INFINITY;
  await clock.advance(1000);
  expect(written).toBe('hello\r\nagain\r\n');
});

it('keeps the newest whole lines of what a terminal does not take for long', async () => {
  lines.start();
  room = 0;
  for (let line = 0; line < 5000; line++) {
    lines.say(`${line} ${'x'.repeat(40)}\r\n`);
  }
  room = Number.POSITIVE_INFINITY;
  await clock.advance(1000);
  expect(written.length).toBeLessThanOrEqual(65_536);
  expect(written).toMatch(/^\d+ x+\r\n/);
  expect(written).toContain('\r\n4999 x');
});

it('is silent once it was stopped, and tells once when the terminal is gone', () => {
  lines.start();
  lines.stop();
  lines.say('one\r\n');
  expect(written).toBe('');
  const gone = new LineWriter({
    output: {
      write() {
        throw new TerminalGoneError();
      },
    },
    clock,
    onGone,
  });
  gone.start();
  gone.say('one\r\n');
  gone.say('two\r\n');
  expect(onGone).toHaveBeenCalledTimes(1);
});

it('rings the bell once, however often a terminal that takes nothing is to ring', async () => {
  lines.ring();
  lines.start();
  expect(written).toBe('');
  lines.ring();
  expect(written).toBe('\u0007');
  room = 0;
  lines.say('line\r\n');
  lines.ring();
  lines.ring();
  room = Number.POSITIVE_INFINITY;
  await clock.advance(1000);
  expect(written).toBe('\u0007line\r\n');
});

it('leaves out what passes where it was not begun before the next thing is said, and nothing else', async () => {
  lines.start();
  room = 2;
  lines.say('begun\r\n', { isPassing: true });
  room = 0;
  lines.say('passing\r\n', { isPassing: true });
  lines.say('a verdict\r\n', { isPassing: false });
  lines.say('the last row\r\n', { isPassing: true });
  room = Number.POSITIVE_INFINITY;
  await clock.advance(1000);
  expect(written).toBe('begun\r\na verdict\r\nthe last row\r\n');
});
