import { keyNameOf } from '../keys/key-name.ts';
import type { MessageKind } from '../../contract/transcript/message.ts';
import { headingOf, selectPager, type OpenPager } from '../../stores/transcript/select-pager.ts';
import type { Place } from '../../stores/transcript/pager-view.ts';
import { notify, openDialog, type Command } from '../base/command.ts';
import { goTo, goToMessage, onTranscript, updatePager } from './position.ts';

const SIDEWAYS = 20;

function scrolling(id: string, title: string, target: (open: OpenPager) => Place): Command {
  return onTranscript({ id, title, moves: true }, (context, open) => goTo(context, open, target(open)));
}

/** A command that goes to the next shown message of some kinds in a direction. */
function toMessage(
  id: string,
  title: string,
  direction: 1 | -1,
  isOne: (kind: MessageKind) => boolean,
): Command {
  return onTranscript({ id, title, moves: true }, (context, open) => {
    const { text } = open;
    let message = open.cursor ?? open.top.message;
    do {
      message += direction;
    } while (
      message >= 0 &&
      message < text.count &&
      (text.isHidden(message) || !isOne(text.transcript.kindOf(message)))
    );
    if (message >= 0 && message < text.count) {
      goToMessage(context, open, message);
    }
  });
}

/** The line at a share of all lines or, while they are not counted, the message at that share of all bytes. */
function placeAt({ text }: OpenPager, share: number): Place {
  const { counts } = text;
  return counts.counted === text.count
    ? counts.placeOf(Math.floor(share * counts.lines))
    : headingOf(text, text.transcript.messageAtShare(share));
}

/** Moving in a transcript, with the habits of less. */
export const movingCommands: readonly Command[] = [
  scrolling('line-down', 'A line down', ({ text, top }) => text.moved(top, 1)),
  scrolling('line-up', 'A line up', ({ text, top }) => text.moved(top, -1)),
  scrolling('page-down', 'A page down', ({ text, top, rows }) => text.moved(top, rows)),
  scrolling('page-up', 'A page up', ({ text, top, rows }) => text.moved(top, -rows)),
  scrolling('half-down', 'Half a page down', ({ text, top, rows }) => text.moved(top, Math.ceil(rows / 2))),
  scrolling('half-up', 'Half a page up', ({ text, top, rows }) => text.moved(top, -Math.ceil(rows / 2))),
  onTranscript({ id: 'start', title: 'To the beginning', moves: true }, (context, open) =>
    goTo(context, open, { message: 0, line: 0 }, 0),
  ),
  onTranscript(
    { id: 'end', title: 'To the end, and stay there while it grows', moves: true },
    (context, open) => {
      goTo(context, open, open.text.lastTop(open.rows), open.text.count - 1);
      updatePager(context, { top: { kind: 'end' } });
    },
  ),
  toMessage('next-prompt', 'Next prompt of the user', 1, (kind) => kind === 'user'),
  toMessage('previous-prompt', 'Previous prompt of the user', -1, (kind) => kind === 'user'),
  toMessage('next-message', 'Next message', 1, () => true),
  toMessage('previous-message', 'Previous message', -1, () => true),
  onTranscript({ id: 'percent', title: 'Go to a place in percent', opensField: true }, (context) => {
    const findProblem = (text: string) =>
      /^\d{1,3}$/.test(text) && Number(text) <= 100 ? undefined : 'Type a number from 0 to 100.';
    openDialog(context, {
      kind: 'text',
      title: 'Go to percent',
      lines: [],
      label: '%',
      initial: '',
      enterDoes: 'goes there',
      findProblem,
      submit(text) {
        const open = selectPager(context.stores);
        if (open !== undefined) {
          goTo(context, open, placeAt(open, Number(text) / 100));
        }
      },
      dangerous: false,
    });
  }),
  {
    id: 'pager.right',
    title: 'Look further to the right',
    scope: 'pager',
    moves: true,
    run(context) {
      const { pager } = context.stores.view.getState();
      if (pager?.wrap === false) {
        updatePager(context, { column: pager.column + SIDEWAYS });
      } else {
        notify(
          context,
          `Lines are wrapped, nothing is further to the right: ${keyNameOf(context.stores, 'pager.wrap')} cuts them.`,
        );
      }
    },
  },
  {
    id: 'pager.left',
    title: 'Look further to the left',
    scope: 'pager',
    moves: true,
    run(context) {
      const { column = 0 } = context.stores.view.getState().pager ?? {};
      updatePager(context, { column: Math.max(0, column - SIDEWAYS) });
    },
  },
];
