/** A colour as red, green and blue, each from 0 to 1, in sRGB. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** What is known of the colours that a terminal draws in. */
export interface TerminalColours {
  /** That of the letters, where it is known. */
  readonly foreground: Rgb | undefined;
  readonly background: Rgb;
  /** Those of its 16 colours that are known, by their number. */
  readonly palette: ReadonlyMap<number, Rgb>;
}

const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [1, 1, 1];

/** How well one colour is distinguished from another: from 1 (not at all) to 21, as WCAG 2.2 defines its contrast ratio. */
export function contrastBetween(one: Rgb, other: Rgb): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort(
    (left, right) => left - right,
  );
  return (lighter + 0.05) / (darker + 0.05);
}

/** Whether dark letters are read more easily on this background than light ones. */
export function isLight(background: Rgb): boolean {
  return contrastBetween(BLACK, background) > contrastBetween(WHITE, background);
}

/** The darkest and the palest that terminals make of faint letters: half of their colour, and half way to the background. */
export function faintColours(foreground: Rgb, background: Rgb): readonly Rgb[] {
  return [halfWay(foreground, BLACK), halfWay(foreground, background)];
}

function halfWay(one: Rgb, other: Rgb): Rgb {
  return [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2, (one[2] + other[2]) / 2];
}

function luminanceOf([red, green, blue]: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(value: number): number {
  return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}
