import { expect, it } from 'vitest';

import { SlowTerminal } from './slow-terminal.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** A frame of words that has nothing in common with the ones before it takes some 260 bytes. */
const frameNumber = (number: number) => LETTERS.charAt(number % LETTERS.length);

it('shows every frame at once on a terminal that keeps up, and seldom asks it', async () => {
  const terminal = new SlowTerminal(1e6);
  for (let number = 0; number < 40; number++) {
    terminal.draw(frameNumber(number));
    await terminal.pass(50);
    expect(terminal.shown.at(-1)?.words).toBe(frameNumber(number));
  }
  expect(terminal.shown).toHaveLength(40);
  expect(terminal.questions).toBeLessThan(15);
  expect(terminal.mostQuestions).toBe(1);
  expect(terminal.pace.delay).toBeLessThan(100);
  expect(terminal.input.handedOn).toEqual([]);
});

it.each([300, 1200])('shows the newest state on a link of %d bytes a second, never a queue', async (rate) => {
  const terminal = new SlowTerminal(rate);
  terminal.draw('-', 5);
  await terminal.pass(4000);
  for (let number = 0; number < 100; number++) {
    terminal.draw(frameNumber(number));
    await terminal.pass(100);
    // One frame, and what the one before has left.
    expect(terminal.queue).toBeLessThan(2 * 300);
  }
  const { shown } = terminal;
  expect(shown.length).toBeGreaterThan(rate / 60);
  for (const { drawnAt, shownAt } of shown.slice(1)) {
    expect(shownAt - drawnAt).toBeLessThan((1000 * 2 * 300) / rate);
  }
  expect(terminal.mostQuestions).toBe(1);
  await terminal.pass(4000);
  expect(shown.at(-1)?.words).toBe(frameNumber(99));
});

it('knows that a link stood, holds frames back meanwhile, and draws the newest anew once it goes on', async () => {
  const terminal = new SlowTerminal(1e6);
  terminal.draw('a', 5);
  await terminal.pass(6000);
  expect(terminal.pace.delay).toBeLessThan(100);
  terminal.rate = 0;
  for (let number = 1; number <= 80; number++) {
    terminal.draw(frameNumber(number));
    await terminal.pass(500);
  }
  expect(terminal.pace.delay).toBeGreaterThan(39_000);
  expect(terminal.queue).toBeLessThan(1024);
  expect(terminal.mostQuestions).toBe(1);
  const before = terminal.shown.length;
  terminal.rate = 1e6;
  await terminal.pass(100);
  const [late, ...fresh] = terminal.shown.slice(before);
  expect(late?.shownAt).toBeGreaterThan((late?.drawnAt ?? 0) + 39_000);
  expect(fresh).toEqual([expect.objectContaining({ words: frameNumber(80) })]);
  expect(fresh[0]?.drawnAt).toBeGreaterThan((late?.shownAt ?? 0) - 50);
  expect(terminal.pace.delay).toBeLessThan(100);
});

it('says of the first frame after a link stood that the terminal was behind', async () => {
  const terminal = new SlowTerminal(1e6);
  terminal.draw('a', 15);
  await terminal.pass(100);
  terminal.rate = 0;
  terminal.draw('b', 15);
  await terminal.pass(40_000);
  terminal.answers = false;
  terminal.rate = 1e6;
  await terminal.pass(10);
  await terminal.input.send('\u001b[0n');
  expect(terminal.pace.delay).toBeGreaterThanOrEqual(40_000);
});

it('does not hold back a terminal that answers nothing for long, and asks it no more', async () => {
  const terminal = new SlowTerminal(1e6);
  terminal.answers = false;
  terminal.draw('a', 5);
  await terminal.pass(450);
  expect(terminal.pace.delay).toBe(0);
  await terminal.pass(1450);
  terminal.draw('b');
  terminal.draw('c');
  await terminal.pass(500);
  expect(terminal.pace.delay).toBeUndefined();
  expect(terminal.shown.at(-1)?.words).toBe('c');
  await terminal.pass(20_000);
  expect(terminal.pace.delay).toBe(0);
  for (let number = 0; number < 20; number++) {
    terminal.draw(frameNumber(number));
    await terminal.pass(10);
    expect(terminal.shown.at(-1)?.words).toBe(frameNumber(number));
  }
  expect(terminal.questions).toBe(1);
  await terminal.input.send('\u001b');
  await terminal.input.wait(25);
  expect(terminal.input.taken).toBe('^[27u');
});

it.each([
  ['a small first frame after five seconds', 5, 4900, 200],
  ['a large one when the slowest would have shown it long ago', 24, 9000, 5000],
])('gives up an answer behind %s', async (_what, rows, before, then) => {
  const terminal = new SlowTerminal(1e6);
  terminal.answers = false;
  terminal.draw('a', rows);
  const seen: string[] = [];
  terminal.pace.whenSeen(() => seen.push('a'));
  await terminal.pass(before);
  expect([terminal.pace.delay, seen]).toEqual([undefined, []]);
  await terminal.pass(then);
  expect([terminal.pace.delay, seen]).toEqual([0, ['a']]);
});

it('knows by an answer that comes later than that how slow the terminal is', async () => {
  const terminal = new SlowTerminal(1e6);
  terminal.answers = false;
  terminal.draw('a', 5);
  await terminal.pass(8000);
  expect(terminal.pace.bytesIn(1000)).toBeUndefined();
  await terminal.input.send('\u001b[0n');
  expect(terminal.pace.delay).toBeGreaterThanOrEqual(8000);
  expect(terminal.pace.bytesIn(1000)).toBeDefined();
  terminal.draw('b', 5);
  expect(terminal.questions).toBe(2);
  expect(terminal.pace.isHolding).toBe(true);
});

it('sends a terminal that answers nothing a part of what comes next after a second, and the rest when a slow one would take it', async () => {
  const terminal = new SlowTerminal(1e6);
  terminal.answers = false;
  terminal.draw('a', 10);
  await terminal.pass(950);
  expect(terminal.pace.isHolding).toBe(true);
  await terminal.pass(100);
  terminal.draw('b', 9);
  await terminal.pass(50);
  expect(terminal.shown.at(-1)?.words).toBe('b');
  terminal.draw('c');
  expect(terminal.pace.isHolding).toBe(true);
  await terminal.pass(1500);
  expect(terminal.shown.at(-1)?.words).toBe('b');
  await terminal.pass(1500);
  expect(terminal.shown.at(-1)?.words).toBe('c');
});

it('knows how much of a frame such a terminal is sent early', () => {
  const terminal = new SlowTerminal(1e6);
  terminal.answers = false;
  expect(terminal.pace.partBytes).toBeUndefined();
  terminal.draw('a', 10);
  expect(terminal.pace.partBytes).toBe(700);
});

it('keeps the early part for the first data where a clock moves on before them', async () => {
  const terminal = new SlowTerminal(1e6);
  terminal.answers = false;
  terminal.draw('a', 10);
  await terminal.pass(1050);
  terminal.draw('b', 1);
  terminal.draw('c', 1);
  terminal.draw('d', 5);
  expect(terminal.pace.isHolding).toBe(true);
  await terminal.pass(50);
  expect(terminal.shown.at(-1)?.words).toBe('d');
});

it('sends no more than an early part before the answer to the first frame, on a link of 300 bytes a second already', async () => {
  const terminal = new SlowTerminal(300);
  terminal.draw('a', 10);
  const first = terminal.queue;
  terminal.draw('b');
  let mostWaiting = terminal.queue;
  while (terminal.shown.length === 0) {
    await terminal.pass(50);
    mostWaiting = Math.max(mostWaiting, terminal.queue);
  }
  expect(mostWaiting).toBe(first);
  expect(terminal.pace.bytesIn(8000)).toBeLessThan(2600);
});

it('waits no more for a terminal that answers what it was asked later', async () => {
  const terminal = new SlowTerminal(1e6);
  terminal.answers = false;
  terminal.draw('a', 5);
  const seen: string[] = [];
  terminal.pace.whenSeen(() => seen.push('a'));
  await terminal.input.send('\u001b[?6c');
  expect(seen).toEqual(['a']);
  expect(terminal.pace.isLean).toBe(false);
  expect(terminal.pace.delay).toBe(0);
});

it('goes on when an answer is lost', async () => {
  const terminal = new SlowTerminal(1e6);
  terminal.draw('a', 15);
  await terminal.pass(100);
  terminal.answers = false;
  terminal.draw('b', 15);
  await terminal.pass(1000);
  terminal.draw('c');
  await terminal.pass(58_000);
  expect(terminal.shown.at(-1)?.words).toBe('b');
  await terminal.pass(2000);
  expect(terminal.shown.at(-1)?.words).toBe('c');
  // It is asked again: that one answer was lost says nothing of the next.
  expect(terminal.questions).toBe(3);
  terminal.answers = true;
  await terminal.pass(1000);
  terminal.draw('d', 15);
  await terminal.pass(100);
  expect(terminal.pace.delay).toBeLessThan(100);
});

it('lets the keys between the answers through, alone', async () => {
  const terminal = new SlowTerminal(300);
  terminal.draw('a', 15);
  await terminal.input.send('j\u001b[0n');
  terminal.draw('b', 15);
  await terminal.input.send('\u001b[', '3nk');
  expect(terminal.input.handedOn).toEqual([
    { text: 'j', together: 1 },
    { text: 'k', together: 1 },
  ]);
});

it('takes Escape for a key as quickly as ever while an answer is on its way', async () => {
  const terminal = new SlowTerminal(0);
  terminal.draw('a', 15);
  await terminal.input.send('\u001b');
  await terminal.input.wait(25);
  await terminal.input.send('3');
  expect(terminal.input.taken).toBe('^[27u 3');
});

it('lets nobody leave the terminal while an answer is on its way, for a while at most', async () => {
  const terminal = new SlowTerminal(1e6);
  const left: string[] = [];
  terminal.pace.beforeLeaving(() => left.push('at once'));
  terminal.draw('a', 15);
  terminal.pace.beforeLeaving(() => left.push('answered'));
  expect(left).toEqual(['at once']);
  await terminal.pass(20);
  expect(left).toEqual(['at once', 'answered']);
  terminal.rate = 0;
  terminal.draw('b', 15);
  terminal.pace.beforeLeaving(() => left.push('later'));
  await terminal.pass(500);
  expect(left).toEqual(['at once', 'answered', 'later']);
});

it('lets go of a terminal that was late by much after ten seconds', async () => {
  const terminal = new SlowTerminal(1e6);
  terminal.draw('a', 15);
  await terminal.pass(100);
  terminal.rate = 0;
  terminal.draw('b', 15);
  await terminal.pass(20_000);
  terminal.rate = 1e6;
  await terminal.pass(100);
  terminal.rate = 0;
  terminal.draw('c', 15);
  const left: string[] = [];
  terminal.pace.beforeLeaving(() => left.push('left'));
  await terminal.pass(9500);
  expect(left).toEqual([]);
  await terminal.pass(500);
  expect(left).toEqual(['left']);
});

it('forgets what it asked when somebody else has the terminal', async () => {
  const terminal = new SlowTerminal(0);
  terminal.draw('a', 15);
  terminal.draw('b');
  await terminal.pass(100);
  terminal.writer.stop();
  terminal.rate = 1e6;
  terminal.writer.start();
  terminal.draw('c');
  await terminal.pass(10);
  expect(terminal.shown.at(-1)?.words).toBe('c');
});

it('says when an answer is on its way, and when none is any more', async () => {
  const terminal = new SlowTerminal(300);
  terminal.draw('a', 15);
  expect(terminal.isAsking).toBe(true);
  await terminal.pass(10_000);
  expect(terminal.isAsking).toBe(false);
  terminal.draw('b', 15);
  expect(terminal.isAsking).toBe(true);
  terminal.writer.stop();
  expect(terminal.isAsking).toBe(false);
});

it('tells that a frame was seen once the terminal has answered behind it, and at once where nothing is on its way', async () => {
  const terminal = new SlowTerminal(200);
  const seen: string[] = [];
  const noting = (what: string) => () => void seen.push(what);
  terminal.pace.whenSeen(noting('nothing'));
  terminal.draw('a', 5);
  terminal.pace.whenSeen(noting('a'));
  await terminal.pass(2000);
  terminal.draw('b', 5);
  // The question is behind the first one alone.
  terminal.pace.whenSeen(noting('b'));
  expect(seen).toEqual(['nothing']);
  await terminal.pass(500);
  expect(seen).toEqual(['nothing', 'a']);
  await terminal.pass(3000);
  expect(seen).toEqual(['nothing', 'a', 'b']);
  expect(terminal.mostQuestions).toBe(1);
  terminal.answers = false;
  terminal.draw('c', 5);
  terminal.pace.whenSeen(noting('c'));
  await terminal.pass(59_000);
  expect(seen).toHaveLength(3);
  await terminal.pass(2000);
  expect(seen).toHaveLength(4);
});

it('still takes the rest of a key for it when an answer comes between', async () => {
  const terminal = new SlowTerminal(0);
  terminal.draw('a', 15);
  await terminal.input.send('\u001b');
  await terminal.input.wait(25);
  expect(terminal.input.taken).toBe('^[27u');
  await terminal.input.send('\u001b[0n');
  await terminal.input.wait(500);
  await terminal.input.send('[A', 'j');
  expect(terminal.input.taken).toBe('j');
});

it('stays lean on a terminal whose first answer has told nothing, and not once one has', async () => {
  const terminal = new SlowTerminal(1e6);
  terminal.answers = false;
  terminal.draw('a', 2);
  await terminal.pass(200);
  expect([terminal.pace.isUnheard, terminal.pace.isLean]).toEqual([true, true]);
  await terminal.input.send('\u001b[0n');
  expect([terminal.pace.isUnheard, terminal.pace.isLean]).toEqual([false, true]);
  terminal.answers = true;
  terminal.draw('b', 1);
  await terminal.pass(50);
  expect(terminal.pace.isLean).toBe(false);
});

it('does not take for a long way what a sequence before a small frame takes', async () => {
  const terminal = new SlowTerminal(300);
  terminal.draw('a', 3);
  await terminal.pass(2000);
  const sequence = '\u001b]4;0;?\u001b\\'.repeat(20);
  terminal.pace.noteSequence(sequence.length);
  terminal.writer.send(sequence);
  terminal.draw('a', 4);
  await terminal.pass(2000);
  expect(terminal.pace.bytesIn(10_000)).toBeGreaterThan(2500);
  expect(terminal.pace.bytesIn(10_000)).toBeLessThan(3300);
});
