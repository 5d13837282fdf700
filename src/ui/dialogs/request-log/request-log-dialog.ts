import { zoneOf } from '../../../lib/format-time.ts';
import { selectFeedStatus } from '../../../stores/events/select-feed-status.ts';
import type { RequestLogDialog } from '../../../stores/view/dialog-states.ts';
import { formatCount } from '../../../lib/format-number.ts';
import { REQUEST_QUERY, requestRecord } from '../../../stores/connection/request-query.ts';
import { queryClock } from '../../../stores/query/query-time.ts';
import { trusted, type Line } from '../../widgets/line.ts';
import { wholeBody, type PaintedView } from '../base/dialog-view.ts';
import { paintScrolled } from '../base/scrolled-lines.ts';
import { filterWords } from '../filter-words.ts';
import { apiLogLines, passingRequests } from './api-log-lines.ts';

/** All that there is to know of the connection, and the requests. */
export const requestLogView: PaintedView<RequestLogDialog> = {
  drawnAs: 'lines',
  speech: { as: 'text', movesOn: 'figures' },
  height: wholeBody,
  staysUnderField: true,
  paint({ top, search }, { commands: { stores }, theme, now }, size) {
    const { requests } = stores.connection.getState();
    const clock = queryClock(stores.view.getState());
    const passing = passingRequests(stores.connection.getState(), search, clock);
    const lines = apiLogLines(stores.connection.getState(), stores.events.getState(), {
      zone: zoneOf(stores.view.getState().timeStyle),
      bound: stores.events.bound,
      standing: selectFeedStatus(stores, now),
      columns: size.columns,
      now,
      theme,
      search,
      clock,
    });
    const title: Line = [
      trusted('API log', 'heading'),
      ...filterWords(
        search,
        REQUEST_QUERY,
        { rows: requests, recordOf: requestRecord, nouns: 'requests' },
        theme.ascii,
      ),
      ...(passing === undefined
        ? []
        : [trusted(` · ${formatCount(passing.passing)} of ${formatCount(passing.of)} requests`)]),
    ];
    return paintScrolled('request-log', { title, lines, top }, theme, size);
  },
};
