/**
 * How a cell looks, as one number: bits for bold, faint, underlined and inverse, and one of the terminal's own 16
 * colours for the letters. Nothing else exists, so nothing else can reach the terminal. The numbers after SGR are those
 * of ECMA-48 8.3.117.
 */
export type Attributes = number;

export const PLAIN: Attributes = 0;
export const BOLD: Attributes = 1;
export const FAINT: Attributes = 2;
export const UNDERLINED: Attributes = 4;
export const INVERSE: Attributes = 8;

const COLOUR_SHIFT = 4;

/** Letters in one of the 16 colours of the palette, 0 to 15. */
export function inColour(index: number): Attributes {
  return (index + 1) << COLOUR_SHIFT;
}

/** The colour of the letters, 0 to 15; undefined for the terminal's own. */
export function colourOf(attributes: Attributes): number | undefined {
  const colour = attributes >> COLOUR_SHIFT;
  return colour === 0 ? undefined : colour - 1;
}

/** The same without its colour, for terminals and people that want none. */
export function withoutColour(attributes: Attributes): Attributes {
  return attributes & ((1 << COLOUR_SHIFT) - 1);
}
