import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { LinePattern, LONGEST_MATCH } from '../../../src/lib/line-pattern/line-pattern.ts';
import { PatternError } from '../../../src/lib/line-pattern/pattern-syntax.ts';

function read(source: string): LinePattern {
  const pattern = LinePattern.read(source);
  if (pattern instanceof PatternError) {
    throw pattern;
  }
  return pattern;
}

function found(source: string, text: string, most = 1_000_000): readonly string[] {
  return [...read(source).findInPieces(text, most)].flat().map(({ start, end }) => text.slice(start, end));
}

const problem = (source: string) => {
  const pattern = LinePattern.read(source);
  return pattern instanceof PatternError ? [pattern.at, pattern.message] : undefined;
};

describe('a pattern', () => {
  it.each([
    ['tok(en|o)', 'a token, tok, toko', ['token', 'toko']],
    [String.raw`\b\d{2,3}\b`, '1 22 333 4444', ['22', '333']],
    ['^a.*b$', 'axb\na-b c\nab', ['axb', 'ab']],
    ['<.*?>', '<a><b>', ['<a>', '<b>']],
    ['a|ab', 'ab', ['a']],
    ['(?:ab)+c?', 'ababc ab', ['ababc', 'ab']],
    [String.raw`\/etc\/pass\w+`, 'cat /etc/passwd', ['/etc/passwd']],
    [String.raw`[^\s"]+@[\w.]+`, 'to "a@b.c" x', ['a@b.c']],
    [String.raw`\p{L}+`, 'größe 12', ['größe']],
    ['x*', 'axxb', ['xx']],
    ['ß.', '\u{1f600}ß\u{1f600}', ['ß\u{1f600}']],
    ['[^x]+', 'ab\ncd', ['ab', 'cd']],
  ])('%s finds in %j what the language finds', (source, text, expected) => {
    expect(found(source, text)).toEqual(expected);
  });

  it('minds the case once it has a capital letter, those of escapes left aside', () => {
    expect(found('token', 'Token TOKEN')).toEqual(['Token', 'TOKEN']);
    expect(found('Token', 'Token TOKEN')).toEqual(['Token']);
    expect(found(String.raw`\Stoken\D`, 'xTOKEN.')).toEqual(['xTOKEN.']);
  });

  it.each([
    ['(a', 0, 'The ) of this one is missing'],
    ['a)', 1, 'without its ('],
    ['[a', 0, 'The ] of this one is missing'],
    ['[z-a]', 0, 'no set of characters'],
    ['*a', 0, 'nothing that * could repeat'],
    ['a{3,2}', 1, 'ends before it begins'],
    ['a**', 2, 'with parentheses'],
    ['(?=a)b', 0, 'looks ahead or behind'],
    [String.raw`(a)\1`, 3, 'a second time'],
    [String.raw`a\n`, 1, 'within one line'],
    [String.raw`\q`, 0, 'has no meaning'],
    ['a\\', 1, 'nothing behind the \\'],
    ['^*', 1, 'cannot be repeated'],
    ['(?:a{999}){999}', 0, 'too large'],
    ['('.repeat(99), 50, 'too many parentheses'],
  ])('%s is refused at its place', (source, at, words) => {
    expect(problem(source)).toEqual([at, expect.stringContaining(words)]);
  });

  it('takes steps by the length of the text for what other engines never come to an end with', () => {
    const text = `${'a'.repeat(3000)}!`;
    for (const source of ['(a+)+$', '(?:a|a)*b', 'a*a*a*a*a*b', '(?:.*)*=']) {
      let pieces = 0;
      for (const part of read(source).findInPieces(text, 10_000)) {
        expect(part).toEqual([]);
        pieces++;
      }
      expect(pieces, source).toBeLessThan(20);
    }
  });

  it('finds nothing longer than it may be, and of what goes on the beginning', () => {
    const text = `a${'x'.repeat(LONGEST_MATCH)}b`;
    expect(found('a.*b', text)).toEqual([]);
    expect(found('ax*', text).map(({ length }) => length)).toEqual([LONGEST_MATCH]);
  });

  const piece = fc.constantFrom(
    'a',
    'b',
    '.',
    'ab',
    '[ab]',
    String.raw`\w`,
    '(a|b)',
    '(ab|a)',
    String.raw`\b`,
    'A',
    'é',
  );
  const repeated = fc
    .tuple(piece, fc.constantFrom('', '', '*', '+', '?', '{1,2}', '*?', '+?'))
    .map(([part, sign]) => (part === String.raw`\b` ? part : part + sign));
  const pattern = fc
    .tuple(
      fc.constantFrom('', '^'),
      fc.array(repeated, { minLength: 1, maxLength: 5 }),
      fc.constantFrom('', '$'),
    )
    .map(([start, parts, end]) => start + parts.join('') + end);

  it('finds where the engine of the language finds, in whatever pieces it does so', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          pattern,
          fc.tuple(pattern, pattern).map((both) => both.join('|')),
        ),
        fc.string({ unit: fc.constantFrom('a', 'b', 'A', 'é', ' ', '\n', '\u{1f600}'), maxLength: 30 }),
        fc.integer({ min: 1, max: 50 }),
        (source, text, most) => {
          const flags = source.includes('A') ? 'gmu' : 'gimu';
          const expected = Array.from(text.matchAll(new RegExp(source, flags)), ([match]) => match);
          const isNullable = new RegExp(`^(?:${source})$`, 'u').test('') || expected.includes('');
          const ours = found(source, text, most);
          // Where nothing can be a match, too, the language goes on behind it and this looks for more than nothing.
          if (!isNullable) {
            expect(ours).toEqual(expected);
          }
          expect(ours).toEqual(found(source, text));
        },
      ),
      { numRuns: 2000 },
    );
  });
});
