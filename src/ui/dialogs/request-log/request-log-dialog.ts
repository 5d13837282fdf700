import { zoneOf } from '../../../lib/format-time.ts';
import { selectFeedStatus } from '../../../stores/events/select-feed-status.ts';
import type { RequestLogDialog } from '../../../stores/view/dialog-states.ts';
import { trusted } from '../../widgets/line.ts';
import { wholeBody, type PaintedView } from '../base/dialog-view.ts';
import { paintScrolled } from '../base/scrolled-lines.ts';
import { apiLogLines } from './api-log-lines.ts';

/** All that there is to know of the connection, and the requests. */
export const requestLogView: PaintedView<RequestLogDialog> = {
  drawnAs: 'lines',
  speech: { as: 'text', movesOn: 'figures' },
  height: wholeBody,
  staysUnderField: true,
  paint({ top }, { commands: { stores }, theme, now }, size) {
    const lines = apiLogLines(stores.connection.getState(), stores.events.getState(), {
      zone: zoneOf(stores.view.getState().timeStyle),
      bound: stores.events.bound,
      standing: selectFeedStatus(stores, now),
      columns: size.columns,
      now,
      theme,
    });
    return paintScrolled('request-log', { title: [trusted('API log', 'heading')], lines, top }, theme, size);
  },
};
