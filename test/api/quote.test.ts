import { expect, test } from 'vitest';

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

test('nothing of it acts on a terminal, and quoting once more changes nothing', () => {
  const everything = Array.from({ length: 0x180 }, (_, code) => String.fromCharCode(code)).join('');
  const quoted = quote(everything, 0x180);
  expect(quoted).not.toMatch(/\p{Cc}/u);
  expect(quote(quoted, 1000)).toBe(quoted);
});
