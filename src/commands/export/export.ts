import { formatBytes, formatCount } from '../../lib/format-number.ts';
import { csvTable } from '../../lib/record-formats/csv-table.ts';
import { jsonLines } from '../../lib/record-formats/json-lines.ts';
import { markdownTable } from '../../lib/record-formats/markdown-table.ts';
import type { RecordFormat, SourceRecords } from '../../lib/record-formats/record-format.ts';
import {
  closeDialog,
  notify,
  openDialog,
  updateDialog,
  type Command,
  type CommandContext,
} from '../command.ts';
import { selectPaneRecords, type PaneRecords } from './pane-records.ts';

const FORMATS: readonly RecordFormat[] = [jsonLines, csvTable, markdownTable];

/** Rows that are written to a file. */
interface Selection {
  /** As a menu and a message name them: `1,204 events`. */
  readonly name: string;
  readonly count: number;
  readonly records: SourceRecords;
}

/** Exports of lists to files. */
export const exportCommands: readonly Command[] = [
  {
    id: 'items.export',
    title: 'Export the list, what is marked or the row to a file',
    hint: 'export',
    scope: 'list',
    disabledReason: (context) =>
      selectPaneRecords(context)?.current === undefined ? 'There is nothing here to export.' : undefined,
    run(context) {
      const records = selectPaneRecords(context);
      if (records !== undefined) {
        chooseExport(context, records);
      }
    },
  },
];

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

/** Something to be written to a file that the user names. */
export interface FileOffer {
  /** As a message names it. */
  readonly what: string;
  /** Its format, as a message names it. */
  readonly title: string;
  /** How many pieces are to come, about. */
  readonly count: number;
  readonly path: string;
  readonly pieces: () => Iterable<string> | AsyncIterable<string>;
}

/** A time that can be part of the name of a file. */
export function timeInName({ clock }: Pick<CommandContext, 'clock'>): string {
  return new Date(clock.now()).toISOString().replaceAll(/[-:]|\.\d+/g, '');
}

/** Asks where to write something, and writes it: with progress, and until it is cancelled. */
export function askForPath(context: CommandContext, offer: FileOffer): void {
  openDialog(context, {
    kind: 'text',
    title: `Write ${offer.what}, as ${offer.title}, to a new file that only you can read`,
    lines: [],
    label: 'file',
    initial: offer.path,
    enterDoes: 'writes it',
    findProblem: (path) => (path.trim() === '' ? 'Type the name of a file.' : undefined),
    submit: (path) => void write(context, path.trim(), offer),
    dangerous: false,
  });
}

/** What takes longer than this, in milliseconds, shows how far it has come, and so often. */
const SHOWN_AFTER = 300;
const SHOWN_EVERY = 150;

async function write(context: CommandContext, path: string, offer: FileOffer): Promise<void> {
  const { clock, files } = context;
  const controller = new AbortController();
  let isShown = false;
  let showAt = clock.monotonic() + SHOWN_AFTER;
  try {
    const written = await files.write(path, offer.pieces(), {
      signal: controller.signal,
      onProgress(done) {
        if (clock.monotonic() < showAt) {
          return;
        }
        showAt = clock.monotonic() + SHOWN_EVERY;
        if (isShown) {
          updateDialog(context, 'progress', { done });
        } else {
          isShown = true;
          openDialog(context, {
            kind: 'progress',
            title: `Writing ${offer.what}`,
            done,
            of: offer.count,
            cancel: () => controller.abort(),
          });
        }
      },
    });
    notify(
      context,
      `Wrote ${offer.what}, as ${offer.title}, to ${written.path} (${formatBytes(written.bytes)}, only you can read it).`,
      'good',
    );
  } catch (error) {
    if (controller.signal.aborted) {
      notify(context, 'Cancelled. Nothing was written.');
    } else {
      notify(context, error instanceof Error ? error.message : String(error), 'bad');
    }
  } finally {
    closeProgress(context);
  }
}

function closeProgress(context: CommandContext): void {
  if (context.stores.view.getState().dialogs.at(-1)?.kind === 'progress') {
    closeDialog(context);
  }
}
