import { readEcosystem } from '../../stores/policy/blocked-package.ts';
import { withoutBlanks } from '../../lib/text-cleaning.ts';

/** What a paste of several lines puts into a field of names. */
export interface PastedRows {
  /** What names something in every row that has it, in its order. */
  readonly names: readonly string[];
  /** Of the widest row. */
  readonly columns: number;
  /** Rows that have cells, and nothing where the name stands. */
  readonly withoutFirst: number;
}

/** The rows of a spreadsheet of packages. */
export interface PastedPackages extends PastedRows {
  /** The packages, each with the ecosystem before it where the row has one: `npm:lodash`. */
  readonly names: readonly string[];
  /** What was taken of each row. */
  readonly taken: string;
}

/** What stands over a column of packages, the likeliest first, and over that of ecosystems. */
const PACKAGE_HEADINGS = ['package', 'package_name', 'package name', 'name'];
const ECOSYSTEM_HEADING = 'ecosystem';

/** The first cell of each row, counted. */
export function readPastedRows(text: string): PastedRows {
  const rows = readRows(text);
  return takenOf(rows, ([first = '']) => first);
}

/**
 * The packages of a spreadsheet: by its heading where it has one, and else where ecosystems stand in its first column.
 * Undefined where neither says which column is which.
 */
export function readPastedPackages(text: string): PastedPackages | undefined {
  const rows = readRows(text);
  const headings = rows[0]?.map((cell) => cell.toLowerCase()) ?? [];
  // A list of names may begin with any of these.
  const heading = headings.length < 2 ? undefined : PACKAGE_HEADINGS.find((each) => headings.includes(each));
  const isEcosystems = rows.every(
    ([first = '', second = '']) => second !== '' && readEcosystem(`${first}:${second}`) !== undefined,
  );
  if (heading === undefined && (rows.length === 0 || !isEcosystems)) {
    return undefined;
  }
  const ofPackage = heading === undefined ? 1 : headings.indexOf(heading);
  const ofEcosystem = heading === undefined ? 0 : headings.indexOf(ECOSYSTEM_HEADING);
  const packageOf = (row: readonly string[]) => {
    const [name = '', ecosystem = ''] = [row[ofPackage], row[ofEcosystem]];
    return name === '' || ecosystem === '' ? name : `${ecosystem.toLowerCase()}:${name}`;
  };
  return {
    ...takenOf(heading === undefined ? rows : rows.slice(1), packageOf),
    taken: ofEcosystem < 0 ? 'the package alone was taken' : 'the package and its ecosystem were taken',
  };
}

function takenOf(
  rows: readonly (readonly string[])[],
  nameOf: (row: readonly string[]) => string,
): PastedRows {
  const names = rows.map(nameOf);
  return {
    names: names.filter((name) => name !== ''),
    columns: rows.reduce((most, row) => Math.max(most, row.findLastIndex((cell) => cell !== '') + 1), 0),
    withoutFirst: names.filter((name) => name === '').length,
  };
}

/**
 * The rows of a list, a column or a spreadsheet that hold anything: where there are tabs, they divide the cells, and
 * elsewhere commas divide those of a row that begins with a quotation mark. A cell in quotation marks holds what stands
 * between them; every other line is one cell, whatever is in it.
 */
function readRows(text: string): readonly (readonly string[])[] {
  const hasTabs = text.includes('\t');
  const rows: string[][] = [];
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
    if (cells.some((cell) => cell !== '')) {
      rows.push(cells);
    }
  }
  return rows;
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
