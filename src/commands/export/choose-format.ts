import { csvForPrograms, csvTable } from '../../lib/record-formats/csv-table.ts';
import { jsonLines } from '../../lib/record-formats/json-lines.ts';
import { markdownTable } from '../../lib/record-formats/markdown-table.ts';
import type { RecordFormat, SourceRecord, SourceRecords } from '../../lib/record-formats/record-format.ts';
import type { RecordTable } from '../../lib/record-formats/record-format.ts';
import { openMenu, type CommandContext } from '../base/command.ts';
import { askForPath, timeInName } from './write-file.ts';

const FORMATS: readonly RecordFormat[] = [jsonLines, csvTable, csvForPrograms, markdownTable];

/** Records in a format and, where they are not all or something else is to be known of them, what says so at the end of the file. */
export function* piecesOf(
  format: RecordFormat,
  records: SourceRecords,
  fields: readonly string[] | undefined,
  incomplete: string | undefined,
  remarks: readonly string[] = [],
  table?: RecordTable,
): Generator<string> {
  yield* format.write(records, fields, table);
  if (incomplete !== undefined) {
    yield format.incomplete(incomplete);
  }
  for (const remark of remarks) {
    yield format.remarkOn(remark);
  }
}

/**
 * Offers to write records to a new file, in one of the formats; `fields` are those that people look at first, `table` the columns
 * of a CSV, every field without it.
 */
export function chooseFormat(
  context: CommandContext,
  {
    what,
    name,
    records,
    fields,
    table,
    isIncomplete,
  }: {
    readonly what: string;
    /** Of the file, without its time and ending. */
    readonly name: string;
    readonly records: readonly SourceRecord[];
    readonly fields: readonly string[];
    readonly table?: RecordTable;
    /** They are not all that there are, which `what` says in full. */
    readonly isIncomplete: boolean;
  },
): void {
  openMenu(context, {
    title: 'Write to a file',
    choices: FORMATS.map(({ title, remark }, index) => ({
      label: `${what}, as ${title}${remark === undefined ? '' : ` (${remark})`}`,
      value: String(index),
      opensField: true,
      keepsEnd: true,
    })),
    initial: undefined,
    choose(value) {
      const format = FORMATS[Number(value)];
      if (format !== undefined) {
        askForPath(context, {
          what,
          title: format.title,
          note: format.note,
          count: records.length,
          isIncomplete,
          path: context.files.suggest(
            `${name}${isIncomplete ? '-incomplete' : ''}-${timeInName(context)}.${format.extension}`,
          ),
          pieces: () => piecesOf(format, records, fields, isIncomplete ? what : undefined, [], table),
        });
      }
    },
  });
}
