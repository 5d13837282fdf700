import type { MessagesDialog } from '../../../stores/view/dialog-states.ts';
import { trusted, untrustedWrapped, type Line } from '../../widgets/line.ts';
import { wholeBody, type PaintedView } from '../base/dialog-view.ts';
import { paintScrolled } from '../base/scrolled-lines.ts';
import { formatAgo, formatClock } from '../../../lib/format-time.ts';
import type { Message, ViewState } from '../../../stores/view/view-store.ts';
import type { Theme } from '../../theme.ts';
import { messageMark } from '../../panes/message-mark.ts';

/** What the user was shown of late. */
export const messagesView: PaintedView<MessagesDialog> = {
  drawnAs: 'lines',
  speech: { as: 'text' },
  height: wholeBody,
  staysUnderField: true,
  paint({ top }, { commands, theme, now }, size) {
    const lines = messageLines(commands.stores.view.getState(), { columns: size.columns, now, theme });
    const title = [trusted('Messages', 'heading')];
    return paintScrolled('messages', { title, lines: lines.map((line) => () => line), top }, theme, size);
  },
};

const TIME_COLUMNS = 14;

/** What the user was shown of late, the newest first, each with its time. */
function messageLines(
  { messages, timeStyle }: Pick<ViewState, 'messages' | 'timeStyle'>,
  { columns, now, theme }: { readonly columns: number; readonly now: number; readonly theme: Theme },
): readonly Line[] {
  if (messages.length === 0) {
    return [[trusted(' No messages yet.', 'dim')]];
  }
  return messages.flatMap((message) => messageRows(message, timeStyle, { columns, now, theme }));
}

function messageRows(
  message: Message,
  timeStyle: ViewState['timeStyle'],
  { columns, now, theme }: { readonly columns: number; readonly now: number; readonly theme: Theme },
): readonly Line[] {
  const { at, text } = message;
  const time = timeStyle === 'age' ? formatAgo(now - at) : formatClock(at, now, timeStyle);
  const { mark, style } = messageMark(message, theme);
  const start = TIME_COLUMNS + mark.length + 2;
  return untrustedWrapped(text, columns - start - 1, { ascii: theme.ascii }).map((line, index) =>
    index === 0
      ? [trusted(` ${time.padEnd(TIME_COLUMNS)}`, 'dim'), trusted(`${mark} `, style), ...line]
      : [trusted(' '.repeat(start)), ...line],
  );
}
