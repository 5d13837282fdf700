import { wrapLine } from '../../lib/cell-text.ts';
import { safeString } from '../../lib/safe-text.ts';

/** A line of a message as it is laid out for a width. */
export interface MessageLine {
  /** `folded` and `unshown` stand for the whole message. */
  readonly kind: 'blank' | 'heading' | 'folded' | 'unshown' | 'body';
  /** Safe to show; may be wider than the screen when lines are not wrapped. Only a body has text here. */
  readonly text: string;
  /** The line of the text that this is of, and where in it this begins. */
  readonly source: number;
  readonly start: number;
}

/** A message as it is laid out. */
export interface MessageLayout {
  readonly lines: readonly MessageLine[];
  /** The lines of the text, before they were wrapped; safe to show. */
  readonly texts: readonly string[];
}

export interface LayoutOptions {
  readonly columns: number;
  readonly wrap: boolean;
  readonly ascii: boolean;
}

const BLANK: MessageLine = { kind: 'blank', text: '', source: -1, start: 0 };
const HEADING: MessageLine = { kind: 'heading', text: '', source: -1, start: 0 };

/** A message that takes one line. */
export const FOLDED: MessageLayout = {
  lines: [{ kind: 'folded', text: '', source: -1, start: 0 }],
  texts: [],
};

/** A message that cannot be laid out, because of a fault in vigil: one line that says so. */
export const UNSHOWN: MessageLayout = {
  lines: [{ kind: 'unshown', text: '', source: -1, start: 0 }],
  texts: [],
};

/** Whether a line stands for its message, so that the cursor marks it. */
export function namesMessage({ kind }: MessageLine): boolean {
  return kind === 'heading' || kind === 'folded' || kind === 'unshown';
}

/** Lays the text of a message out under a heading, with a blank line before unless it is the first. */
export function layOutMessage(
  text: string,
  isFirst: boolean,
  { columns, wrap, ascii }: LayoutOptions,
): MessageLayout {
  const lines: MessageLine[] = isFirst ? [HEADING] : [BLANK, HEADING];
  const texts = text === '' ? [] : safeString(text, 'block', ascii).split('\n');
  for (const [source, line] of texts.entries()) {
    if (!wrap || line.length <= columns / 2) {
      lines.push({ kind: 'body', text: line, source, start: 0 });
      continue;
    }
    let from = 0;
    for (const piece of wrapLine(line, columns)) {
      const start = line.indexOf(piece, from);
      lines.push({ kind: 'body', text: piece, source, start });
      from = start + piece.length;
    }
  }
  return { lines, texts };
}

/** Where the heading of a message stands among its lines. */
export function headingLine(isFirst: boolean, { lines }: MessageLayout): number {
  return lines.length === 1 || isFirst ? 0 : 1;
}
