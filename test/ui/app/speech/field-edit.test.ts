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

it('says a letter of two units whole', () => {
  expect(sayEdit({ text: 'a😀', cursor: 3 }, { text: 'a😀', cursor: 1 })).toBe('sign 😀');
});
