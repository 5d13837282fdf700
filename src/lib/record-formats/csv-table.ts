import { csvLine } from '../csv.ts';
import { wholeSafeString } from '../safe-text.ts';
import { fieldsOfAll, flatTexts } from './flat-text.ts';
import type { RecordFormat } from './record-format.ts';

/** Every field that occurs as a column (RFC 4180), nested ones as `subject.package`. No spreadsheet takes one for a formula. */
export const csvTable: RecordFormat = {
  id: 'csv',
  title: 'CSV',
  extension: 'csv',
  *write(records) {
    const fields = yield* fieldsOfAll(records);
    yield `${csvLine(fields.map((field) => wholeSafeString(field, 'ident')))}\r\n`;
    for (const record of records) {
      const texts = flatTexts(record);
      yield `${csvLine(fields.map((field) => texts.get(field) ?? ''))}\r\n`;
    }
  },
  incomplete: (remark) => `${csvLine([`Incomplete: ${remark}`])}\r\n`,
};
