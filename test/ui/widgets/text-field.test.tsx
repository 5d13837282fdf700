import { beforeEach, describe, expect, it } from 'vitest';

import CORPUS from '../../fixtures/hostile-text.json' with { type: 'json' };
import { PROSE } from '../../fixtures/prose.ts';
import { openDialog, updateDialog } from '../../../src/commands/base/command.ts';
import type { TestContext } from '../../helpers/command-context.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';
import { typeOnConsole, type TypedConsole } from '../../helpers/typed-console.tsx';

const ESC = '\u001b';
const LEFT = `${ESC}[D`;
const RIGHT = `${ESC}[C`;
const HOME = `${ESC}[H`;
const END = `${ESC}[F`;
const DELETE = `${ESC}[3~`;
const BACKSPACE = '\u007f';
const pasted = (text: string) => `${ESC}[200~${text}${ESC}[201~`;

const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

let context: TestContext;
let console: TypedConsole;
let written: string;
const text = () => written;

beforeEach(async () => {
  context = createFilledContext();
  written = '';
  openDialog(context, {
    kind: 'text',
    title: 'Write',
    lines: [],
    label: '/',
    initial: '',
    enterDoes: 'keeps it',
    findProblem: () => undefined,
    onChange: (changed) => (written = changed),
    submit: () => undefined,
    dangerous: false,
  });
  console = await typeOnConsole(context);
});

it.each([
  ['types', ['a', 'b c'], 'ab c', 'ab c', ' '],
  ['takes what is typed at its cursor', ['abc', LEFT, LEFT, 'x'], 'axbc', 'ax', 'b'],
  ['takes held keys one by one', ['abcdef', BACKSPACE.repeat(3), LEFT.repeat(2), 'x'], 'axbc', 'ax', 'b'],
  ['stays within its text', ['ab', LEFT.repeat(5), 'x', RIGHT.repeat(9), 'y'], 'xaby', 'xaby', ' '],
  ['knows Home and End', ['abc', HOME, 'x', END, 'y'], 'xabcy', 'xabcy', ' '],
  ['deletes in both directions', ['abcd', HOME, DELETE, RIGHT, BACKSPACE], 'cd', '', 'c'],
  ['takes characters back whole', ['日本😀e\u0301', BACKSPACE], '日本😀', '日本😀', ' '],
  ['moves over wide characters', ['a😀b日', LEFT, LEFT, 'x'], 'a😀xb日', 'a😀x', 'b'],
  ['clears', ['abc', '\u0015', 'd'], 'd', 'd', ' '],
  ['takes back a word before its cursor', ['one two', LEFT, '\u0017'], 'one o', 'one ', 'o'],
  [
    'types no letter of a Ctrl or Alt key',
    ['a', '\u0001', '\u000b', `${ESC}x`, '\u000c', 'b'],
    'ab',
    'ab',
    ' ',
  ],
  ['takes a paste at its cursor', ['ad', LEFT, pasted('b\r\nc'), 'x'], 'ab cxd', 'ab cx', 'd'],
  ['takes no line end', [pasted('\n'), 'a', pasted('\n\n')], 'a', 'a', ' '],
] as const)('%s', async (_what, keys, expected, before, under) => {
  await console.send(...keys);
  expect(text()).toBe(expected);
  expect(console.cursor).toEqual({ before: ` / ${before}`, under });
  expect(console.lines.find((line) => line.startsWith(' / '))).toBe(` / ${expected}`.trimEnd());
  expect(console.dropped).toBe(0);
});

describe('prose', () => {
  it.each(PROSE)(
    'in %s is typed, moved in and taken back by what people take for one character',
    async (_script, prose) => {
      const letters = Array.from(new Intl.Segmenter('en').segment(prose), ({ segment }) => segment);
      await console.send(pasted(prose), LEFT, 'x', BACKSPACE);
      expect(text()).toBe(prose);
      expect(console.cursor).toEqual({
        before: ` / ${letters.slice(0, -1).join('')}`,
        under: letters.at(-1),
      });
      await console.send(HOME, RIGHT, DELETE, END, BACKSPACE);
      expect(text()).toBe([...letters.slice(0, 1), ...letters.slice(2, -1)].join(''));
      expect(console.dropped).toBe(0);
    },
  );
});

it('shows a combining mark that is typed first, with nothing to stand on', async () => {
  await console.send('\u0301');
  expect(text()).toBe('\u0301');
  expect(console.cursor?.before).toBe(' / \\u{301}');
  await console.send('a');
  expect(text()).toBe('\u0301a');
  expect(console.cursor?.before).toBe(' / \\u{301}a');
});

it('keeps what cannot be seen, and shows it as a token', async () => {
  await console.send('e', '\u200b', pasted('v\u202e'), 'il\ufe0f', LEFT);
  expect(text()).toBe('e\u200bv\u202eil\ufe0f');
  expect(console.cursor).toEqual({ before: ' / e<U+200B>v<U+202E>i', under: 'l' });
  await console.send(LEFT, LEFT);
  expect(console.cursor).toEqual({ before: ' / e<U+200B>v', under: '<' });
  await console.send(BACKSPACE, BACKSPACE);
  expect(text()).toBe('e\u202eil\ufe0f');
});

it('shows no letter of a name that passes for another, and keeps it', async () => {
  updateDialog(context, 'text', { isName: () => true });
  await console.send(pasted('l\u043edash'), LEFT);
  expect(text()).toBe('l\u043edash');
  expect(console.cursor).toEqual({ before: ' / l\\u{43e}das', under: 'h' });
});

it.each(CORPUS.cases.map(({ name, input }) => [name, input] as const))(
  'keeps and shows all but controls of %s',
  async (_name, input) => {
    const typed = input
      .slice(0, 300)
      .toWellFormed()
      .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\ufffd]/gu, '');
    await console.send(pasted(typed), 'end');
    expect(text()).toBe(`${typed}end`);
    expect(console.lines.filter((line) => line.startsWith(' / '))).toHaveLength(1);
    expect(console.lines.join('')).not.toMatch(UNSEEN);
    expect(console.cursor?.before).toMatch(/end$/);
    expect(console.dropped).toBe(0);
  },
);

describe('a text that is longer than the screen is wide', () => {
  const row = () => console.lines.filter((line) => line.startsWith(' / '))[0] ?? '';

  it('shows the place of the cursor, in one row', async () => {
    await console.send(pasted('x'.repeat(70_000)), 'end');
    expect(text()).toHaveLength(65_536);
    await console.send(BACKSPACE.repeat(5), 'end');
    expect(text().slice(-4)).toBe('xend');
    expect(row()).toMatch(/^ \/ x+end$/);
    expect(row().length).toBeLessThan(80);
    await console.send(LEFT, LEFT, 'y');
    expect(console.cursor?.before).toMatch(/xey$/);
    expect(row()).toMatch(/eynd$/);
    await console.send(HOME, 'a');
    expect(console.cursor).toEqual({ before: ' / a', under: 'x' });
    expect(text()).toHaveLength(65_536);
  });

  it('is kept in its row when it is wide, too', async () => {
    await console.send(pasted('日本'.repeat(100)), LEFT, LEFT);
    expect(console.cursor?.under).toBe('日');
    expect(console.lines.filter((line) => line.includes('日'))).toHaveLength(1);
  });
});
