import { zoneOf } from '../../lib/format-time.ts';
import { append } from '../../lib/long-lists.ts';
import { lazyImport } from '../../lib/lazy-import.ts';
import type { JournalDialog } from '../../stores/view/dialog-states.ts';
import type { JournalRow } from '../../stores/journal/journal-row.ts';
import { JOURNAL_QUERY, journalRecord } from '../../stores/journal/journal-query.ts';
import { queryClock } from '../../stores/query/query-time.ts';
import { namesIn, valuesIn } from '../../stores/view/known-values.ts';
import {
  closeDialog,
  openDialog,
  updateDialogBelow,
  type Command,
  type CommandContext,
} from '../base/command.ts';
import { placeInDialog, placeToActOn } from '../base/dialog-rows.ts';
import { openFilterField } from '../base/filter-field.ts';
import { cursorCommands, dialogCommand, type DialogSpec } from '../base/dialog-spec.ts';
import { describeChange } from './describe-change.ts';
import { journalRowOf } from './journal-rows.ts';
import { journalList, listedRows } from './listed-rows.ts';

/** The journal that is open, whatever lies over it. */
function openJournal({ stores }: CommandContext): JournalDialog | undefined {
  return stores.view.getState().dialogs.find((dialog) => dialog.kind === 'journal');
}

function updateJournal(context: CommandContext, change: Partial<JournalDialog>): void {
  updateDialogBelow(context, 'journal', change);
}

/** Reads the journal into the dialog that is open, the newest changes first, until it is closed or reads it again. */
async function read(context: CommandContext): Promise<void> {
  const number = (openJournal(context)?.readings ?? 0) + 1;
  updateJournal(context, { readings: number });
  const controller = new AbortController();
  const rows: JournalRow[] = [];
  let shown = 0;
  const show = (change: Partial<JournalDialog>) => {
    if (openJournal(context)?.readings === number) {
      updateJournal(context, { rows: [...rows], ...change });
      shown = rows.length;
    } else {
      controller.abort();
    }
  };
  try {
    const { damaged } = await context.sync.readJournal({
      signal: controller.signal,
      onPart(operations) {
        append(rows, operations.map(journalRowOf));
        // Each time all rows are taken over, so not with every part.
        if (rows.length >= 2 * shown) {
          show({ isWhole: false });
        }
      },
    });
    show({ damaged, isWhole: true, problem: undefined });
  } catch (error) {
    rows.length = 0;
    show({ damaged: 0, isWhole: true, problem: error instanceof Error ? error.message : String(error) });
  }
}

/** Of the screen, so many rows do not belong to a page of the journal. */
const ROWS_AROUND = 10;

function show(context: CommandContext, row: JournalRow): void {
  const { ascii, timeStyle } = context.stores.view.getState();
  openDialog(context, {
    kind: 'plain',
    title: 'A change, as the journal has it',
    text: describeChange(row, ascii, zoneOf(timeStyle)),
    top: 0,
  });
}

function search(context: CommandContext, { search: before, rows = [] }: JournalDialog): void {
  const records = rows.map(journalRecord);
  openFilterField(
    context,
    {
      rows: 'changes',
      query: JOURNAL_QUERY,
      list: undefined,
      valuesOf: (field) => valuesIn(records, field),
      apply: (text) => updateJournal(context, { search: text }),
    },
    { before, names: namesIn(records) },
  );
}

/** The changes that are listed now. */
function listedNow({ stores }: CommandContext, dialog: JournalDialog): readonly JournalRow[] {
  return listedRows(dialog, queryClock(stores.view.getState()));
}

function withListed(
  context: CommandContext,
  act: (listed: readonly JournalRow[], selected: JournalRow) => void | Promise<void>,
): void | Promise<void> {
  const dialog = openJournal(context);
  if (dialog === undefined) {
    return undefined;
  }
  const listed = listedNow(context, dialog);
  const place = placeToActOn(context, journalList(listed, dialog), (cursor) =>
    updateJournal(context, { cursor }),
  );
  const selected = place === undefined ? undefined : listed[place];
  return selected === undefined ? undefined : act(listed, selected);
}

const loadRecords = lazyImport(() => import('./journal-records.ts'));

async function copy(context: CommandContext, listed: readonly JournalRow[], row: JournalRow): Promise<void> {
  const { copyChanges } = await loadRecords();
  copyChanges(context, listed, row);
}

async function write(context: CommandContext, listed: readonly JournalRow[]): Promise<void> {
  const { exportChanges } = await loadRecords();
  const dialog = openJournal(context);
  if (dialog !== undefined) {
    exportChanges(context, listed, dialog);
  }
}

/** The journal of every change that was made from this host. */
export const journalCommands: readonly Command[] = [
  {
    id: 'journal.open',
    title: 'Journal: every change made from this host, and its verdict',
    scope: 'global',
    run(context) {
      openDialog(context, {
        kind: 'journal',
        rows: undefined,
        isWhole: false,
        readings: 0,
        damaged: 0,
        problem: undefined,
        cursor: undefined,
        search: '',
        onlyProblems: false,
      });
      void read(context);
    },
  },
];

/** The keys of its dialog. */
export const journalDialog: DialogSpec<JournalDialog> = {
  field: undefined,
  commands: [
    ...cursorCommands(
      'journal',
      { down: 'Next change', up: 'Previous change', first: 'Newest change', last: 'Oldest change' },
      ROWS_AROUND,
      (context, dialog) => {
        const listed = listedNow(context, dialog);
        return {
          length: listed.length,
          place: placeInDialog(context, journalList(listed, dialog)),
          idAt: (place) => listed[place]?.operation,
        };
      },
    ),
    dialogCommand(
      'journal',
      'show',
      'Show all steps of the change',
      (context) => withListed(context, (_listed, row) => show(context, row)),
      { hint: 'steps' },
    ),
    dialogCommand('journal', 'search', 'Filter the changes by a query: words, fields, times', search, {
      hint: 'filter',
      opensField: true,
    }),
    dialogCommand(
      'journal',
      'toggle-problems',
      'Show only changes that are not confirmed, or all',
      (context, { onlyProblems }) => updateJournal(context, { onlyProblems: !onlyProblems }),
      { hint: 'problems' },
    ),
    dialogCommand('journal', 'read-again', 'Read the journal again', (context) => void read(context)),
    dialogCommand(
      'journal',
      'copy',
      'Copy the change, or all that are listed',
      (context) => withListed(context, (listed, row) => copy(context, listed, row)),
      { hint: 'copy' },
    ),
    dialogCommand(
      'journal',
      'export',
      'Write the changes that are listed to a file',
      (context) => withListed(context, (listed) => write(context, listed)),
      { hint: 'export' },
    ),
  ],
  close: {
    title: 'Clear the filter, or close',
    hint: 'close',
    run(context, { search: text }) {
      if (text === '') {
        closeDialog(context);
      } else {
        updateJournal(context, { search: '' });
      }
    },
  },
};
