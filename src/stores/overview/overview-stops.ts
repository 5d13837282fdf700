import { ECOSYSTEMS, OUTCOMES, type Ecosystem, type Outcome } from '../../contract/values.ts';
import type { Calendar } from '../../contract/session.ts';
import type { Summary } from '../../contract/summary.ts';
import { formatDate } from '../../lib/format-time.ts';
import { ownValue } from '../../lib/own-value.ts';
import { selectAgentCounts } from '../agents/agent-counts.ts';
import { memoizeLast } from '../base/memoize-last.ts';
import { selectBlocksToShow } from '../events/select-blocks-to-show.ts';
import type { OverviewSlice } from './overview-slice.ts';
import { selectMostBlocked, type BlockedValue } from './select-most-blocked.ts';
import type { AgentFlag } from '../agents/agents-view.ts';

/** The parts of the overview. */
export type OverviewBlock =
  | 'figures'
  | 'newest'
  | 'most-blocked'
  | 'outcomes'
  | 'ecosystems'
  | 'rate'
  | 'agents'
  | 'calendar'
  | 'service';

/** What a place on the overview leads to. */
export type Destination =
  | { readonly pane: 'feed' }
  | { readonly pane: 'feed'; readonly outcome: Outcome; readonly query?: string }
  | { readonly pane: 'feed'; readonly ecosystem: Ecosystem }
  | { readonly pane: 'feed'; readonly query: string }
  | { readonly pane: 'feed'; readonly unacknowledged: true }
  | { readonly pane: 'event'; readonly id: string }
  | { readonly pane: 'agents'; readonly flag?: AgentFlag }
  | { readonly pane: 'sessions'; readonly date: string }
  | { readonly pane: 'requests' };

/** A place on the overview where the cursor can stand. */
export interface Stop {
  readonly id: string;
  readonly to: Destination;
}

/** The stop of each fixed place. */
export const STOPS = {
  blocksInHour: { id: 'figure hour', to: { pane: 'feed', outcome: 'block', query: 'since:1h' } },
  blocksInDay: { id: 'figure day', to: { pane: 'feed', outcome: 'block', query: 'since:24h' } },
  unacknowledged: { id: 'figure unacknowledged', to: { pane: 'feed', unacknowledged: true } },
  cloneFigure: { id: 'figure clones', to: { pane: 'agents', flag: 'clone' } },
  silentFigure: { id: 'figure silent', to: { pane: 'agents', flag: 'silent' } },
  rate: { id: 'rate', to: { pane: 'feed' } },
  agents: { id: 'agents all', to: { pane: 'agents' } },
  clones: { id: 'agents clones', to: { pane: 'agents', flag: 'clone' } },
  silent: { id: 'agents silent', to: { pane: 'agents', flag: 'silent' } },
  service: { id: 'service', to: { pane: 'requests' } },
  budget: { id: 'budget', to: { pane: 'requests' } },
} as const satisfies Readonly<Record<string, Stop>>;

/** The stop of an outcome or an ecosystem in the shares of the summary. */
export function shareStop(field: 'outcome' | 'ecosystem', name: string): Stop {
  const id = `${field} ${name}`;
  if (field === 'outcome' && isOneOf(OUTCOMES, name)) {
    return { id, to: { pane: 'feed', outcome: name } };
  }
  if (field === 'ecosystem' && isOneOf(ECOSYSTEMS, name)) {
    return { id, to: { pane: 'feed', ecosystem: name } };
  }
  return { id, to: { pane: 'feed', query: term(field, name) } };
}

/** The stop of what blocks of the last day have in common. */
export function blockedStop({ id, query }: BlockedValue): Stop {
  return { id, to: { pane: 'feed', outcome: 'block', query } };
}

const EVENT_PREFIX = 'event ';

/** The stop of an event. */
export function eventStop(id: string): Stop {
  return { id: `${EVENT_PREFIX}${id}`, to: { pane: 'event', id } };
}

/** The id of the event that the cursor is on; undefined when it is elsewhere. */
export function eventOfCursor(cursor: string | undefined): string | undefined {
  return cursor?.startsWith(EVENT_PREFIX) === true ? cursor.slice(EVENT_PREFIX.length) : undefined;
}

const DAY = 24 * 60 * 60 * 1000;

/** The days of the calendar from the first that the server lists to today, oldest first; none before any was read. */
export function selectCalendarDays(
  { calendar }: Pick<OverviewSlice, 'calendar'>,
  now: number,
): readonly string[] {
  return daysSince(calendar.getState().data, formatDate(now));
}

const daysSince = memoizeLast((calendar: Calendar | undefined, today: string): readonly string[] => {
  const listed = (calendar?.days ?? [])
    .map(({ date }) => date)
    .filter((date) => /^\d{4}-\d\d-\d\d$/.test(date));
  const first = listed.reduce((earliest, date) => (date < earliest ? date : earliest), today);
  const days = listed.length === 0 ? 0 : (Date.parse(today) - Date.parse(first)) / DAY + 1;
  return Array.from({ length: Number.isInteger(days) ? Math.min(days, MOST_DAYS) : 0 }, (_, index) =>
    formatDate(Date.parse(today) - (Math.min(days, MOST_DAYS) - 1 - index) * DAY),
  );
});

const DAY_PREFIX = 'day ';

/** So many days can be gone to: half a year of whole weeks. */
const MOST_DAYS = 26 * 7;

/** The stop of a day of the calendar. */
export function dayStop(date: string): Stop {
  return { id: `${DAY_PREFIX}${date}`, to: { pane: 'sessions', date } };
}

/** The day that the cursor is on, as `YYYY-MM-DD`; undefined when it is elsewhere. */
export function dayOfCursor(cursor: string | undefined): string | undefined {
  return cursor?.startsWith(DAY_PREFIX) === true ? cursor.slice(DAY_PREFIX.length) : undefined;
}

/** Counts by name, the known names first and in their order, others after them. */
export function orderedCounts(
  counts: Readonly<Record<string, number>> | undefined,
  known: readonly string[],
): readonly (readonly [name: string, count: number])[] {
  const given = counts ?? {};
  const names = [...known, ...Object.keys(given).filter((name) => !known.includes(name))];
  return names.map((name) => [name, ownValue(given, name) ?? 0]);
}

/** Outcomes, the most alarming first. */
export const OUTCOMES_BY_ALARM = [...OUTCOMES].reverse();

const shareStops = memoizeLast((summary: Summary | undefined) => ({
  outcomes:
    summary === undefined
      ? []
      : orderedCounts(summary.outcomes, OUTCOMES_BY_ALARM).map(([name]) => shareStop('outcome', name)),
  ecosystems:
    summary === undefined
      ? []
      : orderedCounts(summary.ecosystems, ECOSYSTEMS).map(([name]) => shareStop('ecosystem', name)),
}));

/** The places of a part of the overview from its top, as far as there is anything to go to. */
export function selectStops(stores: OverviewSlice, block: OverviewBlock, now: number): readonly Stop[] {
  switch (block) {
    case 'figures':
      return [
        STOPS.blocksInHour,
        STOPS.blocksInDay,
        STOPS.unacknowledged,
        STOPS.cloneFigure,
        STOPS.silentFigure,
      ];
    case 'newest':
      return selectBlocksToShow(stores).map(({ id }) => eventStop(id));
    case 'most-blocked':
      return (selectMostBlocked(stores, now)?.fields ?? []).flatMap(({ values }) => values.map(blockedStop));
    case 'outcomes':
    case 'ecosystems':
      return shareStops(stores.summary.getState().data)[block];
    case 'rate':
      return [STOPS.rate];
    case 'agents':
      return selectAgentCounts(stores, now) === undefined ? [] : [STOPS.agents, STOPS.clones, STOPS.silent];
    case 'calendar':
      return selectCalendarDays(stores, now).map(dayStop);
    case 'service':
      return [STOPS.service, STOPS.budget];
  }
}

function isOneOf<const Value extends string>(values: readonly Value[], name: string): name is Value {
  return (values as readonly string[]).includes(name);
}

/** A term of a query, with quotes around what is more than a word. */
function term(field: string, value: string): string {
  return /^[\w.+-]+$/.test(value)
    ? `${field}:${value}`
    : `${field}:"${value.replace(/[\\"]/g, String.raw`\$&`)}"`;
}
