/**
 * What each kind of text looks like. Only the 16 colours of the terminal's own palette are used, so that the console
 * follows light and dark backgrounds, and no meaning is carried by a colour alone.
 */
export type Style =
  | 'plain'
  | 'dim'
  | 'bold'
  | 'accent'
  | 'heading'
  | 'key'
  | 'block'
  | 'review'
  | 'allow'
  | 'good'
  | 'bad'
  | 'warn'
  | 'token'
  | 'inverse'
  | 'match'
  | 'badge'
  | 'badge-warn'
  | 'badge-bad';

interface Look {
  /** SGR parameters that make up the attribute, such as bold. */
  readonly attribute?: string;
  /** SGR parameters of the colour, left out where colours are not wanted. */
  readonly colour?: string;
}

const LOOKS: Readonly<Record<Style, Look>> = {
  plain: {},
  dim: { attribute: '2' },
  bold: { attribute: '1' },
  accent: { attribute: '1', colour: '36' },
  heading: { attribute: '1' },
  key: { colour: '36' },
  block: { attribute: '1', colour: '31' },
  review: { colour: '33' },
  allow: { colour: '32' },
  good: { colour: '32' },
  bad: { attribute: '1', colour: '31' },
  warn: { colour: '33' },
  token: { attribute: '7' },
  inverse: { attribute: '7' },
  match: { attribute: '7', colour: '33' },
  badge: { attribute: '7' },
  'badge-warn': { attribute: '7', colour: '35' },
  'badge-bad': { attribute: '7', colour: '31' },
};

/** Characters that have an ASCII form for terminals without UTF-8. */
const GLYPHS = {
  gutter: ['▌', '>'],
  block: ['✖', 'X'],
  review: ['▲', '?'],
  allow: ['·', '.'],
  unknown: ['◇', '*'],
  horizontal: ['─', '-'],
  vertical: ['│', '|'],
  newer: ['▲', '^'],
  live: ['●', '*'],
  frozen: ['❚❚', '||'],
  ellipsis: ['…', '~'],
  full: ['█', '#'],
  flag: ['⚑', '!'],
  changed: ['●', '*'],
  arrow: ['→', '->'],
  separator: ['·', '-'],
  about: ['≈', '~'],
} as const;
export type Glyph = keyof typeof GLYPHS;

/** Signs in our own sentences and frames, each with one of the same width for terminals without UTF-8. */
const ASCII_TYPOGRAPHY: Readonly<Record<string, string>> = {
  '…': '~',
  '·': '-',
  '≈': '~',
  '–': '-',
  '“': '"',
  '”': '"',
  '─': '-',
  '│': '|',
  ...Object.fromEntries([...'┌┬┐├┼┤└┴┘'].map((corner) => [corner, '+'])),
};
const TYPOGRAPHY = new RegExp(`[${Object.keys(ASCII_TYPOGRAPHY).join('')}]`, 'g');

/** Eighths of a cell, from empty to full, for bars that stand; and shades for a heat map. */
const RISING = { unicode: ' ▁▂▃▄▅▆▇█', ascii: ' .:-=+*#@' } as const;
const SHADES = { unicode: '·░▒▓█', ascii: '.-+*#' } as const;

export interface Theme {
  readonly ascii: boolean;
  glyph(name: Glyph): string;
  /** Nine characters, the emptiest first. */
  readonly rising: string;
  /** Five characters, the lightest first. */
  readonly shades: string;
  /** The text in a style, as the terminal wants it. The text must be safe already. */
  paint(text: string, style: Style): string;
}

/** A theme for what the terminal can show. */
export function createTheme({ colour, ascii }: { readonly colour: boolean; readonly ascii: boolean }): Theme {
  const codes = new Map(
    Object.entries(LOOKS).map(([style, look]) => {
      const parameters = [look.attribute, colour ? look.colour : undefined].filter(
        (part) => part !== undefined,
      );
      return [style, parameters.length === 0 ? '' : `\u001b[${parameters.join(';')}m`];
    }),
  );
  return {
    ascii,
    glyph: (name) => GLYPHS[name][ascii ? 1 : 0],
    rising: ascii ? RISING.ascii : RISING.unicode,
    shades: ascii ? SHADES.ascii : SHADES.unicode,
    paint(text, style) {
      const code = codes.get(style) ?? '';
      const shown = ascii ? text.replaceAll(TYPOGRAPHY, (sign) => ASCII_TYPOGRAPHY[sign] ?? sign) : text;
      return code === '' || text === '' ? shown : `${code}${shown}\u001b[0m`;
    },
  };
}
