import { expect, test } from 'vitest';

import { safeSegments } from '../../src/lib/safe-text.ts';
import { quote } from '../../src/api/quote.ts';

test.each([
  ['plain', 'plain'],
  ['  <html>\n\t<body>  ', '<html> <body>'],
  ['\u001b]52;c;ZXZpbA==\u0007', '^[]52;c;ZXZpbA==^G'],
  ['a\u007fb\u009bc', 'a^?b<U+009B>c'],
  ['Schlüssel ungültig', 'Schlüssel ungültig'],
  ['abc\u202edef', 'abc<U+202E>def'],
  ['\ud83d', '\ufffd'],
])('%j reads %j', (text, quoted) => {
  expect(quote(text, 80)).toBe(quoted);
});

test('what is longer is cut between characters', () => {
  expect(quote('x'.repeat(81), 80)).toBe(`${'x'.repeat(80)}…`);
  expect(quote('x'.repeat(80), 80)).toBe('x'.repeat(80));
  expect(quote('𝒳'.repeat(500), 3)).toBe('𝒳𝒳𝒳…');
});

test('nothing of it acts on a terminal, and making it safe once more to be drawn changes nothing', () => {
  const everything = Array.from({ length: 0x180 }, (_, code) => String.fromCharCode(code)).join('');
  const quoted = quote(everything, 0x180);
  expect(quoted).not.toMatch(/\p{Cc}/u);
  const drawn = safeSegments(quoted, 'block').map(({ text }) => text);
  expect(drawn.join('')).toBe(quoted);
});

test.each([
  ['\u001b[2J', '^[[2J'],
  ['^[[2J', '\\u{5e}[[2J'],
  ['\u202e', '<U+202E>'],
  ['<U+202E>', '\\u{3c}U+202E>'],
  ['\\u{430}', '\\u{5c}u{430}'],
])('%j cannot be taken for what only looks like it', (text, quoted) => {
  expect(quote(text, 80)).toBe(quoted);
});
