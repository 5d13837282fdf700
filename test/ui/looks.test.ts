import { describe, expect, it } from 'vitest';

import {
  contrastBetween,
  type Rgb,
  type TerminalColours,
} from '../../src/terminal/colours/terminal-colours.ts';
import {
  BOLD,
  colourOf,
  FAINT,
  INVERSE,
  inColour,
  PLAIN,
  UNDERLINED,
  withoutColour,
  type Attributes,
} from '../../src/terminal/screen/attributes.ts';
import { looksFor, STYLES, USED_COLOURS, type Style } from '../../src/ui/looks.ts';
import { TERMINAL_PALETTES, XTERM_COLOURS } from '../fixtures/terminal-palettes.ts';

/**
 * How people see colours, as matrices over linear RGB: Machado, Oliveira and Fernandes, "A Physiologically-based Model
 * for Simulation of Color Vision Deficiency" (2009), severity 1.0.
 */
const SIGHTS: Readonly<Record<'usual' | 'protanopia' | 'deuteranopia', readonly (readonly number[])[]>> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
};

const FULL_CONTRAST = 4.5;
/** For what stands back on a dark background, and for who sees fewer colours. */
const LEAST_CONTRAST = 3;

const mapped = (colour: Rgb, change: (value: number, index: number) => number) =>
  colour.map(change) as unknown as Rgb;
const toLinear = (value: number) => (value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const fromLinear = (value: number) =>
  value <= 0.003_130_8 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;

function seen(colour: Rgb, sight: keyof typeof SIGHTS): Rgb {
  const linear = mapped(colour, toLinear);
  return mapped(linear, (_, row) => {
    const value = linear.reduce((sum, part, column) => sum + part * SIGHTS[sight][row]![column]!, 0);
    return fromLinear(Math.min(1, Math.max(0, value)));
  });
}

/** The colours of letters that terminals of all kinds draw for a look: bold in the bright colour or not, three kinds of faint. */
function drawn(look: Attributes, { foreground, background, palette }: TerminalColours): readonly Rgb[] {
  const colour = colourOf(look);
  const numbers = colour === undefined ? [] : look & BOLD && colour < 8 ? [colour, colour + 8] : [colour];
  const letters = colour === undefined ? [foreground!] : numbers.map((number) => palette.get(number)!);
  if ((look & FAINT) === 0) {
    return letters;
  }
  return letters.flatMap((letter) => [
    mapped(letter, (value) => (value * 2) / 3),
    mapped(letter, (value) => value / 2),
    mapped(letter, (value, index) => (value + background[index]!) / 2),
  ]);
}

/** The least contrast of a look; inverse has the same as what it is the inverse of. */
function contrastOf(look: Attributes, colours: TerminalColours, sight: keyof typeof SIGHTS): number {
  const background = seen(colours.background, sight);
  return Math.min(
    ...drawn(look, colours).map((letters) => contrastBetween(seen(letters, sight), background)),
  );
}

/** What is told apart by how it looks, too. */
const APART: readonly (readonly [Style, Style])[] = [
  ['block', 'review'],
  ['block', 'allow'],
  ['bad', 'warn'],
  ['bad', 'good'],
  ['bad', 'plain'],
  ['match', 'plain'],
  ['letter', 'plain'],
  ['token', 'plain'],
  ['accent', 'plain'],
];

describe.each(TERMINAL_PALETTES)('with the colours of $name', ({ light, colours }) => {
  /** Paler letters than everything has cannot be asked for. */
  const plain = contrastOf(PLAIN, colours, 'usual');
  const cases = [
    ['that it tells', colours],
    ['that it does not tell', undefined],
  ] as const;

  it.each(cases)('%s every text has its contrast, bold in bright colours or not', (_, told) => {
    const looks = looksFor({ colour: true, light, colours: told });
    const poor = STYLES.filter(
      (style) =>
        contrastOf(looks[style], colours, 'usual') <
        (style === 'dim' && !light ? LEAST_CONTRAST : Math.min(FULL_CONTRAST, plain)),
    );
    expect(poor).toEqual([]);
  });

  it('that it tells every text in a colour has the full contrast, however pale its own letters are', () => {
    const looks = looksFor({ colour: true, light, colours });
    const poor = STYLES.filter(
      (style) =>
        colourOf(looks[style]) !== undefined && contrastOf(looks[style], colours, 'usual') < FULL_CONTRAST,
    );
    expect(poor).toEqual([]);
  });

  it.each(cases)('%s every text can be read without red or green cones', (_, told) => {
    const looks = looksFor({ colour: true, light, colours: told });
    const poor = STYLES.filter((style) =>
      (['protanopia', 'deuteranopia'] as const).some(
        (sight) => contrastOf(looks[style], colours, sight) < LEAST_CONTRAST,
      ),
    );
    expect(poor).toEqual([]);
  });

  it.each(cases)('%s what must be told apart differs by weight or line, not by colour alone', (_, told) => {
    const looks = looksFor({ colour: true, light, colours: told });
    const alike = APART.filter(([one, other]) => withoutColour(looks[one]) === withoutColour(looks[other]));
    expect(alike).toEqual([]);
  });
});

it('only text in letters that are paler by the choice of somebody else has less: 4.13 in the light Solarized', () => {
  const paler = TERMINAL_PALETTES.flatMap(({ name, light, colours }) => {
    const looks = Object.values(looksFor({ colour: true, light, colours })).filter((look) => !(look & FAINT));
    const least = Math.min(...looks.map((look) => contrastOf(look, colours, 'usual')));
    return least < FULL_CONTRAST ? [`${name}: ${least.toFixed(2)}`] : [];
  });
  expect(paler).toEqual(['Solarized, 657b83 on fdf6e3: 4.13']);
});

it('on a light background that is not told no colour with a hue has more in Solarized than those that are taken', () => {
  const light = TERMINAL_PALETTES.filter((palette) => palette.light);
  const isSolarized = ({ name }: (typeof light)[number]) => name.startsWith('Solarized');
  const contrastsOf = (colour: number) => (solarized: boolean) =>
    light
      .filter((palette) => isSolarized(palette) === solarized)
      .map(({ colours: { palette, background } }) => contrastBetween(palette.get(colour)!, background));
  const colours = Array.from({ length: 16 }, (_, colour) => colour);
  const elsewhere = colours.filter((colour) =>
    contrastsOf(colour)(false).every((each) => each >= FULL_CONTRAST),
  );
  // Black, red, blue and magenta can be read in all the others; of these Solarized shows black alone with the full contrast.
  expect(elsewhere.map((colour) => [colour, contrastsOf(colour)(true)[0]?.toFixed(2)])).toEqual([
    [0, '12.05'],
    [1, '4.29'],
    [4, '3.41'],
    [5, '4.21'],
  ]);
  const looks = looksFor({ colour: true, light: true, colours: undefined });
  expect([looks.bad, looks.warn].map(colourOf)).toEqual([1, 5]);
});

describe('on a terminal that tells its colours', () => {
  const colours = XTERM_COLOURS;

  it('a block is bold and red, and what stands back is faint, or grey where that is read more easily', () => {
    const looks = looksFor({ colour: true, light: false, colours });
    expect(looks.block).toBe(BOLD | inColour(9));
    expect(looks.dim).toBe(FAINT);
    const paler = { ...colours, foreground: [0.9, 0.9, 0.9] as const };
    expect(looksFor({ colour: true, light: false, colours: paler }).dim).toBe(inColour(8));
    expect(looksFor({ colour: false, light: false, colours: paler }).dim).toBe(FAINT);
  });

  it('grey that stands out more than plain letters is not taken for what stands back', () => {
    const palette = new Map([...colours.palette, [8, [1, 1, 1] as const] as const]);
    const paler = { ...colours, foreground: [0.9, 0.9, 0.9] as const, palette };
    expect(looksFor({ colour: true, light: false, colours: paler }).dim).toBe(FAINT);
  });

  it('no colour is used that cannot be read', () => {
    const unreadable = new Map(USED_COLOURS.map((number) => [number, colours.background]));
    const looks = looksFor({ colour: true, light: false, colours: { ...colours, palette: unreadable } });
    expect(STYLES.filter((style) => colourOf(looks[style]) !== undefined)).toEqual([]);
    expect(looks.block).toBe(UNDERLINED);
  });

  it('but only the background, colours are used that can be read in all the usual palettes', () => {
    const { background } = colours;
    const told = { foreground: undefined, background, palette: new Map<number, Rgb>() };
    expect(looksFor({ colour: true, light: false, colours: told })).toEqual(
      looksFor({ colour: true, light: false, colours: undefined }),
    );
  });

  it('its colours do not count where somebody says that it has another background', () => {
    expect(looksFor({ colour: true, light: true, colours })).toEqual(
      looksFor({ colour: true, light: true, colours: undefined }),
    );
  });

  it('every colour that a look can take is one that is asked for', () => {
    const all = TERMINAL_PALETTES.flatMap(({ light, colours: each }) =>
      [each, undefined].flatMap((told) => Object.values(looksFor({ colour: true, light, colours: told }))),
    );
    const taken = new Set(all.map(colourOf).filter((number) => number !== undefined));
    expect([...taken].filter((number) => !USED_COLOURS.some((used) => used === number))).toEqual([]);
  });
});

it('without colours, weight, lines and inverse letters are all that is left', () => {
  for (const { light, colours } of TERMINAL_PALETTES) {
    const looks = looksFor({ colour: false, light, colours });
    expect(STYLES.filter((style) => colourOf(looks[style]) !== undefined)).toEqual([]);
    expect(looks.block & (BOLD | UNDERLINED | INVERSE)).not.toBe(0);
  }
});
