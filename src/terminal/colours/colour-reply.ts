import type { Rgb } from './terminal-colours.ts';

/** What a colour is of: the letters (10), the background (11), or one of the 16 colours. */
export type ColourPlace = 'foreground' | 'background' | number;

/** `OSC 10`, `OSC 11` and `OSC 4` as terminals answer them: one to four hexadecimal digits for each part, some with alpha. */
const REPLY =
  /^\](1[01]|4;\d{1,3});rgba?:([0-9a-f]{1,4})\/([0-9a-f]{1,4})\/([0-9a-f]{1,4})(?:\/[0-9a-f]{1,4})?$/i;

/** The bytes that ask for these colours (xterm's ctlseqs), one question each, since not all terminals take several in one. */
export function colourQuestion(places: readonly ColourPlace[]): string {
  return places.map((place) => `\u001b]${codeOf(place)};?\u001b\\`).join('');
}

/** Which colour a reply (`]11;rgb:ffff/ffff/ffff`) tells; undefined for anything else. */
export function readColourReply(
  reply: string,
): { readonly place: ColourPlace; readonly colour: Rgb } | undefined {
  const [, code = '', red = '', green = '', blue = ''] = REPLY.exec(reply) ?? [];
  if (code === '') {
    return undefined;
  }
  const place = code === '10' ? 'foreground' : code === '11' ? 'background' : Number(code.slice(2));
  return { place, colour: [part(red), part(green), part(blue)] };
}

function codeOf(place: ColourPlace): string {
  return place === 'foreground' ? '10' : place === 'background' ? '11' : `4;${place}`;
}

/** However many digits there are, all of them set is the whole. */
function part(digits: string): number {
  return Number.parseInt(digits, 16) / (16 ** digits.length - 1);
}
