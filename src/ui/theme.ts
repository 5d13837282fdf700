import { ownValue } from '../lib/own-value.ts';
import type { OwnText } from '../lib/untrusted.ts';
import {
  BOLD,
  colourOf,
  FAINT,
  inColour,
  INVERSE,
  PLAIN,
  UNDERLINED,
  withoutColour,
  type Attributes,
} from '../terminal/screen/attributes.ts';

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
  | 'letter'
  | 'badge'
  | 'badge-warn'
  | 'badge-bad';

/** The colours that are used, by their place in the terminal's own palette. */
const RED = inColour(1);
const GREEN = inColour(2);
const YELLOW = inColour(3);
const MAGENTA = inColour(5);
const CYAN = inColour(6);

const LOOKS: Readonly<Record<Style, Attributes>> = {
  plain: PLAIN,
  dim: FAINT,
  bold: BOLD,
  accent: BOLD | CYAN,
  heading: BOLD,
  key: CYAN,
  block: BOLD | RED,
  review: YELLOW,
  allow: GREEN,
  good: GREEN,
  bad: BOLD | RED,
  warn: YELLOW,
  token: INVERSE,
  inverse: INVERSE,
  match: INVERSE | YELLOW,
  letter: BOLD | UNDERLINED,
  badge: INVERSE,
  'badge-warn': INVERSE | MAGENTA,
  'badge-bad': INVERSE | RED,
};

/** On white, the yellow of most palettes is hardly to be seen; on black, that holds for the magenta of some. */
const LOOKS_ON_LIGHT: Readonly<Partial<Record<Style, Attributes>>> = {
  review: MAGENTA,
  warn: MAGENTA,
  match: INVERSE | MAGENTA,
};

/** Characters that have an ASCII form for terminals without UTF-8. */
const GLYPHS = {
  gutter: ['▌', '>'],
  block: ['✖', 'X'],
  review: ['▲', '?'],
  allow: ['·', '.'],
  unknown: ['◇', '*'],
  horizontal: ['─', '-'],
  marked: ['━', '='],
  vertical: ['│', '|'],
  newer: ['↑', '^'],
  here: ['┻', '^'],
  ascending: ['▲', '^'],
  descending: ['▼', 'v'],
  mark: ['●', '*'],
  'more-left': ['‹', '<'],
  'more-right': ['›', '>'],
  live: ['●', '*'],
  frozen: ['❚❚', '||'],
  ellipsis: ['…', '~'],
  full: ['█', '#'],
  flag: ['⚑', '!'],
  changed: ['●', '*'],
  arrow: ['→', '->'],
  separator: ['·', '-'],
  about: ['≈', '~'],
  times: ['×', 'x'],
  unread: ['┈', '.'],
  done: ['✓', '+'],
  folded: ['▸', '+'],
  unfolded: ['▾', '-'],
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

/** Eighths of a cell, from empty to full, for bars that stand and for bars that lie; and shades for a heat map. */
const RISING = { unicode: ' ▁▂▃▄▅▆▇█', ascii: ' .:-=+*#@' } as const;
/** Half a cell is left out: it is the mark of the cursor. */
const FILLING = { unicode: ' ▏▎▍▋▋▊▉█', ascii: ' ----===#' } as const;
const SHADES = { unicode: '·░▒▓█', ascii: '.-+*#' } as const;
/** The signs of what is alarming, for few, for more and for many of them in one place. */
const BLOCKS = { unicode: '×✕✖', ascii: 'xX' } as const;
const REVIEWS = { unicode: '▵△▲', ascii: '/?' } as const;

/** Every style there is. */
export const STYLES = Object.keys(LOOKS) as readonly Style[];

export interface Theme {
  readonly ascii: boolean;
  /** Things may stand beside each other; not where lines are read one after the other. */
  readonly sideBySide: boolean;
  glyph(name: Glyph): string;
  /** Nine characters, the emptiest first. */
  readonly rising: string;
  /** Nine characters, the emptiest first. */
  readonly filling: string;
  /** Five characters, the lightest first. */
  readonly shades: string;
  /** The signs of few and of many blocks or reviews, those of the fewest first. */
  readonly crowds: Readonly<Record<'block' | 'review', string>>;
  /** How cells of a style look. */
  attributesOf(style: Style): Attributes;
  /** The text as this terminal can show it. */
  shown(text: string): string;
  /** The text in a style, with the codes by which Ink is told of it. The text must be safe already. */
  paint<Text extends string>(text: OwnText<Text>, style: Style): string;
}

/** A theme for what the terminal can show. */
export function createTheme({
  colour,
  ascii,
  sideBySide = true,
  light = false,
}: {
  readonly colour: boolean;
  readonly ascii: boolean;
  readonly sideBySide?: boolean;
  /** The background is known to be light. */
  readonly light?: boolean;
}): Theme {
  const looks = light ? { ...LOOKS, ...LOOKS_ON_LIGHT } : LOOKS;
  const attributesOf = (style: Style) => (colour ? looks[style] : withoutColour(looks[style]));
  const shown = (text: string) =>
    ascii ? text.replaceAll(TYPOGRAPHY, (sign) => ownValue(ASCII_TYPOGRAPHY, sign) ?? sign) : text;
  return {
    ascii,
    sideBySide,
    glyph: (name) => GLYPHS[name][ascii ? 1 : 0],
    rising: ascii ? RISING.ascii : RISING.unicode,
    filling: ascii ? FILLING.ascii : FILLING.unicode,
    shades: ascii ? SHADES.ascii : SHADES.unicode,
    crowds: {
      block: ascii ? BLOCKS.ascii : BLOCKS.unicode,
      review: ascii ? REVIEWS.ascii : REVIEWS.unicode,
    },
    attributesOf,
    shown,
    paint(text, style) {
      const code = selectGraphicRendition(attributesOf(style));
      return code === '' || text === '' ? shown(text) : `${code}${shown(text)}\u001b[0m`;
    },
  };
}

/** The codes that switch these attributes on, from plain. */
function selectGraphicRendition(attributes: Attributes): string {
  const colour = colourOf(attributes);
  const parameters = [
    ...(attributes & BOLD ? [1] : []),
    ...(attributes & FAINT ? [2] : []),
    ...(attributes & UNDERLINED ? [4] : []),
    ...(attributes & INVERSE ? [7] : []),
    ...(colour === undefined ? [] : [30 + colour]),
  ];
  return parameters.length === 0 ? '' : `\u001b[${parameters.join(';')}m`;
}
