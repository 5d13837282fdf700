import { describe, expect, it } from 'vitest';

import { columnsOf } from '../../../src/lib/cell-text.ts';
import { safeSegments, safeString } from '../../../src/lib/safe-text.ts';
import { seenText, visibleParts } from '../../../src/lib/text-editing.ts';

const tokensIn = (text: string, profile: 'cell' | 'block' | 'ident' = 'cell') =>
  safeSegments(text, profile).flatMap((segment) => (segment.token ? [segment.text] : []));

describe.each([
  ['Persian', 'می\u200cخواهم کتاب\u200cها را', 'میخواهم کتابها را'],
  ['Persian with marks', 'مِی\u064f\u200cخواهم', 'مِی\u064fخواهم'],
  ['Kurdish', 'ده\u200cکه\u200cم', 'دهکهم'],
  ['Hindi', 'क्\u200dष और क्\u200cष', 'क्ष और क्ष'],
  ['Bengali', 'র্\u200dযাব', 'র্যাব'],
  ['Sinhala', 'ශ්\u200dරී ලංකා', 'ශ්රී ලංකා'],
  ['Malayalam', 'അവന്\u200d', 'അവന്'],
  ['Kannada', 'ರ್\u200dಕ', 'ರ್ಕ'],
])('prose in %s', (_script, text, shown) => {
  it('is shown without what only joins its letters', () => {
    expect(safeString(text, 'cell')).toBe(shown);
    expect(safeString(text, 'block')).toBe(shown);
    expect(seenText(text)).toBe(shown);
    expect(columnsOf(safeString(text, 'cell'))).toBe(columnsOf(shown));
  });

  it('is escaped in a name and in ASCII', () => {
    expect(tokensIn(text, 'ident').join('')).toMatch(/<U\+200[CD]>/);
    expect(safeString(text, 'cell', true)).toMatch(/<U\+200[CD]>/);
  });

  it('is shown so in a field, wherever its cursor is', () => {
    for (let cursor = 0; cursor <= text.length; cursor++) {
      expect(visibleParts({ text, cursor }, 40).join('').trimEnd()).not.toMatch(/<U\+/);
    }
  });
});

it.each([
  ['a family', '👨\u200d👩\u200d👧', '👨👩👧'],
  ['a heart', 'ok ❤\ufe0f', 'ok ❤'],
  ['a heart on fire', '❤\ufe0f\u200d🔥', '❤🔥'],
  ['a trade with a skin', '👩🏽\u200d🚀', '👩🏽🚀'],
  ['a key', '1\ufe0f\u20e3', '1\u20e3'],
])('a picture of several signs, %s, is those signs', (_what, text, shown) => {
  expect(safeString(text, 'block')).toBe(safeString(shown, 'block'));
  expect(safeString(text, 'cell')).toBe(safeString(shown, 'cell'));
  expect(tokensIn(text).join('')).not.toMatch(/U\+/);
});

it.each([
  ['between Latin letters', 'pay\u200cpal', 1],
  ['between Latin letters', 'pay\u200dpal', 1],
  ['between Cyrillic letters', 'аб\u200cвг', 1],
  ['between letters of two scripts', 'aم\u200cb', 1],
  ['at the beginning', '\u200cمی', 1],
  ['at the end', 'می\u200c', 1],
  ['before a blank', 'می\u200c خواهم', 1],
  ['twice', 'می\u200c\u200cخواهم', 1],
  ['with another one', 'می\u200c\u200dخواهم', 2],
  ['twice behind a virama', 'क्\u200d\u200dष', 1],
  ['without a virama', 'क\u200dष', 1],
  ['behind a virama without a letter', '\u094d\u200dष', 1],
  ['between a letter and a picture', 'a\u200d👩', 1],
  ['behind a picture alone', '👩\u200d', 1],
  ['behind a letter', 'a\ufe0f', 1],
  ['behind a digit', '1\ufe0f2', 1],
  ['twice behind a picture', '❤\ufe0f\ufe0f', 1],
])('a joiner %s stays a token', (_where, text, count) => {
  expect(tokensIn(text, 'block').filter((token) => token.startsWith('<U+'))).toHaveLength(count);
  expect(seenText(text)).toMatch(/<U\+/);
});

it('leaves what turns the order of letters around a token, also beside a joiner', () => {
  expect(tokensIn('می\u202e\u200cخواهم')).toEqual(['<U+202E>', '<U+200C>']);
});

it('shows of a name in a field everything that is not ASCII by its number', () => {
  const name = 'l\u043edash \u00fc\u200b';
  expect(seenText(name)).toBe('l\u043edash \u00fc<U+200B>');
  expect(seenText(name, 0, name.length, true)).toBe('l\\u{43e}dash \\u{fc}<U+200B>');
  expect(visibleParts({ text: name, cursor: 1 }, 40, true)).toEqual([
    'l',
    '\\u{43e}',
    'dash \\u{fc}<U+200B>',
  ]);
});
