import { csvLine, GUARD_WORDS, type FormulaHandling } from '../csv.ts';
import { wholeSafeString } from '../safe-text.ts';
import { fieldsOfAll, flatTexts } from './flat-text.ts';
import type { RecordFormat, SourceRecords } from './record-format.ts';

/** Every field that occurs as a column (RFC 4180), nested ones as `subject.package`. No spreadsheet takes one for a formula. */
export const csvTable: RecordFormat = {
  id: 'csv',
  title: 'CSV',
  note: `${GUARD_WORDS.charAt(0).toUpperCase()}${GUARD_WORDS.slice(1)}. CSV for programs leaves them as they are.`,
  extension: 'csv',
  write: (records, _fields, columns) => tableLines(records, columns, 'guarded'),
  incomplete: (remark) => `${csvLine([`Note: ${GUARD_WORDS}`])}\r\n${csvLine([`Incomplete: ${remark}`])}\r\n`,
  remarkOn: (remark) => `${csvLine([`Note: ${remark}`])}\r\n`,
};

/** The same with every value as it is, so that a program finds `@scope/name` by its name. */
export const csvForPrograms: RecordFormat = {
  id: 'csv-for-programs',
  title: 'CSV for programs',
  remark: 'no apostrophes',
  note: 'Nothing stands before values that a spreadsheet would calculate: do not open this file in one.',
  extension: 'csv',
  write: (records, _fields, columns) => tableLines(records, columns, 'kept'),
  incomplete: (remark) => `${csvLine([`Incomplete: ${remark}`], 'kept')}\r\n`,
  remarkOn: (remark) => `${csvLine([`Note: ${remark}`], 'kept')}\r\n`,
};

function* tableLines(
  records: SourceRecords,
  columns: readonly string[] | undefined,
  formulas: FormulaHandling,
): Generator<string> {
  const fields = yield* fieldsOfAll(records, columns);
  yield `${csvLine(
    fields.map((field) => wholeSafeString(field, 'ident')),
    formulas,
  )}\r\n`;
  for (const record of records) {
    const texts = flatTexts(record);
    yield `${csvLine(
      fields.map((field) => texts.get(field) ?? ''),
      formulas,
    )}\r\n`;
  }
}
