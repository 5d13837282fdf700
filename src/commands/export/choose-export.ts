import { formatCount } from '../../lib/format-number.ts';
import { csvTable } from '../../lib/record-formats/csv-table.ts';
import { jsonLines } from '../../lib/record-formats/json-lines.ts';
import { markdownTable } from '../../lib/record-formats/markdown-table.ts';
import type { RecordFormat, SourceRecords } from '../../lib/record-formats/record-format.ts';
import { notify, openDialog, type CommandContext } from '../command.ts';
import { selectPaneRecords, type PaneRecords } from './pane-records.ts';
import { askForPath, timeInName } from './write-file.ts';

const FORMATS: readonly RecordFormat[] = [jsonLines, csvTable, markdownTable];

/** Rows that are written to a file. */
interface Selection {
  /** As a menu and a message name them: `1,204 events`. */
  readonly name: string;
  readonly count: number;
  readonly records: SourceRecords;
}

/** Offers to write what the pane lists to a file. */
export function exportFromPane(context: CommandContext): void {
  const records = selectPaneRecords(context);
  if (records === undefined || (records.current === undefined && records.marked.length === 0)) {
    notify(context, 'There is nothing here to export.');
  } else {
    chooseExport(context, records);
  }
}

function selectionsOf({ noun, nouns, count, current, marked, all }: PaneRecords): readonly Selection[] {
  const named = (number: number) => `${formatCount(number)} ${number === 1 ? noun : nouns}`;
  return [
    ...(marked.length === 0
      ? []
      : [{ name: `${named(marked.length)} that are marked`, count: marked.length, records: marked }]),
    ...(count > 1
      ? [
          {
            name: `all ${named(count)} that are listed`,
            count,
            records: { [Symbol.iterator]: () => all()[Symbol.iterator]() },
          },
        ]
      : []),
    ...(current === undefined ? [] : [{ name: `this ${noun}`, count: 1, records: [current] }]),
  ];
}

function chooseExport(context: CommandContext, records: PaneRecords): void {
  const offers = selectionsOf(records).flatMap((selection) =>
    FORMATS.map((format) => ({ selection, format })),
  );
  openDialog(context, {
    kind: 'choice',
    title: 'Write to a file',
    choices: offers.map(({ selection, format }, index) => ({
      label: `${selection.name}, as ${format.title}`,
      value: String(index),
    })),
    initial: undefined,
    choose(value) {
      const offer = offers[Number(value)];
      if (offer !== undefined) {
        askForPath(context, {
          what: offer.selection.name,
          title: offer.format.title,
          count: offer.selection.count,
          path: context.files.suggest(
            `vigil-${records.nouns}-${timeInName(context)}.${offer.format.extension}`,
          ),
          pieces: () => offer.format.write(offer.selection.records, records.fields),
        });
      }
    },
  });
}
