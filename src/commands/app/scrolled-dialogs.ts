import type { DialogOf } from '../../stores/view/dialog-states.ts';
import { REQUEST_QUERY, requestRecord } from '../../stores/connection/request-query.ts';
import { namesIn, valuesIn } from '../../stores/view/known-values.ts';
import { closeDialog, updateDialog, type CommandContext } from '../base/command.ts';
import { openFilterField } from '../base/filter-field.ts';
import { CLOSES, dialogCommand, movingCommands, pageOf, type DialogSpec } from '../base/dialog-spec.ts';
import { helpCommands } from './help.ts';

/** The dialogs that are nothing but lines, more of them than the screen has. */
type ScrolledKind = 'help' | 'request-log' | 'messages' | 'plain';

/** Of the screen, so many rows do not belong to a page of such a dialog. */
const ROWS_AROUND = 8;

const TITLES = {
  down: 'A line down',
  up: 'A line up',
  first: 'To the beginning',
  last: 'To the end',
  ends: ['start', 'end'],
} as const;

function scrolledDialog(kind: ScrolledKind): DialogSpec<DialogOf<ScrolledKind>> {
  return {
    field: undefined,
    commands: movingCommands(kind, TITLES, (context, { top }, move) =>
      updateDialog(context, kind, { top: Math.max(0, move(top, pageOf(context, ROWS_AROUND))) }),
    ),
    close: CLOSES,
    scroll: 'top',
  };
}

const help = scrolledDialog('help');

export const helpDialog: typeof help = { ...help, commands: [...help.commands, ...helpCommands] };

const requestLog = scrolledDialog('request-log');

function updateLog({ stores: { view } }: CommandContext, search: string): void {
  view.setState(({ dialogs }) => ({
    dialogs: dialogs.map((dialog) =>
      dialog.kind === 'request-log' && dialog.search !== search ? { ...dialog, search, top: 0 } : dialog,
    ),
  }));
}

function filterRequests(context: CommandContext, { search: before }: DialogOf<'request-log'>): void {
  const records = context.stores.connection.getState().requests.map(requestRecord);
  openFilterField(
    context,
    {
      rows: 'requests',
      query: REQUEST_QUERY,
      list: undefined,
      valuesOf: (field) => valuesIn(records, field),
      apply: (text) => updateLog(context, text),
    },
    { before, names: namesIn(records) },
  );
}

export const requestLogDialog: DialogSpec<DialogOf<'request-log'>> = {
  ...requestLog,
  commands: [
    ...requestLog.commands,
    dialogCommand(
      'request-log',
      'filter',
      'Filter the requests by a query: words, fields, times',
      filterRequests,
      {
        hint: 'filter',
        opensField: true,
      },
    ),
  ],
  close: {
    title: 'Clear the filter, or close',
    hint: 'close',
    run(context, { search }) {
      if (search === '') {
        closeDialog(context);
      } else {
        updateLog(context, '');
      }
    },
  },
};

export const messagesDialog = scrolledDialog('messages');
export const plainDialog = scrolledDialog('plain');
