import { formatClock, zoneOf } from '../../../lib/format-time.ts';
import type { Zone } from '../../../lib/zoned-time.ts';
import { parseQuery } from '../../../stores/query/parse-query.ts';
import type { ListId } from '../../../stores/base/tab.ts';
import { LISTS } from '../../../stores/view/lists.ts';
import type { Stores } from '../../../stores/stores.ts';
import type { ViewState } from '../../../stores/view/view-store.ts';
import type { Sorting } from '../../../stores/base/list-view.ts';
import { absentFieldsSetting } from '../../panes/absent-field-words.ts';
import { queryLine } from '../../panes/query-line.ts';
import { queryZone } from '../../panes/query-parts.ts';
import { narrowed, setting, switched, type Setting, type Settings } from '../../panes/setting.ts';
import { identifier, trusted, type Line } from '../../widgets/line.ts';
import { LIST_PANES } from '../panes.ts';

const MOST_COLUMNS = 200;

/** All that keys switch or choose in the active pane and the transcript over it. */
export function settingsOf(stores: Stores): Settings {
  const view = stores.view.getState();
  const { tab, pager, timeStyle, zoomed, focus } = view;
  const { detail, text, wrap } = view[tab];
  const shared: Settings = {
    times: setting(
      { utc: 'Times in UTC.', local: 'Times in the local zone.', age: 'Times as ages.' }[timeStyle],
      timeStyle === 'utc',
    ),
  };
  if (tab === 'sessions' && pager !== undefined) {
    const { tools, raw, wrap: isWrapped } = pager;
    return {
      ...shared,
      tools: setting(`Tool calls: ${tools}.`, tools === 'short'),
      raw: switched('Raw JSON', raw, false),
      wrap: setting(isWrapped ? 'Long lines are wrapped.' : 'Long lines are cut.', isWrapped),
    };
  }
  if (tab === 'overview') {
    return shared;
  }
  return {
    ...shared,
    ...LIST_PANES[tab].settings(stores, formatClockOf(view)),
    text: filter(tab, text, zoneOf(timeStyle)),
    absent: absentFieldsSetting(stores, tab),
    sort: sorted(LISTS[tab].sorting(stores)),
    detail: switched('Detail', detail, false),
    zoom: switched('Detail alone', zoomed, false),
    wrap: setting(wrap ? 'Long lines are wrapped.' : 'Long lines are cut.', wrap),
    focus: setting(`The keys move the ${focus}.`, focus === 'list'),
  };
}

function formatClockOf({ minute, timeStyle }: ViewState): (time: number) => string {
  return (time) => formatClock(time, minute, zoneOf(timeStyle));
}

/** The typed query, and in which zone its days and clocks are read. */
function filter(list: ListId, text: string, zone: Zone): Setting {
  const query = parseQuery(text, LISTS[list].query);
  const unset = narrowed('Filter', undefined);
  return text === ''
    ? unset
    : {
        ...unset,
        isUsual: false,
        words: [
          trusted('Filter: '),
          ...queryLine(query, LISTS[list].query, false),
          ...queryZone(query, zone, false),
          trusted('.'),
        ],
      };
}

function sorted(sort: Sorting | undefined): Setting {
  return {
    words:
      sort === undefined
        ? [trusted('Sorted as usual.')]
        : [
            trusted('Sorted by '),
            ...identifier(sort.column, MOST_COLUMNS),
            trusted(sort.descending ? ', descending.' : ', ascending.'),
          ],
    isUsual: sort === undefined,
    isOfList: true,
  };
}

/** What of these is another one than before, in words. */
export function changedSettings(before: Settings, now: Settings): readonly Setting[] {
  const known = new Map(Object.entries(before));
  return Object.entries(now).flatMap(([name, setting]) => {
    const old = known.get(name);
    return old === undefined || textOf(old.words) === textOf(setting.words) ? [] : [setting];
  });
}

function textOf(line: Line): string {
  return line.map(({ text }) => text).join('');
}
