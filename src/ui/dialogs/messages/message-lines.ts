import { formatAgo, formatClock } from '../../../lib/format-time.ts';
import type { Message, ViewState } from '../../../stores/view/view-store.ts';
import type { Theme } from '../../theme.ts';
import { foreignWrapped, own, type Line } from '../../widgets/line.ts';
import { messageMark } from '../../panes/message-mark.ts';

const TIME_COLUMNS = 14;

/** What the user was told of late, the newest first, each with its time. */
export function messageLines(
  { messages, timeStyle }: Pick<ViewState, 'messages' | 'timeStyle'>,
  { columns, now, theme }: { readonly columns: number; readonly now: number; readonly theme: Theme },
): readonly Line[] {
  if (messages.length === 0) {
    return [[own(' No messages yet.', 'dim')]];
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
  return foreignWrapped(text, columns - start - 1, { ascii: theme.ascii }).map((line, index) =>
    index === 0
      ? [own(` ${time.padEnd(TIME_COLUMNS)}`, 'dim'), own(`${mark} `, style), ...line]
      : [own(' '.repeat(start)), ...line],
  );
}
