import {
  BOLD,
  FAINT,
  INVERSE,
  PLAIN,
  UNDERLINED,
  colourOf,
  inColour,
  withoutColour,
  type Attributes,
} from './attributes.ts';

/** Select Graphic Rendition, CSI … m: ECMA-48 8.3.117. */

const PARAMETER_OF = [
  [BOLD, 1],
  [FAINT, 2],
  [UNDERLINED, 4],
  [INVERSE, 7],
] as const;

/** Parameters after which others follow that belong to them: colours of 256 and of 24 bits. */
const EXTENDED_COLOURS = new Set([38, 48, 58]);

/**
 * What text looks like after the sequence with these parameters (`1;31`), and how many of them were not obeyed because
 * Attributes does not know them.
 */
export function afterSgr(
  attributes: Attributes,
  parameters: string,
): { readonly attributes: Attributes; readonly unknown: number } {
  const numbers = parameters.split(';').map((digits) => (digits === '' ? 0 : Number(digits)));
  let current = attributes;
  let unknown = 0;
  for (let index = 0; index < numbers.length; index++) {
    const number = numbers[index] as number;
    const changed = afterParameter(current, number);
    if (changed !== undefined) {
      current = changed;
      continue;
    }
    unknown++;
    if (EXTENDED_COLOURS.has(number)) {
      index += numbers[index + 1] === 5 ? 2 : numbers[index + 1] === 2 ? 4 : 0;
    }
  }
  return { attributes: current, unknown };
}

function afterParameter(attributes: Attributes, number: number): Attributes | undefined {
  if (number >= 30 && number <= 37) {
    return withoutColour(attributes) | inColour(number - 30);
  }
  if (number >= 90 && number <= 97) {
    return withoutColour(attributes) | inColour(number - 90 + 8);
  }
  switch (number) {
    case 0:
      return PLAIN;
    case 1:
      return attributes | BOLD;
    case 2:
      return attributes | FAINT;
    case 4:
      return attributes | UNDERLINED;
    case 7:
      return attributes | INVERSE;
    case 22:
      return attributes & ~(BOLD | FAINT);
    case 24:
      return attributes & ~UNDERLINED;
    case 27:
      return attributes & ~INVERSE;
    case 39:
      return withoutColour(attributes);
    default:
      return undefined;
  }
}

const transitions = new Map<number, string>();

/**
 * The shortest sequence that turns one look into another; from undefined, when it is not known what the terminal does
 * now. Parameters that switch off one attribute (22, 24, 27, 39) are not used: a VT100 knows none of them.
 */
export function sgrBetween(from: Attributes | undefined, to: Attributes): string {
  if (from === to) {
    return '';
  }
  const key = ((from ?? -1) + 1) * 0x400 + to;
  let sequence = transitions.get(key);
  if (sequence === undefined) {
    sequence = makeTransition(from, to);
    transitions.set(key, sequence);
  }
  return sequence;
}

function makeTransition(from: Attributes | undefined, to: Attributes): string {
  const wanted = parametersOf(to);
  const worn = from === undefined ? [] : parametersOf(from);
  const keepsAll =
    from !== undefined &&
    (withoutColour(from) & ~withoutColour(to)) === 0 &&
    (colourOf(from) === undefined || colourOf(to) !== undefined);
  // An omitted parameter is 0, which resets.
  const parameters = keepsAll
    ? wanted.filter((parameter) => !worn.includes(parameter))
    : to === PLAIN
      ? []
      : ['', ...wanted];
  return `\u001b[${parameters.join(';')}m`;
}

function parametersOf(attributes: Attributes): readonly (number | string)[] {
  const colour = colourOf(attributes);
  return [
    ...PARAMETER_OF.filter(([bit]) => (attributes & bit) !== 0).map(([, parameter]) => parameter),
    ...(colour === undefined ? [] : [colour < 8 ? 30 + colour : 90 + colour - 8]),
  ];
}
