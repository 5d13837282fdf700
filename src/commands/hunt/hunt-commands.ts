import { lazyImport } from '../../lib/lazy-import.ts';
import { withoutBlanks } from '../../lib/text-cleaning.ts';
import { asTyped, asUntrusted, type AnyText } from '../../lib/untrusted.ts';
import { HUNT_QUERY } from '../../stores/hunt/hunt-answer.ts';
import { HUNT_SORTS, USUAL_COLUMN, type HuntRow } from '../../stores/hunt/hunt-order.ts';
import type { HuntFacts } from '../../stores/hunt/select-hunt.ts';
import type { HuntDialog } from '../../stores/view/dialog-states.ts';
import { namesIn, valuesIn } from '../../stores/view/known-values.ts';
import { underWayReason } from '../agents/ask-for-action.ts';
import {
  closeDialog,
  notify,
  openDialog,
  topDialog,
  updateDialog,
  type Command,
  type CommandContext,
} from '../base/command.ts';
import { placeInDialog, placeToActOn } from '../base/dialog-rows.ts';
import { cursorCommands, dialogCommand, type DialogSpec } from '../base/dialog-spec.ts';
import { openPage } from '../base/entity-stack.ts';
import { openFilterField } from '../base/filter-field.ts';
import { readOnlyReason } from '../base/read-only.ts';
import { chooseOrder } from '../base/sorting.ts';
import { openPivots } from '../related/pivot-menu.ts';
import {
  agentPivot,
  machineEventsPivot,
  machineStatusPivot,
  packagePivots,
  sessionPivot,
} from '../related/pivots.ts';
import { beginHunt } from './begin-hunt.ts';
import { findingRows, huntNow, updateHunt } from './hunt-rows.ts';
import { showHunt } from './show-hunt.ts';
import { chooseSuspension } from './suspend-found.ts';

/** Of the screen, so many rows do not belong to a page of findings. */
const ROWS_AROUND = 12;

function begin(context: CommandContext, file: string): Promise<void> | undefined {
  return context.stores.faults.begin('hunting for a list', () => beginHunt(context, file));
}

function ask(context: CommandContext): void {
  const { hunt } = context.stores.hunt.getState();
  openDialog(context, {
    kind: 'text',
    title: 'Hunt: which machines installed what a list names?',
    lines: [
      { label: 'takes', value: 'OSV JSON, a CSV of name and version, purls, package-lock.json' },
      { label: 'looks in', value: 'all events of the server: the loaded ones at once, then older ones' },
      ...(hunt?.past.phase === 'running'
        ? [{ label: 'note', value: 'it takes the place of the hunt that is under way' }]
        : []),
    ],
    label: 'file',
    initial: hunt === undefined ? '~/' : asTyped(hunt.file),
    enterDoes: 'reads it, and hunts for what it names',
    findProblem: (file) => (withoutBlanks(file) === '' ? 'Type the name of a file.' : undefined),
    submit: (file) => void begin(context, withoutBlanks(file)),
    dangerous: false,
  });
}

/** `hunt worm.csv` in the palette hunts at once. */
export function huntFileCommands(search: string): readonly Command[] {
  const [, file] = /^hunt\s+(\S.*)$/i.exec(search) ?? [];
  return file === undefined
    ? []
    : [
        {
          id: 'hunt.file',
          title: 'Hunt for what this list names:',
          subject: asUntrusted(file),
          scope: 'global',
          run: (context) => begin(context, withoutBlanks(file)),
        },
      ];
}

/** Hunting for the packages of a list. */
export const huntCommands: readonly Command[] = [
  {
    id: 'hunt.open',
    title: 'Hunt: which machines installed what a list of packages names',
    scope: 'global',
    opensField: true,
    run: ask,
  },
  {
    id: 'hunt.show',
    title: 'Findings of the last hunt, and how far it has come',
    scope: 'global',
    disabledReason: ({ stores }) =>
      stores.hunt.getState().hunt === undefined
        ? 'Nothing was hunted for since the console was started.'
        : undefined,
    run: showHunt,
  },
];

function withFinding(
  context: CommandContext,
  act: (facts: HuntFacts, row: HuntRow, dialog: HuntDialog) => void | Promise<void>,
): void | Promise<void> {
  const dialog = topDialog(context, 'hunt');
  const facts = dialog && huntNow(context, dialog);
  if (dialog === undefined || facts === undefined) {
    return undefined;
  }
  const place = placeToActOn(context, findingRows(facts, dialog), (cursor) =>
    updateDialog(context, 'hunt', { cursor }),
  );
  if (facts.rows.length === 0) {
    return notify(context, facts.all.length === 0 ? 'There is no finding.' : 'No finding passes.');
  }
  const row = place === undefined ? undefined : facts.rows[place];
  return row && act(facts, row, dialog);
}

/** The ways on from a finding; going back leads to it again. */
function showRelated(context: CommandContext, { finding, sessions }: HuntRow): void {
  const { client, last, moments, package: name, ecosystem } = finding;
  // The one that the row names is of the newest event for which there is one.
  const moment = typeof sessions === 'object' ? sessions.moment : moments[0];
  openPivots(
    context,
    [
      agentPivot(context, { clientId: client }),
      sessionPivot(context, client, moment?.time ?? last, moment?.origin),
      machineEventsPivot(context, client, last),
      ...packagePivots(context, name, ecosystem),
      machineStatusPivot(context, { clientId: client }),
    ],
    () => undefined,
  );
}

function toggleMark(context: CommandContext, { rows }: HuntFacts, row: HuntRow, dialog: HuntDialog): void {
  const { client } = row.finding;
  if (client === undefined) {
    notify(context, 'This finding names no machine.');
    return;
  }
  const marks = new Set<AnyText>(dialog.marks);
  if (!marks.delete(client)) {
    marks.add(client);
  }
  const next = rows[rows.indexOf(row) + 1];
  updateDialog(context, 'hunt', { marks, cursor: (next ?? row).id });
}

/** So many findings are looked at for values. */
const LOOKED_AT = 200;

function search(context: CommandContext, dialog: HuntDialog): void {
  const facts = huntNow(context, dialog);
  const records = (facts?.rows ?? []).slice(0, LOOKED_AT).map(({ record }) => record);
  openFilterField(
    context,
    {
      rows: 'findings',
      query: HUNT_QUERY,
      list: undefined,
      valuesOf: (field) => valuesIn(records, field),
      apply: (text) => updateHunt(context, { search: text }),
    },
    { before: dialog.search, names: namesIn(records) },
  );
}

function sort(context: CommandContext, { sort: before }: HuntDialog): void {
  chooseOrder(context, {
    sort: before,
    columns: HUNT_SORTS,
    usual: USUAL_COLUMN,
    keep: (chosen) => updateHunt(context, { sort: chosen }),
  });
}

function goOn(context: CommandContext): void {
  const { hunt } = context.stores.hunt.getState();
  if (hunt?.past.phase === 'cancelled' || hunt?.past.phase === 'stopped') {
    context.sync.goOnHunting();
  } else {
    notify(
      context,
      hunt?.past.phase === 'done' ? 'All older events were read.' : 'The hunt is under way already.',
    );
  }
}

const loadRecords = lazyImport(() => import('./hunt-records.ts'));

async function copy(context: CommandContext, facts: HuntFacts, row: HuntRow): Promise<void> {
  const { copyFindings } = await loadRecords();
  copyFindings(context, facts, row);
}

async function copyCommand(context: CommandContext, dialog: HuntDialog): Promise<void> {
  const { copyHunt } = await loadRecords();
  const facts = huntNow(context, dialog);
  if (facts !== undefined) {
    copyHunt(context, facts);
  }
}

async function write(context: CommandContext, facts: HuntFacts): Promise<void> {
  const { exportFindings } = await loadRecords();
  exportFindings(context, facts);
}

function leave(context: CommandContext): void {
  closeDialog(context);
  if (context.stores.hunt.getState().hunt?.past.phase === 'running') {
    notify(context, 'The hunt goes on; :findings shows what it finds.');
  }
}

/** One thing at a time: the filter, the marks, the reading, the dialog. */
function close(context: CommandContext, { search: text, marks }: HuntDialog): void {
  if (text !== '') {
    updateDialog(context, 'hunt', { search: '' });
  } else if (marks.size > 0) {
    updateDialog(context, 'hunt', { marks: new Set() });
  } else if (context.stores.hunt.getState().hunt?.past.phase === 'running') {
    context.sync.stopHunting();
  } else {
    closeDialog(context);
  }
}

/** The findings of the last hunt. */
export const huntDialog: DialogSpec<HuntDialog> = {
  field: undefined,
  commands: [
    ...cursorCommands(
      'hunt',
      { down: 'Next finding', up: 'Previous finding', first: 'First finding', last: 'Last finding' },
      ROWS_AROUND,
      (context, dialog) => {
        const facts = huntNow(context, dialog);
        return (
          facts && {
            length: facts.rows.length,
            place: placeInDialog(context, findingRows(facts, dialog)),
            idAt: (place) => facts.rows[place]?.id,
          }
        );
      },
    ),
    dialogCommand(
      'hunt',
      'machine',
      'Show the details of the machine',
      (context) =>
        withFinding(context, (_facts, { finding: { client } }) =>
          client === undefined
            ? notify(context, 'This finding names no machine.')
            : openPage(context, { kind: 'agent', agentId: undefined, clientId: client }),
        ),
      { hint: 'machine' },
    ),
    dialogCommand(
      'hunt',
      'related',
      'What is related: session, events, package, suspension',
      (context) => withFinding(context, (_facts, row) => showRelated(context, row)),
      { hint: 'related' },
    ),
    dialogCommand(
      'hunt',
      'mark',
      'Mark the machine, or take the mark away',
      (context) => withFinding(context, (facts, row, dialog) => toggleMark(context, facts, row, dialog)),
      { hint: 'mark' },
    ),
    dialogCommand(
      'hunt',
      'suspend',
      'Suspend the machine, the marked ones or all that are listed',
      (context) =>
        withFinding(context, (facts, row, dialog) => chooseSuspension(context, facts, row, dialog)),
      {
        hint: 'suspend',
        dangerous: true,
        disabledReason: (context) => readOnlyReason(context) ?? underWayReason(context),
      },
    ),
    dialogCommand('hunt', 'search', 'Filter the findings by a query: words, fields, times', search, {
      hint: 'filter',
      opensField: true,
    }),
    dialogCommand('hunt', 'sort', 'Sort the findings by a column', sort, { hint: 'sort' }),
    dialogCommand(
      'hunt',
      'toggle-unclear',
      'List those whose version could not be compared, too, or not',
      (context, { withUnclear }) => updateDialog(context, 'hunt', { withUnclear: !withUnclear }),
    ),
    dialogCommand('hunt', 'go-on', 'Read older events on, where that was stopped', goOn),
    dialogCommand(
      'hunt',
      'copy',
      'Copy the finding, or all that are listed',
      (context) => withFinding(context, (facts, row) => copy(context, facts, row)),
      { hint: 'copy' },
    ),
    dialogCommand('hunt', 'copy-command', 'Copy this hunt as a command for a shell', copyCommand),
    dialogCommand(
      'hunt',
      'export',
      'Write the findings that are listed to a file',
      (context) => withFinding(context, (facts) => write(context, facts)),
      { hint: 'export' },
    ),
    dialogCommand('hunt', 'leave', 'Close, and let it go on', leave, { hint: 'leave', closes: true }),
  ],
  close: { title: 'Clear the filter or the marks, stop reading, or close', hint: 'close', run: close },
};
