import { wholeSafeString } from '../safe-text.ts';
import { fieldsOfAll, flatTexts } from './flat-text.ts';
import type { RecordFormat, SourceRecord } from './record-format.ts';

/** What means something to Markdown or to the HTML within it. */
const MARKUP = /[\\`*_[\]<>|~#&]/g;

/** A table of the fields that people look at first, or of all; text in it is only text. */
export const markdownTable: RecordFormat = {
  id: 'markdown',
  title: 'Markdown',
  extension: 'md',
  *write(records, fields) {
    const columns = fields ?? (yield* fieldsOfAll(records));
    yield row(columns.map((column) => wholeSafeString(column, 'ident')));
    yield `|${' --- |'.repeat(columns.length)}\n`;
    for (const record of records) {
      const texts = flatTexts(record);
      yield row(columns.map((column) => texts.get(column) ?? ''));
    }
  },
  incomplete: (remark) => `\nIncomplete: ${cellText(remark)}\n`,
  remarkOn: (remark) => `\nNote: ${cellText(remark)}\n`,
};

/** One record as a table of two columns, with every field that was sent. */
export function markdownRecord(record: SourceRecord): string {
  return [
    '| field | value |\n| --- | --- |\n',
    ...[...flatTexts(record)].map(([path, text]) => row([wholeSafeString(path, 'ident'), text])),
  ].join('');
}

function row(cells: readonly string[]): string {
  return `|${cells.map((cell) => ` ${cellText(cell)} |`).join('')}\n`;
}

/**
 * What a reader of Markdown would make a link of although nothing marks it as one. An address of a person is one until elements of
 * HTML stand around its sign.
 */
const BECOMES_LINK: readonly (readonly [form: RegExp, instead: string])[] = [
  [/:\/\//g, String.raw`:\/\/`],
  [/(?<=www)\./gi, String.raw`\.`],
  [/(?<=\S)@(?=\S{0,255}\.\S{0,255}[a-z])/gi, '<span>@</span>'],
];

/** In a cell of a table a line break is written as HTML. */
function cellText(text: string): string {
  const escaped = text.replaceAll(MARKUP, (sign) => `\\${sign}`);
  return BECOMES_LINK.reduce(
    (safe, [form, instead]) => safe.replaceAll(form, () => instead),
    escaped,
  ).replaceAll('\n', '<br>');
}
