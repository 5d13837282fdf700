import { keyInSentence, keyNames } from '../commands/keys/key-name.ts';
import type { Rebound } from '../stores/view/view-store.ts';
import { ownValue } from '../lib/own-value.ts';
import type { TrustedText } from '../lib/untrusted.ts';
import type { TerminalColours } from '../terminal/colours/terminal-colours.ts';
import { PLAIN, type Attributes } from '../terminal/screen/attributes.ts';
import { sgrBetween } from '../terminal/screen/sgr.ts';
import { looksFor, STYLES, type Style } from './looks.ts';

export { STYLES, type Style } from './looks.ts';

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
  mark: ['✓', '+'],
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
  policy: ['┴', '^'],
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

const USUAL: Rebound = new Map();

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
  /** How cells of a style look. */
  attributesOf(style: Style): Attributes;
  /** Another number whenever a style looks another way than before: rows of cells that were made until then are stale. */
  readonly generation: number;
  /** Takes what is known of the terminal's colours now, and says whether any style looks another way. */
  suit(known: { readonly light: boolean; readonly colours: TerminalColours | undefined }): boolean;
  /** The keys that run a command now, as sentences name them, the one to show first at the front. */
  readonly keysOf: (id: string) => readonly string[];
  /** What a sentence names of them; of a command without a key, what finds it in the palette. */
  readonly keyOf: (id: string) => string;
  /** The text as this terminal can show it. */
  shown(text: string): string;
  /** The text in a style, with the codes by which Ink knows it. The text must be safe already. */
  paint<Text extends string>(text: TrustedText<Text>, style: Style): string;
}

/** A theme for what the terminal can show. */
export function createTheme({
  colour,
  ascii,
  sideBySide = true,
  light = false,
  colours,
  rebound = () => USUAL,
}: {
  readonly colour: boolean;
  readonly ascii: boolean;
  readonly sideBySide?: boolean;
  /** The background is known to be light. */
  readonly light?: boolean;
  /** What the terminal has said of its colours. */
  readonly colours?: TerminalColours;
  /** Which commands have other keys than the usual ones. */
  readonly rebound?: () => Rebound;
}): Theme {
  let looks = looksFor({ colour, light, colours });
  let generation = 0;
  const keysOf = (id: string) => keyNames(id, { rebound: rebound(), ascii });
  const attributesOf = (style: Style) => looks[style];
  const shown = (text: string) =>
    ascii ? text.replaceAll(TYPOGRAPHY, (sign) => ownValue(ASCII_TYPOGRAPHY, sign) ?? sign) : text;
  return {
    ascii,
    sideBySide,
    glyph: (name) => GLYPHS[name][ascii ? 1 : 0],
    rising: ascii ? RISING.ascii : RISING.unicode,
    filling: ascii ? FILLING.ascii : FILLING.unicode,
    shades: ascii ? SHADES.ascii : SHADES.unicode,
    attributesOf,
    keysOf,
    keyOf: (id) => keyInSentence(id, keysOf(id)),
    get generation() {
      return generation;
    },
    suit(known) {
      const before = looks;
      looks = looksFor({ colour, ...known });
      const isChanged = STYLES.some((style) => looks[style] !== before[style]);
      generation += isChanged ? 1 : 0;
      return isChanged;
    },
    shown,
    paint(text, style) {
      const code = sgrBetween(PLAIN, attributesOf(style));
      return code === '' || text === '' ? shown(text) : `${code}${shown(text)}\u001b[0m`;
    },
  };
}
