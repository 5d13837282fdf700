import type { MessagesDialog } from '../../../stores/view/dialog-states.ts';
import { own } from '../../widgets/line.ts';
import { wholeBody, type PaintedView } from '../base/dialog-view.ts';
import { paintScrolled } from '../base/scrolled-lines.ts';
import { messageLines } from './message-lines.ts';

/** What the user was told of late. */
export const messagesView: PaintedView<MessagesDialog> = {
  drawnAs: 'lines',
  speech: { as: 'text' },
  height: wholeBody,
  staysUnderField: true,
  paint({ top }, { commands, theme, now }, size) {
    const lines = messageLines(commands.stores.view.getState(), { columns: size.columns, now, theme });
    const title = [own('Messages', 'heading')];
    return paintScrolled('messages', { title, lines: lines.map((line) => () => line), top }, theme, size);
  },
};
