import { UsageError } from '../../host/usage-error.ts';
import { formatCount } from '../../lib/format-number.ts';
import { formatDateTime } from '../../lib/format-time.ts';
import { deletedMeanwhile, incompleteness } from '../../stores/events/incompleteness.ts';
import { partsOf } from '../../stores/counts/count-measures.ts';
import type { Sorting } from '../../stores/base/list-view.ts';
import {
  compareCounts,
  exportedOrder,
  exportedOrders,
  sortedShare,
} from '../../stores/counts/count-order.ts';
import { Counts } from '../../stores/counts/counts.ts';
import {
  countedEvent,
  eventFieldsInData,
  eventCountField,
  noSuchField,
  type EventCountField,
} from '../../stores/counts/event-count-fields.ts';
import { LOOKED_AT } from '../../stores/counts/fields-in-data.ts';
import { EventFilter, type HostByClient } from '../../stores/events/event-filter.ts';
import { createEventsStore, type EventsStore } from '../../stores/events/events-store.ts';
import { NO_EVENT_FILTERS } from '../../stores/events/events-view.ts';
import { typedNames } from '../../stores/query/typed-names.ts';
import type { QueryClock } from '../../stores/query/query-time.ts';
import { recordOfRow } from '../../stores/view/loaded-rows.ts';
import type { ReadingOptions } from '../../sync/follow/follow-events.ts';
import { readHosts } from '../agents/read-hosts.ts';
import { say } from '../output/say.ts';
import { styleOfOutput } from '../output/text-style.ts';
import { runAgainstServer, type CommandHost, type CommandSession } from '../session/command-session.ts';
import { statusOfFailure } from '../session/failure-status.ts';
import { outputOf } from '../session/output-name.ts';
import { countsCsv, countsJson, countsText, type PrintedCounts } from './count-format.ts';
import { formulasOf, withHeader, type RowFlags } from '../session/row-lines.ts';
import {
  asksForHosts,
  boundsOfQuestion,
  isOneOfSeveral,
  questionOf,
  soughtInEvents,
  type EventChoiceFlags,
  type EventQuestion,
} from './event-question.ts';
import { windowOf } from './event-window.ts';
import { readThrough } from './read-through.ts';
import { parseTimeArgument, type TimeArgument } from './time-argument.ts';
import { whyNoEvent } from './why-no-event.ts';

/** The flags of `vigil events count`, as the command line reads them. */
export interface EventsCountFlags extends Omit<RowFlags, 'filter'>, EventChoiceFlags {
  readonly by: string;
  readonly since?: string;
  readonly until?: string;
  readonly limit?: number;
  readonly sort?: string;
}

/** Fields that events are counted by at once. */
const MOST_FIELDS = 2;

/** So much of the past is counted where nothing says how much. */
const USUAL_PAST = 24 * 3_600_000;

interface Counting extends EventQuestion {
  readonly fields: readonly EventCountField[];
  readonly since: TimeArgument | undefined;
  readonly until: TimeArgument | undefined;
}

/**
 * Runs `vigil events count` and resolves with its exit status: 1 when it is not certain that all was counted. Rejects with a
 * UsageError when a field or the filter is not understood, before anything is asked for.
 */
export async function runEventsCount(flags: EventsCountFlags, host?: CommandHost): Promise<number> {
  const { limit } = flags;
  if (flags.columns !== undefined) {
    throw new UsageError('--columns is of vigil events: counts have the fields of --by and their figures.');
  }
  outputOf(flags);
  const counting: Counting = {
    fields: fieldsOf(flags.by),
    ...questionOf(flags),
    since: flags.since === undefined ? undefined : parseTimeArgument('--since', flags.since),
    until: flags.until === undefined ? undefined : parseTimeArgument('--until', flags.until),
  };
  const sort = orderOf(flags.sort);
  const print = ({ groups, ...counted }: PrintedCounts) =>
    linesOf(
      {
        ...counted,
        groups: [...groups].sort(compareCounts('events', sort)).slice(0, limit),
        share: sortedShare('events', sort),
      },
      flags,
    );
  return runAgainstServer(flags, { writes: false }, (session) => countEvents(counting, session, print), host);
}

function orderOf(name: string | undefined): Sorting | undefined {
  const order = name === undefined ? undefined : exportedOrder('events', name);
  if (name !== undefined && order === undefined) {
    throw new UsageError(`--sort takes ${exportedOrders('events').join(', ')}.`);
  }
  return order;
}

function fieldsOf(by: string): readonly EventCountField[] {
  const names = typedNames(by);
  if (names.length > MOST_FIELDS || names.includes('')) {
    throw new UsageError(
      '--by takes the name of a field, or two with a comma between them, as package,host.',
    );
  }
  return names.map((name) => {
    const field = eventCountField(name);
    if ('problem' in field) {
      throw new UsageError(field.problem);
    }
    return field;
  });
}

async function countEvents(
  { fields, query, asked, several, since, until }: Counting,
  session: CommandSession,
  print: (counted: PrintedCounts) => readonly string[],
): Promise<number> {
  const { clock, output, ended, stop } = session;
  const queryClock: QueryClock = { now: clock.now(), zone: 'utc' };
  const named = boundsOfQuestion({ query }, queryClock);
  const times = { follow: false, since, until, bounds: named, usualPast: USUAL_PAST, limit: undefined };
  const window = await windowOf(times, session, ended);
  const needsHosts =
    fields.some(({ name }) => name === 'host' || name === 'user') || asksForHosts({ query }, queryClock);
  const hosts = needsHosts ? await readHosts(session) : new Map<string, never>();
  const store = createEventsStore(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
  const { state, deleted, problem } = await readThrough({ ...window, filter: asked }, session, (rows) =>
    store.apply(
      rows.filter((row) => isOneOfSeveral(row, several)).map(({ event }) => event),
      { at: clock.now(), fromHistory: true },
    ),
  );
  stop.throwIfAborted();
  const counts = countStored(store, { fields, query, named, hosts, queryClock });
  const groups = [...counts.groups];
  const names = fields.map(({ name }) => name);
  const records = store
    .getState()
    .rows.slice(0, LOOKED_AT)
    .map(({ event }) => event.raw);
  for (const { name } of fields.filter((_field, index) =>
    groups.every(({ values }) => values[index] === undefined),
  )) {
    if (counts.rows > 0) {
      session.remark(noSuchField('events', name, eventFieldsInData(records)));
    }
  }
  if (counts.rows === 0) {
    whyNoEvent(store, query.text, hosts, queryClock).forEach(session.remark);
  }
  const sought = soughtInEvents(query.text);
  sought.look(sought.isSeeking ? store.getState().rows.slice() : []);
  sought.sentences('events', recordOfRow).forEach(session.remark);
  const untimed = store.getState().rows.filter(({ isUntimed }) => isUntimed).length;
  if (untimed > 0) {
    session.remark(untimedSentence(untimed, Number.isFinite(named.from) || Number.isFinite(named.to)));
  }
  await output.write(print({ fields: names, groups, rows: counts.rows }));
  const missing = incompleteness(state, clock.now());
  missing.forEach(say);
  if (deleted > 0) {
    say(deletedMeanwhile(deleted));
  }
  const status =
    problem === undefined ? (missing.length + deleted === 0 ? 0 : 1) : statusOfFailure(problem, say);
  const sum = status === 0 ? session.remark : say;
  sum(summaryOf(counts, names, { window, now: clock.now(), isAll: status === 0 }));
  return status;
}

function countStored(
  store: EventsStore,
  {
    fields,
    query,
    named,
    hosts,
    queryClock,
  }: Pick<Counting, 'fields' | 'query'> & {
    readonly named: { readonly from: number; readonly to: number };
    readonly hosts: HostByClient;
    readonly queryClock: QueryClock;
  },
): Counts {
  const passing = new EventFilter({ ...NO_EVENT_FILTERS, text: query.text }, hosts, queryClock);
  const counts = new Counts(partsOf('events'));
  for (const row of store.getState().rows) {
    if (row.time >= named.from && row.time < named.to && passing.passes(row)) {
      counts.add(countedEvent(row, fields, hosts));
    }
  }
  return counts;
}

/** How events count of which nobody can say when they were. */
function untimedSentence(events: number, areTimesNamed: boolean): string {
  const carry = events === 1 ? '1 event carries' : `${formatCount(events)} events carry`;
  return areTimesNamed
    ? `${carry} no time that can be read: since: and until: go by when ${events === 1 ? 'it was' : 'they were'} read, and time: finds none of these.`
    : `${carry} no time that can be read, and ${events === 1 ? 'counts' : 'count'} where the server lists ${events === 1 ? 'it' : 'them'}.`;
}

/** How many events were counted of which time, as a sentence. */
function summaryOf(
  counts: Counts,
  names: readonly string[],
  {
    window: { begin, until },
    now,
    isAll,
  }: {
    readonly window: Pick<ReadingOptions, 'begin' | 'until'>;
    readonly now: number;
    readonly isAll: boolean;
  },
): string {
  const events = `${formatCount(counts.rows)} ${counts.rows === 1 ? 'event' : 'events'}`;
  const values = `${formatCount(counts.size)} ${counts.size === 1 ? 'row' : 'rows'} by ${names.join(' and ')}`;
  const from = 'since' in begin ? ` after ${formatDateTime(begin.since, 'utc')}` : '';
  const to = ` before ${formatDateTime(Math.min(until ?? now, now), 'utc')}`;
  return `${isAll ? 'Complete' : 'Not complete'}: ${events}${from} and${to}, ${values}.`;
}

function linesOf(counted: PrintedCounts, flags: EventsCountFlags): readonly string[] {
  switch (outputOf(flags)) {
    case 'json':
      return countsJson(counted);
    case 'csv':
      return withHeader(countsCsv(counted, formulasOf(flags)), flags);
    case 'text':
      return withHeader(countsText(counted, styleOfOutput(flags)), flags);
  }
}
