import { expect, it } from 'vitest';

import { sayEdit } from '../../../../src/ui/app/speech/field-edit.ts';

it.each([
  ['a letter', 'bui', 'buil', 'l'],
  ['a space', 'build', 'build ', 'space'],
  ['a sign', 'host', 'host:', 'colon'],
  ['signs', 'a', 'a->', 'minus greater than'],
  ['a sign that went', 'lod*', 'lod', 'star deleted'],
  ['what was pasted', '', 'build-03', 'build-03'],
  ['a letter in the midst', 'bild', 'build', 'u'],
  ['one more of the same', 'buid', 'buiid', 'i'],
  ['a letter that went', 'build', 'buil', 'd deleted'],
  ['a word that went', 'build it', 'build ', 'it deleted'],
  ['all that went', 'build', '', 'build deleted'],
  ['another text whole', 'left-pad', 'right-pad', 'right-pad'],
])('says %s', (_what, before, now, words) => {
  const edited = (text: string) => ({ text, cursor: text.length });
  expect(sayEdit(edited(before), edited(now))).toBe(words);
});

it.each([
  [3, 2, 'c'],
  [0, 3, 'space'],
  [2, 5, 'end of the text'],
  [2, 2, ''],
])('says what the cursor goes to from %i to %i', (from, to, words) => {
  const text = 'abc d';
  expect(sayEdit({ text, cursor: from }, { text, cursor: to })).toBe(words);
});

it.each([
  ['what is not seen', 'a\u202eb', false, '<U+202E>'],
  ['a letter of prose', 'aжb', false, 'ж'],
  ['a letter of a name that passes for another', 'a\u0430b', true, '\\u{430}'],
])('says by its code %s, as the field shows it', (_what, text, isName, words) => {
  const around = text.replace(/^a.(.*)$/u, 'a$1');
  expect(sayEdit({ text, cursor: 0 }, { text, cursor: 1 }, isName)).toBe(words);
  expect(sayEdit({ text: around, cursor: 1 }, { text, cursor: 2 }, isName)).toBe(words);
  expect(sayEdit({ text, cursor: 2 }, { text: around, cursor: 1 }, isName)).toBe(`${words} deleted`);
});

it('says a letter of two units whole', () => {
  expect(sayEdit({ text: 'a😀', cursor: 3 }, { text: 'a😀', cursor: 1 })).toBe('sign 😀');
});
