import { noteHelpMatches, noteHelpTopics } from '../../../commands/app/help.ts';
import { zoneOf } from '../../../lib/format-time.ts';
import { selectFeedStanding } from '../../../stores/events/select-feed-standing.ts';
import type { Dialog, HelpDialog } from '../../../stores/view/dialog-states.ts';
import type { Theme } from '../../theme.ts';
import { fitLines, foreign, own, ruleLine, type Line, type Size } from '../../widgets/line.ts';
import { apiLogLines } from '../request-log/api-log-lines.ts';
import type { DialogContext, DialogPicture } from './dialog-context.ts';
import { helpLines } from '../help/help-lines.ts';
import { messageLines } from './message-lines.ts';
import type { LazyLine } from '../request-log/request-lines.ts';

/** A dialog over the whole body that is longer than the screen. */
export type ScrolledDialog = Extract<Dialog, { kind: 'help' | 'request-log' | 'messages' }>;

/** Whether a dialog is of this kind. */
export function isScrolledDialog(dialog: Dialog | undefined): dialog is ScrolledDialog {
  return dialog?.kind === 'help' || dialog?.kind === 'request-log' || dialog?.kind === 'messages';
}

const TITLES: Readonly<Record<ScrolledDialog['kind'], string>> = {
  help: 'Help',
  'request-log': 'API log',
  messages: 'Messages',
};

/** Help, the API log or the messages over the whole body. */
export function paintScrolledDialog(
  dialog: ScrolledDialog,
  context: DialogContext,
  { columns, rows }: Size,
): DialogPicture {
  const { theme } = context;
  const room = rows - 1;
  const { lines, at, noteSeen } = bodyOf(dialog, context, columns);
  const lastTop = Math.max(0, lines.length - room);
  const top = Math.min(at.top, lastTop);
  const below = lastTop - top;
  const keyOf = (name: string) => theme.keyOf(`${dialog.kind}.${name}`);
  return {
    lines: [
      ruleLine(columns, theme, [
        own(TITLES[at.kind], 'heading'),
        ...(at.kind === 'help' ? searchLines(at, theme) : []),
        own(
          below > 0 ? ` · ${below} more lines below, ${keyOf('down')} or ${keyOf('page-down')}` : '',
          'dim',
        ),
      ]),
      ...fitLines(
        lines.slice(top, top + room).map((line) => line()),
        room,
      ),
    ],
    lastTop,
    noteSeen,
  };
}

/** What is searched for, and in how many rows it was found. */
function searchLines({ search, matches }: HelpDialog, { ascii, keyOf }: Theme): Line {
  return search === ''
    ? [own(` · ${keyOf('help.search')} searches`, 'dim')]
    : [
        own(` · ${keyOf('help.search')} `),
        ...foreign(search, { style: 'accent', ascii }),
        own(
          matches.length === 0
            ? ' is nowhere in it'
            : ` in ${matches.length} rows, ${keyOf('help.next-match')} and ${keyOf('help.previous-match')} go through them`,
          'dim',
        ),
      ];
}

/** All of it as lines, the dialog where it is after what was found in it, and what is to be noted of that. */
interface ScrolledBody {
  readonly lines: readonly LazyLine[];
  readonly at: ScrolledDialog;
  readonly noteSeen: () => void;
}

function bodyOf(
  dialog: ScrolledDialog,
  { commands, theme, now }: DialogContext,
  columns: number,
): ScrolledBody {
  const { stores } = commands;
  const body = (lines: readonly LazyLine[]): ScrolledBody => ({
    lines,
    at: dialog,
    noteSeen: () => undefined,
  });
  switch (dialog.kind) {
    case 'help': {
      const { lines, found, topics } = helpLines(commands, dialog, columns, theme);
      return {
        lines: lines.map((line) => () => line),
        at: found,
        noteSeen() {
          noteHelpMatches(commands, found.matches);
          noteHelpTopics(commands, topics);
        },
      };
    }
    case 'messages':
      return body(messageLines(stores.view.getState(), { columns, now, theme }).map((line) => () => line));
    case 'request-log':
      return body(
        apiLogLines(stores.connection.getState(), stores.events.getState(), {
          zone: zoneOf(stores.view.getState().timeStyle),
          bound: stores.events.bound,
          standing: selectFeedStanding(stores, now),
          columns,
          now,
          theme,
        }),
      );
  }
}
