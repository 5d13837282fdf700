import { PassThrough } from 'node:stream';

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { ask, type Asking } from '../../../src/cli/session/confirm-prompt.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

/** What the terminal was asked for and what was printed on it, in order. */
let events: string[];
let clock: VirtualClock;
let keyboard: PassThrough;
let stopping: AbortController;
let asking: Asking;

beforeEach(() => {
  events = [];
  clock = new VirtualClock();
  stopping = new AbortController();
  keyboard = new PassThrough();
  const setRawMode = (isRaw: boolean) => events.push(isRaw ? 'raw' : 'cooked');
  asking = {
    clock,
    input: Object.assign(keyboard, { isTTY: true, setRawMode }),
    stop: stopping.signal,
    target: { organization: { name: undefined, server: 'a.example', key: 'abc' } },
  };
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    events.push(String(text));
    return true;
  });
});

afterEach(() => {
  stopping.abort();
  vi.restoreAllMocks();
});

/** Types what arrives at once, so many milliseconds after what was typed before. */
async function type(piece: string, after = 0): Promise<void> {
  await clock.advance(after);
  keyboard.write(piece);
  await arrived();
}

const arrived = () => new Promise((resolve) => setImmediate(resolve));

/** Puts a question; `answer` holds what it was answered with, once it was. */
function put(question: string): { answer?: string | undefined; isOver?: true } {
  const given: ReturnType<typeof put> = {};
  void ask(question, asking).then((answer) => Object.assign(given, { answer, isOver: true }));
  return given;
}

const timesPut = (question: string) => events.filter((event) => event === question).length;
const timesIgnored = () => events.filter((event) => event.includes('Ignored: what was typed before')).length;

it('takes a line that is typed 400 ms after the question, which the terminal lets be edited', async () => {
  const given = put('Sure? ');
  expect(events[0]).toBe('raw');
  await clock.advance(399);
  expect(events.at(-1)).toBe('Sure? ');
  await type('y', 1);
  expect([events.at(-1), given.isOver]).toEqual(['cooked', undefined]);
  await type(' \n', 5000);
  expect(given).toEqual({ answer: 'y', isOver: true });
  expect([timesPut('Sure? '), timesIgnored()]).toEqual([1, 0]);
});

it.each(['y\n', 'y', '\n', 'host\ny\n'])(
  'ignores %j that was typed before the question, and asks again',
  async (piece) => {
    keyboard.write(piece);
    const given = put('Sure? ');
    await arrived();
    await clock.advance(400);
    expect([timesPut('Sure? '), timesIgnored()]).toEqual([2, 1]);
    await type('\n', 400);
    expect(given).toEqual({ answer: '', isOver: true });
  },
);

it('asks again once no key came for 250 ms, and then the time begins anew', async () => {
  const given = put('Sure? ');
  await type('y', 399);
  for (let held = 0; held < 20; held++) {
    await type('y', 249);
  }
  expect([timesPut('Sure? '), given.isOver]).toEqual([1, undefined]);
  await clock.advance(250);
  expect([timesPut('Sure? '), timesIgnored()]).toEqual([2, 1]);
  await type('y\n', 399);
  expect(given.isOver).toBeUndefined();
  await type('y\n', 250 + 400);
  expect(given.answer).toBe('y');
  expect(timesIgnored()).toBe(2);
});

it('reads what was typed while the program was held up before it lets a line be an answer', async () => {
  const given = put('Sure? ');
  clock.pass(10_000);
  clock.fireNext();
  keyboard.write('y\n');
  await arrived();
  await clock.advance(250);
  expect([given.isOver, timesIgnored()]).toEqual([undefined, 1]);
});

it('lets nothing of the line for one question answer the next', async () => {
  const first = put('Type 1: ');
  await type('1\ny\n', 400);
  expect(first.answer).toBe('1');
  const second = put('Write? ');
  await arrived();
  await clock.advance(400);
  expect([second.isOver, timesPut('Write? '), timesIgnored()]).toEqual([undefined, 2, 1]);
  await type('n\n', 400);
  expect(second.answer).toBe('n');
});

it('is ended by Ctrl-C at any time, as the terminal does it', async () => {
  const kill = vi.spyOn(process, 'kill').mockImplementation(() => {
    stopping.abort(130);
    return true;
  });
  const given = put('Sure? ');
  await type('y\u0003', 10);
  expect(kill).toHaveBeenCalledExactlyOnceWith(0, 'SIGINT');
  expect(given).toEqual({ answer: undefined, isOver: true });
  expect(events.at(-1)).toBe('cooked');
  expect(put('Again? ')).toEqual({});
  await arrived();
  expect(timesPut('Again? ')).toBe(0);
});

it.each([
  ['Ctrl-D at once', () => type('\u0004', 10)],
  ['the end of the input', () => keyboard.end() && arrived()],
  ['the end of the input later', () => clock.advance(400).then(() => keyboard.end() && arrived())],
  ['a terminal that is gone', () => keyboard.destroy(new Error('EIO')) && arrived()],
  ['a signal', () => Promise.resolve(stopping.abort(143))],
])('is given up at %s, with the terminal as it was', async (_what, end) => {
  const given = put('Sure? ');
  await end();
  await arrived();
  expect(given).toEqual({ answer: undefined, isOver: true });
  expect(events.at(-1)).toBe('cooked');
  await clock.advance(10_000);
  expect(timesPut('Sure? ')).toBe(1);
});

it('puts the question again when the program was stopped and goes on, and takes nothing typed meanwhile', async () => {
  const given = put('Sure? ');
  await clock.advance(5000);
  process.emit('SIGCONT');
  await type('y\n');
  expect([events.at(-1), given.isOver]).toEqual(['Sure? ', undefined]);
  await clock.advance(400);
  expect([timesPut('Sure? '), timesIgnored()]).toEqual([3, 1]);
  await type('y\n', 400);
  expect(given.answer).toBe('y');
  const before = events.length;
  process.emit('SIGCONT');
  expect(events).toHaveLength(before);
});

it.each([
  ['\u001a', 'SIGTSTP'],
  ['\u001c', 'SIGQUIT'],
] as const)('lets %j do what it does elsewhere before a question can be answered', async (key, signal) => {
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
  put('Sure? ');
  await type(key, 100);
  expect(kill.mock.calls).toEqual([[0, signal]]);
  expect(events.at(-1)).toBe('cooked');
});
