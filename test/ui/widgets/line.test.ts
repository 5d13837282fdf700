import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { columnsOf } from '../../../src/lib/cell-text.ts';
import { cutText } from '../../../src/lib/cut-text.ts';
import { safeString } from '../../../src/lib/safe-text.ts';
import { createTheme } from '../../../src/ui/theme.ts';
import { XTERM_COLOURS } from '../../fixtures/terminal-palettes.ts';
import {
  alreadySafe,
  beside,
  fit,
  fitLines,
  untrusted,
  untrustedWrapped,
  identifier,
  identifierWrapped,
  lineColumns,
  trusted,
  paintLine,
  restyled,
  ruleLine,
  withoutStart,
  type Line,
} from '../../../src/ui/widgets/line.ts';

const theme = createTheme({ colour: false, ascii: false });
const plain = (line: Line) => line.map(({ text }) => text).join('');

/** Text as an attacker would write it. */
const hostile = fc.string({
  unit: fc.constantFrom(
    'a',
    'B',
    ' ',
    '\n',
    '\t',
    '\r',
    '\u001b[2J',
    '\u009b',
    '\u202e',
    '\u200d',
    '語',
    '👩‍👩‍👧',
    'e\u0301',
    '\u0000',
    '\ud800',
    'א',
  ),
  maxLength: 30,
});

describe('a line', () => {
  it('is exactly as wide as was asked, whatever is in it', () => {
    fc.assert(
      fc.property(
        hostile,
        fc.integer({ min: 0, max: 40 }),
        fc.boolean(),
        fc.boolean(),
        (text, columns, right, ascii) => {
          const line = fit([trusted('> '), ...untrusted(text, { ascii })], columns, { right, ascii });
          expect(lineColumns(line)).toBe(columns);
          expect(columnsOf(plain(line))).toBe(columns);
        },
      ),
    );
  });

  it('says with a mark that it was cut', () => {
    expect(plain(fit([trusted('abcdef')], 4))).toBe('abc…');
    expect(plain(fit([trusted('abcdef')], 4, { ascii: true }))).toBe('abc~');
    expect(plain(fit([trusted('abc')], 5, { right: true }))).toBe('  abc');
  });

  it('lets nothing through that acts on a terminal', () => {
    fc.assert(
      fc.property(hostile, fc.constantFrom('cell' as const, 'ident' as const), (text, profile) => {
        expect(plain(untrusted(text, { profile }))).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
      }),
    );
  });

  it('draws what it replaced apart from what was written', () => {
    const [before, token, after] = untrusted('a\u001bb');
    expect([before?.style, token?.style, after?.style]).toEqual(['plain', 'token', 'plain']);
  });

  it('loses its first columns when it is looked at further to the right', () => {
    expect(plain(withoutStart([trusted('abc'), trusted('def')], 4))).toBe('ef');
    expect(plain(withoutStart([trusted('abc')], 9))).toBe('');
  });
});

describe('wrapped text', () => {
  it('is never wider than was asked and loses no visible letter', () => {
    fc.assert(
      fc.property(hostile, fc.integer({ min: 12, max: 40 }), (text, columns) => {
        const lines = untrustedWrapped(text, columns);
        for (const line of lines) {
          expect(lineColumns(line)).toBeLessThanOrEqual(columns);
        }
        const letters = (value: string) => value.replaceAll(/[^aB]/g, '');
        const whole = text
          .split('\n')
          .map((part) => plain(untrusted(part)))
          .join('');
        expect(letters(lines.map(plain).join(''))).toBe(letters(whole));
      }),
    );
  });
});

describe('an identifier', () => {
  it.each([
    'left-pad\u202e-of-somebody',
    '\u202eleft-pad',
    'left-pad\u202e',
    'a\u{e0041}\u{e0042}b',
    '\u0430'.repeat(9),
  ])('shows tokens of an identifier whole or not at all, at every width: %j', (text) => {
    const tokens = identifier(text, 200).filter(({ style }) => style === 'token');
    for (let columns = 5; columns <= 60; columns++) {
      for (const line of [identifier(text, columns), fit(untrusted(text, { profile: 'ident' }), columns)]) {
        const shown = line.filter(({ style }) => style === 'token').map((part) => part.text);
        expect(tokens.map((part) => part.text)).toEqual(
          expect.arrayContaining(shown.filter((each) => each !== '')),
        );
        expect(lineColumns(line)).toBeLessThanOrEqual(columns);
      }
    }
  });

  it('is cut in its middle, and shown as a dash when it is absent', () => {
    expect(plain(identifier('machine-with-a-long-name-0042', 15))).toBe('machine…me-0042');
    expect(plain(identifier(undefined, 10))).toBe('–');
    expect(plain(identifier(undefined, 10, { ascii: true }))).toBe('-');
  });

  it('fits, whatever is in it', () => {
    fc.assert(
      fc.property(hostile, fc.integer({ min: 5, max: 30 }), (text, columns) => {
        expect(lineColumns(identifier(text, columns))).toBeLessThanOrEqual(columns);
      }),
    );
  });
});

describe('tokens', () => {
  const styles = (line: Line) => line.map(({ text, style }) => `${style} ${text}`);

  it('stay tokens where an identifier is cut', () => {
    expect(styles(identifier('left-pad-of-somebody\u202e', 20))).toEqual([
      'bad ⚑ ',
      'plain left-pad-',
      'plain …',
      'plain ',
      'token <U+202E>',
    ]);
  });

  it('are told from the rest of a row that is inverse, too', () => {
    expect(styles(restyled(untrusted('a\u0007'), 'inverse'))).toEqual(['inverse a', 'plain ␇']);
    expect(styles(restyled(untrusted('a\u0007'), 'bold'))).toEqual(['bold a', 'token ␇']);
  });

  it('are found in text that was made safe before, and nothing that only looks like one', () => {
    expect(styles(alreadySafe(safeString('a\u0007 <U+202E>', 'block'), 'dim'))).toEqual([
      'dim a',
      'token ␇',
      'dim  ',
      'token \\u{3c}',
      'dim U+202E>',
    ]);
  });

  it('say how much of a very long value is left out', () => {
    const lines = untrustedWrapped('x\n'.repeat(100_000), 20);
    expect(lines.length).toBeLessThan(10_000);
    expect(styles(lines.at(-1) ?? [])).toEqual(['token <+183616 chars>']);
  });

  it('say it once, and count from what was sent, whatever was left out before', () => {
    const cut = cutText('x'.repeat(9_000_000), 65_536);
    const tokens = (lines: readonly Line[]) => lines.flat().filter(({ style }) => style === 'token');
    const text = (lines: readonly Line[]) => tokens(lines).map((token) => token.text);
    expect(text(untrustedWrapped(cut, 80))).toEqual(['<+8998976 chars>']);
    expect(text(identifierWrapped(cut, 80))).toEqual(['<+8983616 chars>']);
    expect(text([untrusted(cut)])).toEqual(['<+8998976 chars>']);
  });
});

describe('bodies', () => {
  it('get exactly as many lines as was asked', () => {
    expect(fitLines([[trusted('a')], [trusted('b')]], 1).map(plain)).toEqual(['a']);
    expect(fitLines([[trusted('a')]], 3).map(plain)).toEqual(['a', '', '']);
  });

  it('stand beside each other with a rule at one place', () => {
    const lines = beside([[trusted('left')]], [[trusted('right')], [trusted('more')]], {
      leftColumns: 6,
      rightColumns: 7,
      theme,
    });
    expect(lines.map(plain)).toEqual(['left   │ right  ', '       │ more   ']);
  });

  it('are parted by a rule of the whole width, with a title in it', () => {
    expect(plain(ruleLine(10, theme))).toBe('──────────');
    expect(columnsOf(plain(ruleLine(30, theme, [trusted('Agents')])))).toBe(30);
    expect(columnsOf(plain(ruleLine(12, theme, [trusted('A very long title indeed')])))).toBe(12);
  });
});

describe('painting', () => {
  it('adds nothing but attributes, and none without a style', () => {
    expect(paintLine([trusted('plain'), trusted('bold', 'bold')], theme)).toBe('plain\u001b[1mbold\u001b[0m');
    const coloured = createTheme({ colour: true, ascii: false, colours: XTERM_COLOURS });
    expect(paintLine([trusted('red', 'bad')], coloured)).toBe('\u001b[1;91mred\u001b[0m');
    expect(paintLine([trusted('yellow', 'warn')], coloured)).toBe('\u001b[33myellow\u001b[0m');
  });

  it('replaces the signs of our own sentences where there is nothing but ASCII', () => {
    const ascii = createTheme({ colour: false, ascii: true });
    expect(paintLine([trusted('“a” – b · c…')], ascii)).toBe('"a" - b - c~');
  });
});
