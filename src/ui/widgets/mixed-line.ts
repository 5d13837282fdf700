import { LONGEST_LINE } from '../../lib/safe-text.ts';
import { isMark, splitsPair } from '../../lib/safe-text/characters.ts';
import type { MixedText, TextPart } from '../../lib/mixed-text.ts';
import type { Style } from '../theme.ts';
import {
  cutInMiddle,
  flagOf,
  untrusted,
  identifierPieces,
  lineColumns,
  trusted,
  wrapped,
  type Line,
} from './line.ts';

interface Looks {
  readonly style?: Style;
  readonly ascii?: boolean;
}

/** Names and prose in one row, cut in the middle to fit, with the flag of a name that holds anything that had to be escaped. */
export function mixed(
  parts: MixedText,
  columns: number,
  { style = 'plain', ascii = false }: Looks = {},
): Line {
  const flag = flagOfParts(parts, ascii);
  const line = parts.flatMap(({ text, profile }) => untrusted(text, { profile, style, ascii }));
  return [...flag, ...cutInMiddle(line, columns - lineColumns(flag), trusted(ascii ? '~' : '…', style))];
}

/** The same as a whole, wrapped to the width. */
export function mixedWrapped(
  parts: MixedText,
  columns: number,
  { style = 'plain', ascii = false }: Looks = {},
): readonly Line[] {
  const pieces = parts.flatMap((part) =>
    piecesOf(part).flatMap((piece) => untrusted(piece, { profile: part.profile, style, ascii })),
  );
  return wrapped([...flagOfParts(parts, ascii), ...pieces], columns);
}

function flagOfParts(parts: MixedText, ascii: boolean): Line {
  return parts
    .filter(({ profile }) => profile === 'ident')
    .map(({ text }) => flagOf(text, ascii))
    .reduce((flag, other) => (flag.length > 0 ? flag : other), []);
}

function piecesOf({ text, profile }: TextPart): readonly string[] {
  return profile === 'ident' ? identifierPieces(text) : prosePieces(text);
}

/** A long text in pieces of which none begins within a character. */
function prosePieces(text: string): readonly string[] {
  const pieces: string[] = [];
  let start = 0;
  while (text.length - start > LONGEST_LINE) {
    let end = start + LONGEST_LINE;
    while (end > start + 1 && (splitsPair(text, end) || isMark(text.charAt(end)))) {
      end--;
    }
    pieces.push(text.slice(start, end));
    start = end;
  }
  return [...pieces, text.slice(start)];
}
