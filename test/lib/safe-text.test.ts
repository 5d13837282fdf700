import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { columnsOf } from '../../src/lib/cell-text.ts';
import { cellsOf } from '../../src/lib/safe-text/graphemes.ts';
import { PROSE } from '../fixtures/prose.ts';
import {
  isSuspiciousIdentifier,
  safeSegments,
  safeSegmentsFor,
  safeSentence,
  safeString,
  tokensApart,
  wholeSafeString,
  type TextProfile,
} from '../../src/lib/safe-text.ts';
import { isNeededJoiner } from '../../src/lib/safe-text/joiners.ts';

fc.configureGlobal({ seed: 20_260_302 });

const PROFILES: readonly TextProfile[] = ['ident', 'cell', 'block'];

function textOf(segments: readonly { readonly text: string }[]): string {
  return segments.map(({ text }) => text).join('');
}

/** What a token stands for. */
function meaningOf(token: string): string {
  const [, one = '', count = '1'] = /^(.+?)(?:[×x](\d+))?$/u.exec(token) ?? [];
  const tags = /^<TAG "(.*)">$/.exec(one)?.[1];
  const number = /^(?:<U\+|\\u\{)([0-9a-fA-F]+)[>}]$/.exec(one)?.[1];
  const code = one.codePointAt(0) ?? 0;
  const meaning =
    tags !== undefined
      ? tags.replaceAll(/<([0-9a-f]+)>|(.)/g, (_all, digits: string | undefined, letter: string) =>
          String.fromCodePoint(
            0xe0000 + (digits === undefined ? letter.charCodeAt(0) : Number.parseInt(digits, 16)),
          ),
        )
      : number !== undefined
        ? String.fromCodePoint(Number.parseInt(number, 16))
        : one === '<SP>' || one === '␠'
          ? ' '
          : one === '␡'
            ? '\u007f'
            : one.startsWith('^')
              ? String.fromCharCode(one.charCodeAt(1) ^ 0x40)
              : String.fromCharCode(code - 0x2400);
  return meaning.repeat(Number(count));
}

/** The segments in a short form: tokens in braces. */
function drawn(input: string, profile: TextProfile, ascii = false): string {
  return safeSegments(input, profile, ascii)
    .map((segment) => (segment.token ? `{${segment.text}}` : segment.text))
    .join('');
}

describe('control characters', () => {
  it.each([
    ['bell', '\u0007', '{␇}', '{^G}'],
    ['null', '\u0000', '{␀}', '{^@}'],
    ['escape', 'name\u001b', 'name{␛}', 'name{^[}'],
    ['backspace', 'a\b', 'a{␈}', 'a{^H}'],
    ['delete', 'root\u007f\u007fadmin', 'root{␡×2}admin', 'root{^?x2}admin'],
    ['shift out and in', '\u000elqqk\u000f', '{␎}lqqk{␏}', '{^N}lqqk{^O}'],
    ['cancel and substitute', 'a\u0018b\u001ac', 'a{␘}b{␚}c', 'a{^X}b{^Z}c'],
    [
      'carriage return',
      'verdict=BLOCK\rverdict=ALLOW',
      'verdict=BLOCK{␍}verdict=ALLOW',
      'verdict=BLOCK{^M}verdict=ALLOW',
    ],
    ['a C1 sequence', 'a\u009d2;pwn\u009cb', 'a{<U+009D>}2;pwn{<U+009C>}b', 'a{<U+009D>}2;pwn{<U+009C>}b'],
    [
      'a C1 sequence without an end',
      'left-pad\u009b\u0001',
      'left-pad{<U+009B>}{␁}',
      'left-pad{<U+009B>}{^A}',
    ],
  ])('%s', (_what, input, unicode, ascii) => {
    for (const profile of PROFILES) {
      expect(drawn(input, profile)).toBe(unicode);
      expect(drawn(input, profile, true)).toBe(ascii);
    }
  });
});

describe('escape sequences', () => {
  it.each([
    ['conceal', '\u001b[8mpostinstall\u001b[0m', '{␛}[8mpostinstall{␛}[0m'],
    ['a colour', '\u001b[32mALLOW\u001b[39m', '{␛}[32mALLOW{␛}[39m'],
    ['the end of the alternate screen', '\u001b[?1049l', '{␛}[?1049l'],
    ['one without an end', 'pkg\u001b[', 'pkg{␛}['],
    ['a string without an end', 'pkg\u001b]0;', 'pkg{␛}]0;'],
    ['the clipboard', '\u001b]52;c;Y3VybA==\u0007', '{␛}]52;c;Y3VybA=={␇}'],
    ['a title', '\u001b]0;root@prod\u001b\\', '{␛}]0;root@prod{␛}\\'],
    ['a link with a sequence inside', 'a\u001b]8;;x\u001b[2J\u0007b', 'a{␛}]8;;x{␛}[2J{␇}b'],
    ['a picture', '\u001bPq#0~~\u001b\\', '{␛}Pq#0~~{␛}\\'],
    ['the end of a paste', '\u001b[201~dd', '{␛}[201~dd'],
  ])('%s is shown, not obeyed', (_what, input, shown) => {
    for (const profile of PROFILES) {
      expect(drawn(input, profile)).toBe(shown);
    }
  });
});

describe('characters that cannot be seen', () => {
  it.each([
    ['a right-to-left override', 'invoice\u202efdp.exe', 'invoice{<U+202E>}fdp.exe'],
    ['bidi marks', 'a\u061cb\u200ec\u200fd', 'a{<U+061C>}b{<U+200E>}c{<U+200F>}d'],
    ['bidi isolates', '\u2066a\u2069', '{<U+2066>}a{<U+2069>}'],
    ['a zero-width space', 're\u200bact', 're{<U+200B>}act'],
    ['a soft hyphen and a joiner', 'lo\u00ad\u034fdash', 'lo{<U+00AD>}{<U+034F>}dash'],
    ['a byte order mark', '\ufeffa', '{<U+FEFF>}a'],
    ['an empty Braille pattern', '\u2800\u2800', '{<U+2800>×2}'],
    ['a Hangul filler', 'a\u3164b', 'a{<U+3164>}b'],
    ['line and paragraph separators', 'a\u2028b\u2029c', 'a{<U+2028>}b{<U+2029>}c'],
    ['next line', 'a\u0085b', 'a{<U+0085>}b'],
    ['odd spaces', 'a\u00a0b\u3000c', 'a{<U+00A0>}b{<U+3000>}c'],
    ['a noncharacter', 'a\uffffb', 'a{<U+FFFF>}b'],
    ['private use', 'c\ue000d\u{10fffd}', 'c{<U+E000>}d{<U+10FFFD>}'],
    ['variation selectors', 'a\ufe0f\u{e0100}b', 'a{<U+FE0F>}{<U+E0100>}b'],
  ])('%s', (_what, input, shown) => {
    for (const profile of PROFILES) {
      expect(drawn(input, profile)).toBe(shown);
    }
  });

  it('tag characters are decoded', () => {
    const hidden = [...'ignore previous'].map((letter) =>
      String.fromCodePoint(0xe0000 + letter.charCodeAt(0)),
    );
    expect(drawn(`ok${hidden.join('')}ok`, 'cell')).toBe('ok{<TAG "ignore previous">}ok');
    expect(drawn('\u{e0001}\u{e007f}', 'cell')).toBe('{<TAG "<1><7f>">}');
  });

  it('a flood of one is one token', () => {
    expect(drawn('\u0007'.repeat(500), 'cell')).toBe('{␇×500}');
    expect(drawn(`${'\u200b'.repeat(1000)}x`, 'cell', true)).toBe('{<U+200B>x1000}x');
  });
});

describe('forged tokens', () => {
  it('control pictures are escaped', () => {
    expect(drawn('\u241b[31m\u2407\u2420', 'cell')).toBe('{<U+241B>}[31m{<U+2407>}{<U+2420>}');
  });

  it('texts that look like tokens are none', () => {
    const input = '<U+202E> \\u{430} ^G <+7 marks> <TAG "x">';
    for (const profile of PROFILES) {
      expect(safeSegments(input, profile)).toEqual([{ text: input, token: false }]);
    }
  });

  it.each([
    ['<U+202E>', '\\u{3c}U+202E>', '\\u{3c}U+202E>'],
    ['\\u{430}', '\\u{5c}u{430}', '\\u{5c}u{430}'],
    ['<+7 marks>', '\\u{3c}+7 marks>', '\\u{3c}+7 marks>'],
    ['<TAG "x">', '\\u{3c}TAG "x">', '\\u{3c}TAG "x">'],
    ['^G', '^G', '\\u{5e}G'],
    ['\u0007×500', '␇\\u{d7}500', '^G\\u{d7}500'],
    ['\u0007x500', '␇x500', '^G\\u{78}500'],
    ['sk_live_…0123', 'sk_live_\\u{2026}0123', 'sk_live_\\u{2026}0123'],
    ['a < b && c^2 \\ x×5 <b>', 'a < b && c^2 \\ x×5 <b>', 'a < b && c^2 \\ x\\u{d7}5 <b>'],
  ])('where tokens cannot be drawn apart, %j cannot pass for one', (input, unicode, ascii) => {
    expect(safeString(input, 'cell')).toBe(unicode);
    expect(safeString(input, 'block')).toBe(unicode);
    expect(safeString(input, 'cell', true)).toBe(ascii);
  });

  it('what tag characters say cannot end their token', () => {
    const hidden = [...'"> <ok'].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)));
    expect(drawn(hidden.join(''), 'cell')).toBe('{<TAG "<22><3e> <3c>ok">}');
  });

  it('a sentence of ours keeps the tokens of what it quotes, and nothing in it acts', () => {
    const sentence = `The server says: ${safeString('a\u202e\u001b[2J', 'cell')}\u0007`;
    expect(safeSentence(sentence)).toBe('The server says: a<U+202E>␛[2J␇');
  });
});

describe('marks', () => {
  it('three stand on a base, and the others are counted', () => {
    expect(drawn(`a${'\u0301'.repeat(3)}b`, 'cell')).toBe('a\u0301\u0301\u0301b');
    expect(drawn(`a${'\u0301'.repeat(10)}b`, 'cell')).toBe('a\u0301\u0301\u0301{<+7 marks>}b');
    expect(drawn(`a${'\u0301'.repeat(10)}`, 'block')).toBe('a\u0301\u0301\u0301{<+7 marks>}');
    expect(drawn('a\u0301\u0301\u0301\t\u0301', 'block')).toBe('a\u0301\u0301\u0301    \u0301');
    expect(drawn('a\u0301\u0302\u0303\u0304b\u0301', 'cell')).toBe('a\u0301\u0302\u0303{<+1 marks>}b\u0301');
  });

  it('without a base they do not settle on what stands before the text', () => {
    expect(drawn('\u0338\u0338x', 'cell')).toBe('{\\u{338}×2}x');
    expect(drawn('\u0007\u0301', 'cell')).toBe('{␇}{\\u{301}}');
    expect(drawn('a\n\u0301b', 'block')).toBe('a\n{\\u{301}}b');
  });

  it('that take a column of their own are shown on their base', () => {
    expect(drawn('हिंदी தமிழ்', 'cell')).toBe('हिंदी தமிழ்');
    expect(drawn('\u093fa', 'cell')).toBe('{\\u{93f}}a');
  });

  it('are escaped in identifiers', () => {
    expect(drawn('e\u0301', 'ident')).toBe('e{\\u{301}}');
  });
});

describe('secret keys', () => {
  it.each([
    [
      'Invalid key sk_live_0123456789abcdef0123 for org',
      'Invalid key {sk_live_…0123} for org',
      'Invalid key {sk_live_...0123} for org',
    ],
    [
      'as_live_0123456789abcdef,rk_live_0123456789abcdef',
      '{as_live_…cdef},{rk_live_…cdef}',
      '{as_live_...cdef},{rk_live_...cdef}',
    ],
  ])('in %j are masked', (input, unicode, ascii) => {
    for (const profile of PROFILES) {
      expect(drawn(input, profile)).toBe(unicode);
      expect(drawn(input, profile, true)).toBe(ascii);
    }
    expect(isSuspiciousIdentifier(input)).toBe(true);
  });

  it('are distinguished by their prefixes, which are no secret', () => {
    expect(drawn('as_live_3f9a', 'ident')).toBe('as_live_3f9a');
    expect(drawn('sk_live_…', 'cell')).toBe('sk_live_…');
  });
});

describe('lone surrogates', () => {
  it('become replacement characters', () => {
    expect(drawn('a\ud83db', 'cell')).toBe('a\ufffdb');
    expect(drawn('a\udc00', 'block')).toBe('a\ufffd');
    expect(drawn('\ud83d', 'ident')).toBe('{\\u{fffd}}');
  });
});

describe('an identifier', () => {
  it('shows look-alikes', () => {
    expect(drawn('re\u0430ct', 'ident')).toBe('re{\\u{430}}ct');
    expect(drawn('@types\u2215node', 'ident')).toBe('@types{\\u{2215}}node');
    expect(drawn('漢字', 'ident')).toBe('{\\u{6f22}}{\\u{5b57}}');
  });

  it('shows spaces at its ends and doubled ones', () => {
    expect(drawn(' a', 'ident')).toBe('{␠}a');
    expect(drawn('a ', 'ident')).toBe('a{␠}');
    expect(drawn('a  b c', 'ident')).toBe('a{␠×2}b c');
    expect(drawn('a  b ', 'ident', true)).toBe('a{<SP>x2}b{<SP>}');
  });

  it('has line feeds and tabs escaped', () => {
    expect(drawn('a\r\nb\tc', 'ident')).toBe('a{␍}{␊}b{␉}c');
  });

  it.each([
    ['left-pad', false],
    ['@scope/name.js', false],
    ['build 7', false],
    ['', false],
    ['re\u0430ct', true],
    ['left-pad\u200b', true],
    ['left-pad ', true],
    ['left  pad', true],
    ['a\tb', true],
    ['a\u007f', true],
  ])('%j is suspicious: %s', (input, suspicious) => {
    expect(isSuspiciousIdentifier(input)).toBe(suspicious);
  });

  it('is suspicious exactly when something of it is escaped', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (input) => {
        const escaped = safeSegments(input, 'ident').some((segment) => segment.token);
        expect(isSuspiciousIdentifier(input)).toBe(escaped);
      }),
    );
  });
});

describe('a cell', () => {
  it.each(PROSE)('shows prose in %s as it was written', (_script, text) => {
    expect(drawn(text, 'cell')).toBe(text);
    expect(safeString(text, 'cell')).toBe(text);
    expect(drawn(text, 'block')).toBe(text);
    expect(drawn(text, 'ident')).toContain('{\\u{');
  });

  it('writes letters of Hangul as the syllable that they make', () => {
    expect(drawn('a\u1100\u1161\u11a8\u1102\u1161b', 'cell')).toBe('a\uac01\ub098b');
  });

  it('escapes emoji', () => {
    expect(drawn('ok\u{1f600}', 'cell')).toBe('ok{\\u{1f600}}');
    expect(drawn('\u{1f1eb}\u{1f1f7}', 'cell')).toBe('{\\u{1f1eb}}{\\u{1f1f7}}');
    expect(drawn('\u{1f468}\u200d\u{1f469}', 'cell')).toBe('{\\u{1f468}}{\\u{1f469}}');
  });

  it.each([
    ['a sign of Arabic that is as wide as a sentence', '\ufdfd', '{\\u{fdfd}}'],
    ['letters of Hangul that make no syllable', '\u1161\u1100b', '{\\u{1161}}{\\u{1100}}b'],
    ['a hexagram', 'a\u4dc0b', 'a{\\u{4dc0}}b'],
    ['Tangut', '\u{17000}', '{\\u{17000}}'],
    ['half-width voiced letters', 'ｶﾞ', 'ｶﾞ'],
    ['signs of doubtful width that most draw in one column', '①…→α■|', '①…→α■|'],
    ['the signs of copyright and trade marks', '© ® ™', '© ® ™'],
  ])('escapes what is measured otherwise than the sum of its parts: %s', (_what, input, shown) => {
    expect(drawn(input, 'cell')).toBe(shown);
  });

  it('has nothing at its ends that would join what stands beside it', () => {
    expect(drawn('\u0e33a', 'cell')).toBe('{\\u{e33}}a');
    expect(drawn('\u0007\uff9e', 'cell')).toBe('{␇}{\\u{ff9e}}');
    expect(drawn('a\u0d4e', 'cell')).toBe('a{\\u{d4e}}');
    expect(drawn('a\u{11f02}', 'block')).toBe('a{\\u{11f02}}');
  });

  it('is one line', () => {
    expect(drawn('a\nb\tc', 'cell')).toBe('a{␊}b{␉}c');
  });
});

describe('a block', () => {
  it('keeps line feeds and writes a tab as four spaces', () => {
    expect(drawn('a\n\tb\r\nc', 'block')).toBe('a\n    b{␍}\nc');
    expect(drawn('a\n\tb', 'block', true)).toBe('a\n    b');
  });

  it('writes Hangul in its parts as syllables, and no part alone', () => {
    expect(drawn('\u1112\u1161\u11ab', 'block')).toBe('\u1112\u1161\u11ab');
    expect(drawn('\u1161a', 'block')).toBe('{\\u{1161}}a');
  });

  it('shows every script', () => {
    expect(drawn('\u05d0\u0627 漢字 \u{1f600}', 'block')).toBe('\u05d0\u0627 漢字 \u{1f600}');
    expect(drawn('漢\u{1f600}', 'block', true)).toBe('{\\u{6f22}}{\\u{1f600}}');
  });
});

describe('long text', () => {
  it.each([
    ['ident', 1024],
    ['cell', 1024],
    ['block', 65_536],
  ] as const)('in %s is cut after %d characters, and the rest is counted', (profile, cap) => {
    expect(drawn('x'.repeat(cap), profile)).toBe('x'.repeat(cap));
    expect(drawn('x'.repeat(cap + 9), profile)).toBe(`${'x'.repeat(cap)}{<+9 chars>}`);
    expect(drawn('\u0007'.repeat(cap + 1), profile)).toBe(`{␇×${cap}}{<+1 chars>}`);
  });

  it('is not looked at beyond that, however long it is', () => {
    const million = 1_000_000;
    expect(drawn('x'.repeat(200_000), 'cell')).toBe(`${'x'.repeat(1024)}{<+198976 chars>}`);
    expect(drawn('\u200b'.repeat(100_000), 'cell')).toBe('{<U+200B>×1024}{<+98976 chars>}');
    expect(drawn(`a${'\u0301'.repeat(million)}`, 'block')).toBe(
      'a\u0301\u0301\u0301{<+65532 marks>}{<+934465 chars>}',
    );
    expect(drawn('\ud83d'.repeat(million), 'ident')).toBe('{\\u{fffd}×1024}{<+998976 chars>}');
  });

  it('is cut to the room there is, at its end or in its middle, and says how much is left out', () => {
    const shown = (text: string, most: number, keepsEnd: boolean) =>
      safeSegmentsFor(text, 'ident', { most, keepsEnd, ascii: false, flat: false })
        .map((segment) => segment.text)
        .join('');
    const text = `${'a'.repeat(500)}${'z'.repeat(500)}`;
    expect(shown(text, 8, false)).toBe('aaaaaaaa<+992 chars>');
    expect(shown(text, 8, true)).toBe('aaaa<+992 chars>zzzz');
    expect(shown(text, 1000, true)).toBe(text);
    expect(shown('a'.repeat(5000), 9999, false)).toBe(`${'a'.repeat(1024)}<+3976 chars>`);
    const pairs = '\u{1f600}'.repeat(100);
    expect(shown(pairs, 7, true)).toBe(`\\u{1f600}×2<+194 chars>\\u{1f600}`);
  });

  it('shows no end that may be of a secret key', () => {
    const text = `${'a'.repeat(90)}sk_live_${'s'.repeat(90)}`;
    const segments = safeSegmentsFor(text, 'ident', { most: 80, keepsEnd: true, ascii: false, flat: false });
    expect(segments.map((segment) => segment.text).join('')).toBe(`${'a'.repeat(80)}<+108 chars>`);
  });

  it('is never cut inside a character', () => {
    expect(drawn(`${'x'.repeat(1023)}\u{1f600}`, 'block')).toBe(`${'x'.repeat(1023)}\u{1f600}`);
    expect(drawn(`${'x'.repeat(1023)}\u{20000}`, 'cell')).toBe(`${'x'.repeat(1023)}{<+2 chars>}`);
  });
});

describe('whatever is given', () => {
  const FORBIDDEN =
    /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/u;
  const NASTY = fc.constantFrom(
    ...'\u0000\u0007\t\n\r\u001b\u007f\u0085\u009b\u00a0\u00ad\u0301\u034f\u05d0\u061c\u0627\u1100\u1161',
    ...'\u200b\u200d\u202e\u2028\u2066\u20e3\u2407\u2420\u2800\u3000\u3164\ud83d\udc00\ue000\ufe0f\ufeff\uffff',
    ...[
      '\u{1f468}',
      '\u{1f1eb}',
      '\u{1f3fd}',
      '\u{e0041}',
      '\u{e0100}',
      '\u{f0000}',
      '漢',
      'é',
      'क',
      '\u093e',
      '\u0d4e',
      ' ',
      '  ',
      'a',
      '[',
      ']',
    ],
  );
  const anything = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.array(NASTY, { maxLength: 60 }).map((parts) => parts.join('')),
    fc.array(fc.nat(0xffff), { maxLength: 60 }).map((units) => String.fromCharCode(...units)),
  );
  const cases = fc.record({ input: anything, profile: fc.constantFrom(...PROFILES), ascii: fc.boolean() });

  it('one string shows exactly what was given but for what prose needs no sign for, so that no token can be forged', () => {
    const inSyllables = (input: string) =>
      input.replaceAll(/[\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?/g, (letters) => letters.normalize());
    const asProse = (input: string) => {
      const text = inSyllables(input);
      return text.replaceAll(/[^]/gu, (point, index: number) => (isNeededJoiner(text, index) ? '' : point));
    };
    const parts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }),
      NASTY,
      fc.constantFrom(
        '<U+202E>',
        '\\u{430}',
        '^G',
        '^',
        '<',
        '\\',
        '×5',
        'x5',
        '␇',
        '<SP>',
        '<TAG "a">',
        '<+1 marks>',
      ),
      fc.constantFrom(
        'sk_live_…0123',
        'sk_live_...0123',
        '\u0e01\u0e33',
        '\u{e0041}\u{e0022}\u{e003c}',
        '\u0d4e',
      ),
    );
    const inputs = fc
      .array(parts, { maxLength: 10 })
      .map((all) => all.join('').toWellFormed())
      // More marks than three are only counted.
      .filter((input) => !/\p{M}{4}/u.test(input));
    fc.assert(
      fc.property(inputs, fc.constantFrom('ident', 'cell'), fc.boolean(), (input, profile, ascii) => {
        const parts = tokensApart(safeString(input, profile, ascii), ascii);
        expect(parts.map(({ text, token }) => (token ? meaningOf(text) : text)).join('')).toBe(
          profile === 'cell' && !ascii ? asProse(input) : input,
        );
      }),
      { numRuns: 5000 },
    );
  });

  it('nothing that acts or hides is left', () => {
    fc.assert(
      fc.property(cases, ({ input, profile, ascii }) => {
        const shown = safeString(input, profile, ascii);
        expect(profile === 'block' ? shown.replaceAll('\n', '') : shown).not.toMatch(FORBIDDEN);
      }),
      { numRuns: 2000 },
    );
  });

  it('in ASCII mode, and in what is plain of an identifier, all is printable ASCII', () => {
    fc.assert(
      fc.property(cases, ({ input, profile }) => {
        const shown = safeString(input, profile, true);
        expect(profile === 'block' ? shown.replaceAll('\n', '') : shown).toMatch(/^[\x20-\x7e]*$/);
        const plain = safeSegments(input, 'ident').filter((segment) => !segment.token);
        expect(plain.map((segment) => segment.text).join('')).toMatch(/^[\x20-\x7e]*$/);
      }),
      { numRuns: 2000 },
    );
  });

  it('every cell of what is plain has one or two columns', () => {
    fc.assert(
      fc.property(cases, ({ input, profile, ascii }) => {
        for (const { text, token } of safeSegments(input, profile, ascii)) {
          for (const { segment } of cellsOf(token ? '' : text.replaceAll('\n', ''))) {
            expect([1, 2]).toContain(columnsOf(segment));
            expect(segment.length).toBeLessThanOrEqual(16);
          }
        }
      }),
      { numRuns: 3000 },
    );
  });

  it('segments are not empty, and only a block has more than one line', () => {
    fc.assert(
      fc.property(cases, ({ input, profile, ascii }) => {
        const segments = safeSegments(input, profile, ascii);
        expect(input === '' || segments.every((segment) => segment.text !== '')).toBe(true);
        expect(
          segments.filter(({ token, text }) => (token || profile !== 'block') && text.includes('\n')),
        ).toEqual([]);
      }),
    );
  });

  it('what is plain begins with no mark that would settle elsewhere', () => {
    fc.assert(
      fc.property(cases, ({ input, profile, ascii }) => {
        for (const { text, token } of safeSegments(input, profile, ascii)) {
          expect(token ? '' : text).not.toMatch(/(^|\n)\p{M}/u);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('printable ASCII is shown as it is, but for odd spaces of identifiers', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 80 }), (input) => {
        expect(safeSegments(input, 'cell').filter((segment) => segment.token)).toEqual([]);
        expect(textOf(safeSegments(input, 'cell', true))).toBe(input);
        expect(textOf(safeSegments(input, 'block'))).toBe(input);
      }),
    );
  });
});

it('says of a name of any length at once whether it is suspicious', () => {
  expect(isSuspiciousIdentifier('a'.repeat(1024))).toBe(false);
  expect(isSuspiciousIdentifier('a'.repeat(1025))).toBe(true);
  expect(isSuspiciousIdentifier('a b '.repeat(2_500_000))).toBe(true);
  expect(safeString('a'.repeat(8_700_000), 'ident')).toMatch(/^a{1024}<\+8698976 chars>$/);
});

it('loses no character of a text of any length that is written whole', () => {
  const text = `${'a'.repeat(1023)}\u{20000}${'b'.repeat(1023)}\u{20001}`;
  expect(wholeSafeString(text, 'cell')).toBe(text);
});

it.each(PROFILES)('masks keys and escapes what looks like a token at any place of a whole %s', (profile) => {
  const cap = profile === 'block' ? 65_536 : 1024;
  for (const before of [0, cap - 30, cap - 20, cap - 10, cap - 3]) {
    const text = `${'x'.repeat(before)} sk_live_abcdefghijklmnop <U+202E>`;
    const shown = `${'x'.repeat(before)}${profile === 'ident' && before === 0 ? '␠' : ' '}sk_live_…mnop \\u{3c}U+202E>`;
    expect(wholeSafeString(text, profile)).toBe(shown);
  }
});

it('shows no grapheme of a block that is longer than any cell of a screen', () => {
  const long = safeSegments(`\u{1f44d}${'\u{1f3fd}'.repeat(20)}`, 'block');
  expect(long.filter(({ token }) => !token)).toEqual([]);
  expect(textOf(safeSegments('\u{1f44d}\u{1f3fd}', 'block'))).toBe('\u{1f44d}\u{1f3fd}');
});
