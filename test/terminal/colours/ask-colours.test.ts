import { expect, it, onTestFinished } from 'vitest';

import { AskColours } from '../../../src/terminal/colours/ask-colours.ts';
import type { TerminalColours } from '../../../src/terminal/colours/terminal-colours.ts';
import { GuardedInput } from '../input/guarded-input.ts';

const WHITE = '\u001b]11;rgb:ffff/ffff/ffff\u001b\\';
const BLACK_LETTERS = '\u001b]10;rgb:0000/0000/0000\u001b\\';
const RED = '\u001b]4;1;rgb:cd/00/00\u0007';
const ATTRIBUTES = '\u001b[?64;1;2c';

function asked() {
  const input = new GuardedInput();
  const sent: string[] = [];
  const answers: TerminalColours[] = [];
  const question = new AskColours({
    input: input.guard,
    clock: input.clock,
    send: (sequence) => sent.push(sequence),
    numbers: [1, 9],
    onAnswer: (colours) => answers.push(colours),
  });
  question.ask();
  onTestFinished(() => input.guard.close());
  return { input, sent, answers, question };
}

it('asks for letters, background and the colours, and for what every terminal answers behind them', () => {
  expect(asked().sent).toEqual([
    '\u001b]10;?\u001b\\\u001b]11;?\u001b\\\u001b]4;1;?\u001b\\\u001b]4;9;?\u001b\\\u001b[c',
  ]);
});

it('tells all answers at once, and hands none on as keys', async () => {
  const { input, answers } = asked();
  const unasked = '\u001b]4;7;rgb:ff/ff/ff\u001b\\';
  expect(await input.result(`${BLACK_LETTERS}${WHITE}${RED}${unasked}${ATTRIBUTES}`)).toBe('');
  expect(answers).toEqual([
    { foreground: [0, 0, 0], background: [1, 1, 1], palette: new Map([[1, [205 / 255, 0, 0]]]) },
  ]);
});

it.each([
  ['a letter between the answers', `${WHITE}j${ATTRIBUTES}`, 'j'],
  ['a letter before them', `j${WHITE}${ATTRIBUTES}`, 'j'],
])('takes %s for a key that came alone', async (_, chunk, key) => {
  const { input } = asked();
  await input.send(chunk);
  expect(input.handedOn).toEqual([{ text: key, together: 1 }]);
});

it('understands answers in any parts and with any time between', async () => {
  const whole = `${BLACK_LETTERS}${WHITE}${RED}${ATTRIBUTES}`;
  for (const wait of [0, 200]) {
    for (let cut = 1; cut < whole.length; cut++) {
      const { input, answers } = asked();
      await input.send(whole.slice(0, cut));
      await input.wait(wait);
      expect(await input.result(whole.slice(cut)), `cut at ${cut}, ${wait} ms`).toBe('');
      expect(answers.at(-1)?.palette.size, `cut at ${cut}, ${wait} ms`).toBe(1);
    }
  }
});

it.each(['\u001b', '\u001b]', '\u001b]11;rgb:ffff/f', '\u001b[?6'])(
  'hands no key on when a link holds back what comes behind %j for seconds',
  async (begun) => {
    const whole = begun.startsWith('\u001b[') ? ATTRIBUTES : WHITE;
    const { input } = asked();
    await input.send(begun);
    await input.wait(begun === '\u001b' ? 240 : 4000);
    expect(await input.result(whole.slice(begun.length))).toBe('');
  },
);

it('is content with the background alone, where nothing tells that no more comes', async () => {
  const { input, answers } = asked();
  await input.send(WHITE);
  await input.wait(200);
  expect(answers).toEqual([{ foreground: undefined, background: [1, 1, 1], palette: new Map() }]);
});

it('tells nothing where the terminal answers nothing about colours, and Escape is quick again', async () => {
  const { input, answers, question } = asked();
  await input.send(ATTRIBUTES);
  expect(answers).toEqual([]);
  await input.send('\u001b');
  await input.wait(25);
  expect(input.taken).toBe('^[27u');
  question.ask();
  expect(answers).toEqual([]);
});

it.each([20, 2500, 4999])(
  'takes colours that come %d ms behind what the terminal is, all at once, and an Escape is quick meanwhile',
  async (late) => {
    const { input, answers } = asked();
    await input.send(ATTRIBUTES);
    await input.wait(late);
    expect(await input.result(BLACK_LETTERS, WHITE, RED)).toBe('');
    await input.wait(200);
    expect(answers).toEqual([
      { foreground: [0, 0, 0], background: [1, 1, 1], palette: new Map([[1, [205 / 255, 0, 0]]]) },
    ]);
    await input.send('\u001b');
    await input.wait(25);
    expect(input.taken).toBe('^[27u');
  },
);

it('swallows colours that come later than five seconds behind what the terminal is', async () => {
  const { input, answers } = asked();
  await input.send(ATTRIBUTES);
  await input.wait(5000);
  expect(await input.result(WHITE)).toBe('');
  await input.wait(10_000);
  expect(answers).toEqual([]);
});

it('waits no longer than ten seconds, and swallows what comes later', async () => {
  const { input, answers } = asked();
  await input.wait(10_000);
  expect(await input.result(`${WHITE}${ATTRIBUTES}`)).toBe('');
  await input.wait(10_000);
  expect(answers).toEqual([]);
});

it('waits for the answers to a later question as long as for those to the first', async () => {
  const { input, answers, question } = asked();
  await input.send(ATTRIBUTES);
  await input.wait(9000);
  question.ask();
  await input.wait(9000);
  await input.send(`${WHITE}${ATTRIBUTES}`);
  expect(answers.map(({ background }) => background)).toEqual([[1, 1, 1]]);
});

it('does not believe what is no answer to what was asked', async () => {
  const { input, answers } = asked();
  const others = [
    '\u001b]11;?\u001b\\',
    '\u001b]11;rgb:fffff/0/0\u001b\\',
    '\u001b]4;7;rgb:ff/ff/ff\u001b\\',
    '\u001b]52;c;AAAA\u001b\\',
    `\u001b]11;rgb:ff/ff/ff${'f'.repeat(100_000)}\u001b\\`,
    '\u001b]11;rgb:ff/ff/ff\u0018',
  ];
  expect(await input.result(...others, '\u001b[?1;2$y', '\u001b[>1;2c')).toBe('');
  await input.wait(10_000);
  expect(answers).toEqual([]);
});

it('lets nobody leave the terminal while answers are on their way, for half a second at most', async () => {
  const { input, question } = asked();
  const left: string[] = [];
  question.beforeLeaving(() => left.push('answered'));
  expect(left).toEqual([]);
  await input.send(ATTRIBUTES);
  expect(left).toEqual(['answered']);
  question.beforeLeaving(() => left.push('at once'));
  expect(left).toEqual(['answered', 'at once']);
  question.ask();
  question.beforeLeaving(() => left.push('later'));
  await input.wait(500);
  expect(left).toEqual(['answered', 'at once', 'later']);
});
