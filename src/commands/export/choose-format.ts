import { csvForPrograms, csvTable } from '../../lib/record-formats/csv-table.ts';
import { jsonLines } from '../../lib/record-formats/json-lines.ts';
import { markdownTable } from '../../lib/record-formats/markdown-table.ts';
import type { RecordFormat, SourceRecord } from '../../lib/record-formats/record-format.ts';
import { openDialog, type CommandContext } from '../command.ts';
import { askForPath, timeInName } from './write-file.ts';

const FORMATS: readonly RecordFormat[] = [jsonLines, csvTable, csvForPrograms, markdownTable];

/** Offers to write records to a new file, in one of the formats; `fields` are those that people look at first. */
export function chooseFormat(
  context: CommandContext,
  {
    what,
    name,
    records,
    fields,
  }: {
    readonly what: string;
    /** Of the file, without its time and ending. */
    readonly name: string;
    readonly records: readonly SourceRecord[];
    readonly fields: readonly string[];
  },
): void {
  openDialog(context, {
    kind: 'choice',
    title: 'Write to a file',
    choices: FORMATS.map(({ title, remark }, index) => ({
      label: `${what}, as ${title}${remark === undefined ? '' : ` (${remark})`}`,
      value: String(index),
      opensField: true,
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
          path: context.files.suggest(`${name}-${timeInName(context)}.${format.extension}`),
          pieces: () => format.write(records, fields),
        });
      }
    },
  });
}
