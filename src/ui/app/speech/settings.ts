import { zoneName } from '../../../lib/days.ts';
import type { AnyText } from '../../../lib/untrusted.ts';
import { formatClock, zoneOf } from '../../../lib/format-time.ts';
import type { Zone } from '../../../lib/zoned-time.ts';
import { OUTCOMES } from '../../../contract/values.ts';
import type { Agent } from '../../../contract/agent.ts';
import { parseQuery } from '../../../stores/query/parse-query.ts';
import type { ListId } from '../../../stores/base/tab.ts';
import { LISTS } from '../../../stores/view/lists.ts';
import { selectHostByClient } from '../../../stores/agents/select-agents.ts';
import { rememberLast } from '../../../stores/base/memoize-last.ts';
import type { Listing } from '../../../stores/base/listing.ts';
import type { Stores } from '../../../stores/stores.ts';
import type { ViewState } from '../../../stores/view/view-store.ts';
import type { Sorting } from '../../../stores/base/list-view.ts';
import { queryLine } from '../../panes/query-line.ts';
import { queryZone } from '../../panes/query-parts.ts';
import { identifier, foreign, own, type Line } from '../../widgets/line.ts';

/** How something is set, as it is said: when it changes, and on request where it is not as usual. */
export interface Setting {
  readonly words: Line;
  readonly isUsual: boolean;
  /** Another list is shown once it changes. */
  readonly isOfList: boolean;
}

/** What can be set in the pane that is shown, by a name of its own. */
export type Settings = Readonly<Record<string, Setting>>;

const MOST_COLUMNS = 200;

const agentOf = rememberLast((listing: Listing<Agent> | undefined, id: string | undefined) =>
  id === undefined ? undefined : listing?.rows.find((agent) => agent.id === id),
);

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
    ...ofPane(stores, formatClockOf(view)),
    text: filter(tab, text, zoneOf(timeStyle)),
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

function ofPane(stores: Stores, clock: (time: number) => string): Settings {
  const view = stores.view.getState();
  switch (view.tab) {
    case 'events': {
      const { outcomes, type, ecosystem, suspicious, unacknowledged, range } = view.events;
      const { folded, raw, follow, held } = view.events;
      const shown = [...OUTCOMES].reverse().filter((outcome) => outcomes.includes(outcome));
      const isAll = shown.length === OUTCOMES.length;
      return {
        // It stands still for as long as a dialog is open, and nobody has switched it off.
        follow: switched('Following', follow || held, true),
        outcomes: ofList(
          isAll ? 'All outcomes.' : shown.length === 0 ? 'No outcome.' : `Only ${shown.join(' and ')}.`,
          isAll,
        ),
        type: narrowed('Type', type),
        ecosystem: narrowed('From', ecosystem),
        suspicious: ofList(suspicious ? 'Only suspicious names.' : 'All names.', !suspicious),
        unacknowledged: ofList(
          unacknowledged ? 'Only unacknowledged blocks.' : 'Acknowledged ones, too.',
          !unacknowledged,
        ),
        range: ofList(
          range === undefined ? 'All times.' : `From ${clock(range.since)} to ${clock(range.until)}.`,
          range === undefined,
        ),
        folded: ofList(folded ? 'Folded: repeats are one row.' : 'Unfolded: each event is a row.', folded),
        raw: switched('Event as it was sent', raw, false),
      };
    }
    case 'agents':
      return { flag: narrowed('Flag', view.agents.flag) };
    case 'sessions': {
      const { date, dateZone, agentId, project, branch, clientId, subagents, suspicious } = view.sessions;
      return {
        date: narrowed('Day', date && `${date} (${zoneName(dateZone)})`),
        agent: narrowed('Agent', agentOf(stores.agents.getState().data, agentId)?.hostname ?? agentId),
        project: narrowed('Project', project),
        branch: narrowed('Branch', branch),
        client: narrowed('Client', selectHostByClient(stores).get(clientId ?? '') ?? clientId),
        subagents: { ...switched('Subagents', subagents, false), isOfList: true },
        suspicious: ofList(suspicious ? 'Only suspicious names.' : 'All names.', !suspicious),
      };
    }
    case 'llm': {
      const { shows, suspicious } = view.llm;
      return {
        shows: ofList(shows === 'calls' ? 'Calls.' : 'Totals.', shows === 'calls'),
        suspicious: ofList(suspicious ? 'Only suspicious names.' : 'All names.', !suspicious),
      };
    }
    case 'policy':
    case 'overview':
      return {};
  }
}

function setting<Text extends string>(words: Parameters<typeof own<Text>>[0], isUsual: boolean): Setting {
  return { words: [own(words)], isUsual, isOfList: false };
}

function ofList<Text extends string>(words: Parameters<typeof own<Text>>[0], isUsual: boolean): Setting {
  return { ...setting(words, isUsual), isOfList: true };
}

function switched(name: string, isOn: boolean, isUsuallyOn: boolean): Setting {
  return setting(`${name}: ${isOn ? 'on' : 'off'}.`, isOn === isUsuallyOn);
}

/** What a list is narrowed to. */
function narrowed(name: string, value: AnyText | undefined): Setting {
  return {
    words:
      value === undefined
        ? [own(`${name}: any.`)]
        : [own(`${name}: `), ...foreign(value, { profile: 'ident' }), own('.')],
    isUsual: value === undefined,
    isOfList: true,
  };
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
          own('Filter: '),
          ...queryLine(query, list, false),
          ...queryZone(query, zone, false),
          own('.'),
        ],
      };
}

function sorted(sort: Sorting | undefined): Setting {
  return {
    words:
      sort === undefined
        ? [own('Sorted as usual.')]
        : [
            own('Sorted by '),
            ...identifier(sort.column, MOST_COLUMNS),
            own(sort.descending ? ', descending.' : ', ascending.'),
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
