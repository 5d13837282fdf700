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
import {
  contrastBetween,
  faintColours,
  isLight,
  type TerminalColours,
} from '../terminal/colours/terminal-colours.ts';

/** The colours that are used, by their place in the terminal's own palette. */
const BLACK = inColour(0);
const RED = inColour(1);
const GREEN = inColour(2);
const YELLOW = inColour(3);
const BLUE = inColour(4);
const MAGENTA = inColour(5);
const CYAN = inColour(6);
const GREY = inColour(8);
const BRIGHT_RED = inColour(9);
const BRIGHT_CYAN = inColour(14);

/** Every colour that a look can need, in bold too, which many terminals draw in the bright colour. */
export const USED_COLOURS = [0, 1, 2, 3, 4, 5, 6, 8, 9, 12, 14] as const;

/**
 * How a kind of text can look, the best first. Each but the last is taken only where the terminal has reported what its colours
 * are, and they can be read; the last can be read in all the usual palettes. What is alarming is then underlined: on
 * black, no red can be relied on, and a colour alone says nothing to somebody who does not see it. Where a light background
 * was not reported, red and magenta have 4.29 and 4.21 in Solarized, whose own text has 4.13: no other hue that the other palettes
 * show readably has more there.
 */
type Looks = readonly [...Attributes[], Attributes];

const ALARMING_ON_DARK: Looks = [BOLD | RED, BOLD | BRIGHT_RED, YELLOW | UNDERLINED];
/** Black where the terminal has said that its red is too pale: in the light Solarized only black and one grey are not. */
const ALARMING_ON_LIGHT: Looks = [BOLD | RED, RED | UNDERLINED, BLACK | UNDERLINED, RED | UNDERLINED];

const ON_BOTH = {
  plain: [PLAIN],
  dim: [PLAIN],
  bold: [BOLD],
  heading: [BOLD],
  allow: [GREEN, PLAIN],
  good: [GREEN, PLAIN],
  token: [INVERSE],
  inverse: [INVERSE],
  letter: [BOLD | UNDERLINED],
  badge: [INVERSE],
} as const satisfies Readonly<Record<string, Looks>>;

const ON_DARK = {
  ...ON_BOTH,
  accent: [BOLD | CYAN, BOLD | BRIGHT_CYAN],
  key: [CYAN, BRIGHT_CYAN],
  block: ALARMING_ON_DARK,
  bad: ALARMING_ON_DARK,
  review: [YELLOW],
  warn: [YELLOW],
  match: [INVERSE | YELLOW],
  'badge-warn': [INVERSE | YELLOW],
  'badge-bad': [INVERSE | RED, INVERSE | BRIGHT_RED, INVERSE | YELLOW | UNDERLINED],
} as const satisfies Readonly<Record<string, Looks>>;

/** What each kind of text looks like. */
export type Style = keyof typeof ON_DARK;

const ON_LIGHT: Readonly<Record<Style, Looks>> = {
  ...ON_BOTH,
  accent: [BOLD | BLUE, BOLD],
  key: [BLUE, BOLD],
  block: ALARMING_ON_LIGHT,
  bad: ALARMING_ON_LIGHT,
  review: [MAGENTA, BLACK, MAGENTA],
  warn: [MAGENTA, BLACK, MAGENTA],
  match: [INVERSE | MAGENTA, INVERSE | BLACK, INVERSE | MAGENTA],
  'badge-warn': [INVERSE | MAGENTA, INVERSE | BLACK, INVERSE | MAGENTA],
  'badge-bad': [INVERSE | RED | UNDERLINED, INVERSE | BLACK | UNDERLINED, INVERSE | RED | UNDERLINED],
};

/** Every style there is. */
export const STYLES = Object.keys(ON_DARK) as readonly Style[];

/**
 * The least contrast of text (WCAG 2.2, 1.4.3), and of what stands back on a dark background: times, labels and sentences, which are
 * read. On a light one no less will do, where thin letters are lost in the glare.
 */
const READABLE = 4.5;
const READABLE_DIM = 3;

/** What decides on how text looks. */
export interface LookOptions {
  /** Colours may be shown. */
  readonly colour: boolean;
  /** The background is light. */
  readonly light: boolean;
  /** What the terminal has said of its colours. */
  readonly colours: TerminalColours | undefined;
}

/** How each kind of text looks on this terminal. */
export function looksFor({ colour, light, colours }: LookOptions): Readonly<Record<Style, Attributes>> {
  // What it says of another background than the one that there is said to be is of no use.
  const known = colours !== undefined && isLight(colours.background) === light ? colours : undefined;
  const table: Readonly<Record<Style, Looks>> = light ? ON_LIGHT : ON_DARK;
  const looks = STYLES.map((style) => {
    if (style === 'dim') {
      return [style, dimLook(known, { colour, light })];
    }
    const candidates = table[style];
    if (!colour) {
      return [style, withoutColour(candidates[0])];
    }
    const last = candidates.at(-1) ?? PLAIN;
    // Whoever has chosen paler letters than that for everything reads them.
    const { foreground, background } = known ?? {};
    const enough =
      foreground === undefined || background === undefined
        ? READABLE
        : Math.min(READABLE, contrastBetween(foreground, background));
    return [
      style,
      candidates.find((look) => canBeRead(look, known, READABLE)) ??
        (canBeRead(last, known, enough) === false ? withoutColour(last) : last),
    ];
  });
  return Object.fromEntries(looks) as Record<Style, Attributes>;
}

/** How what stands back looks: faint, or grey where faint letters are too pale; plain where neither is known to be read. */
function dimLook(
  known: TerminalColours | undefined,
  { colour, light }: Pick<LookOptions, 'colour' | 'light'>,
): Attributes {
  const paler = (colour ? [FAINT, GREY] : [FAINT]).filter((look) => standsBack(look, known));
  const enough = light ? [READABLE] : [READABLE, READABLE_DIM];
  return (
    enough
      .map((contrast) => paler.find((look) => canBeRead(look, known, contrast)))
      .find((look) => look !== undefined) ?? PLAIN
  );
}

/** Whether text of this look is paler than plain text: the grey of some palettes is not. */
function standsBack(look: Attributes, colours: TerminalColours | undefined): boolean {
  const { foreground, background, palette } = colours ?? {};
  const grey = palette?.get(colourOf(look) ?? -1);
  return (
    grey === undefined ||
    foreground === undefined ||
    background === undefined ||
    contrastBetween(grey, background) < contrastBetween(foreground, background)
  );
}

/**
 * Whether text of this look can be read, a colour with that contrast, also where bold letters take the bright colour; undefined
 * when the terminal has not said enough to know.
 */
function canBeRead(
  look: Attributes,
  colours: TerminalColours | undefined,
  enough: number,
): boolean | undefined {
  const { foreground, background, palette } = colours ?? {};
  if (background === undefined || palette === undefined) {
    return undefined;
  }
  if (look & FAINT) {
    return foreground === undefined
      ? undefined
      : faintColours(foreground, background).every((faint) => contrastBetween(faint, background) >= enough);
  }
  const colour = colourOf(look);
  if (colour === undefined) {
    return true;
  }
  const drawn = [colour, ...(look & BOLD && colour < 8 ? [colour + 8] : [])].map((number) =>
    palette.get(number),
  );
  if (drawn.some((letters) => letters !== undefined && contrastBetween(letters, background) < enough)) {
    return false;
  }
  return drawn.includes(undefined) ? undefined : true;
}
