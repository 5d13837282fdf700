import { withoutBlanks } from '../../lib/text-cleaning.ts';

/** What a paste of several lines puts into a field of names. */
export interface PastedRows {
  /** The first cell of every row that has one, in its order. */
  readonly names: readonly string[];
  /** Of the widest row. */
  readonly columns: number;
  /** Rows that have cells, and nothing in the first. */
  readonly withoutFirst: number;
}

/**
 * The rows of a list, a column or a spreadsheet: where there are tabs, they divide the cells, and elsewhere commas divide
 * those of a row that begins with a quotation mark. A cell in quotation marks holds what stands between them; every other line is
 * one cell, whatever is in it.
 */
export function readPastedRows(text: string): PastedRows {
  const hasTabs = text.includes('\t');
  const names: string[] = [];
  let columns = 0;
  let withoutFirst = 0;
  for (let place = 0; place < text.length;) {
    const divider = hasTabs ? '\t' : text[place] === '"' ? ',' : undefined;
    const cells: string[] = [];
    let isOver = false;
    while (!isOver) {
      const cell = readCell(text, place, divider);
      // In a field a comma would make two names of one cell; with a blank it is none, as it should be.
      cells.push(withoutBlanks(divider === undefined ? cell.text : cell.text.replaceAll(',', ' ')));
      isOver = text[cell.end] !== divider || cell.end >= text.length;
      place = cell.end + 1;
    }
    const [first = ''] = cells;
    columns = Math.max(columns, cells.findLastIndex((cell) => cell !== '') + 1);
    if (first !== '') {
      names.push(first);
    } else if (cells.some((cell) => cell !== '')) {
      withoutFirst++;
    }
  }
  return { names, columns, withoutFirst };
}

/** A cell, and the place of what ends it: the divider, the end of the line or that of the text. */
function readCell(
  text: string,
  start: number,
  divider: string | undefined,
): { readonly text: string; readonly end: number } {
  const isEnd = (place: number) => place >= text.length || text[place] === divider || isLineEnd(text[place]);
  if (divider !== undefined && text[start] === '"') {
    const close = closingQuote(text, start + 1);
    if (close !== undefined && isEnd(close + 1)) {
      return { text: text.slice(start + 1, close).replaceAll('""', '"'), end: close + 1 };
    }
  }
  let end = start;
  while (!isEnd(end)) {
    end++;
  }
  return { text: text.slice(start, end), end };
}

/** The place of the quotation mark that is not doubled. */
function closingQuote(text: string, from: number): number | undefined {
  for (let place = text.indexOf('"', from); place !== -1; place = text.indexOf('"', place + 2)) {
    if (text[place + 1] !== '"') {
      return place;
    }
  }
  return undefined;
}

function isLineEnd(character: string | undefined): boolean {
  return character === '\n' || character === '\r' || character === '\u2028' || character === '\u2029';
}
