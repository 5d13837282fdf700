import { ownValue } from '../../lib/own-value.ts';
import type { SourceRecord } from '../../lib/record-formats/record-format.ts';
import { selectAgentCounts } from '../../stores/agents/agent-counts.ts';
import { dayOfCursor } from '../../stores/overview/overview-stops.ts';
import type { BlockSpan } from '../../stores/events/block-counts.ts';
import { selectOpenBlocks } from '../../stores/events/open-blocks.ts';
import { selectBlockCount } from '../../stores/overview/select-block-counts.ts';
import { selectOverviewCursor } from '../../stores/overview/select-overview-cursor.ts';
import { feedCompleteness } from '../../stores/events/feed-completeness.ts';
import { incompleteRecord, type Completeness } from '../../stores/base/completeness.ts';
import { selectBlocksToShow } from '../../stores/events/select-blocks-to-show.ts';
import type { CommandContext } from '../base/command.ts';
import {
  selectMostBlocked,
  type BlockedField,
  type BlockedValue,
} from '../../stores/overview/select-most-blocked.ts';
import { listOf, named, NO_ROWS, type PaneRecords, type RecordList } from './record-document.ts';
import { notesOnAge, notesOnAllEvents, notesOnFeed } from './row-notes.ts';
import { EVENT_FIELDS, valuesOfEvent } from './record-values.ts';

/** What the overview shows: what is under its cursor, its blocks as lists, and all of it as a document. */
export function selectOverviewRecords(context: CommandContext): PaneRecords {
  const { stores } = context;
  const blocks = selectBlocksToShow(stores);
  const summary = stores.summary.getState().data;
  const ofSummary = { notes: notesOnAge(stores, stores.summary.getState()) };
  const ofCalendar = { notes: notesOnAge(stores, stores.calendar.getState()) };
  const lists = [
    listOf(
      'block',
      'newest blocks',
      blocks.map(({ event }) => event.raw),
      {
        fields: EVENT_FIELDS,
        counted: feedCompleteness(stores.events.getState()),
        notes: notesOnAllEvents(stores),
      },
    ),
    ...mostBlockedLists(context),
    listOf('outcome', 'outcomes', countsOf('outcome', summary?.outcomes), ofSummary),
    listOf('ecosystem', 'ecosystems', countsOf('ecosystem', summary?.ecosystems), ofSummary),
    listOf(
      'day',
      'days with sessions',
      (stores.calendar.getState().data?.days ?? []).map(({ date, count }) => ({ date, sessions: count })),
      ofCalendar,
    ),
  ].filter(({ count }) => count > 0);
  const health = stores.health.getState().data?.raw;
  return {
    ...NO_ROWS,
    ...underCursor(context),
    lists,
    mayHoldSecrets: true,
    document: {
      noun: 'overview',
      title: 'Overview',
      counted: completenessOfOverview(context),
      notes: notesOnOverview(context),
      facts: {
        ...(summary === undefined ? {} : { summary: summary.raw }),
        ...agentFigures(context),
        ...(health === undefined ? {} : { health }),
      },
      lists,
    },
  };
}

const NOT_READ: Completeness = { read: 0, of: undefined };

/** Of what the overview is made of, the first that is not here whole; what was never read is not in the file at all. */
function completenessOfOverview({ stores, clock }: CommandContext): Completeness {
  const { summary, calendar } = stores;
  const parts: readonly Completeness[] = [
    selectAgentCounts(stores, clock.now())?.counted ?? NOT_READ,
    feedCompleteness(stores.events.getState()),
    ...[summary, calendar].map((store) => (store.getState().data === undefined ? NOT_READ : 'all')),
  ];
  return parts.find((part) => part !== 'all') ?? 'all';
}

/** Which parts could not be read anew, and when they were read. */
function notesOnOverview({ stores }: CommandContext): readonly string[] {
  const { agents, summary, calendar, health } = stores;
  return [
    ...notesOnAllEvents(stores).map((note) => `events: ${note}`),
    ...Object.entries({ agents, summary, calendar, health }).flatMap(([name, store]) =>
      notesOnAge(stores, store.getState()).map((note) => `${name}: ${note}`),
    ),
  ];
}

const SINGULAR = { packages: 'package', machines: 'machine', reasons: 'reason' } as const;

function mostBlockedRecord(field: BlockedField, { name, blocks }: BlockedValue, over: number): SourceRecord {
  return { [SINGULAR[field]]: name, blocks, over_milliseconds: over };
}

/** What most blocks of the last day have in common, a list for each field. */
function mostBlockedLists({ stores, clock }: CommandContext): readonly RecordList[] {
  const most = selectMostBlocked(stores, clock.now());
  return (most?.fields ?? []).map(({ field, values }) =>
    listOf(
      SINGULAR[field],
      `${field} with most blocks`,
      values.map((value) => mostBlockedRecord(field, value, most?.over ?? 0)),
      { counted: most?.counted ?? 'all', notes: notesOnAllEvents(stores) },
    ),
  );
}

function mostBlockedUnderCursor(
  { stores, clock }: CommandContext,
  cursor: string,
): ReturnType<typeof underCursor> {
  const most = selectMostBlocked(stores, clock.now());
  const [found] = (most?.fields ?? []).flatMap(({ field, values }) =>
    values.flatMap((value) => (value.id === cursor ? [{ field, value }] : [])),
  );
  return {
    ...named(
      found === undefined ? 'value' : SINGULAR[found.field],
      found && mostBlockedRecord(found.field, found.value, most?.over ?? 0),
    ),
    countedEach: most?.counted ?? 'all',
    notes: notesOnAllEvents(stores),
  };
}

function underCursor(
  context: CommandContext,
): Pick<PaneRecords, 'noun' | 'nouns' | 'current' | 'values' | 'countedEach' | 'notes'> {
  const { stores, clock } = context;
  const cursor = selectOverviewCursor(stores, clock.now()) ?? '';
  const [kind = '', ...words] = cursor.split(' ');
  const name = words.join(' ');
  const summary = stores.summary.getState().data;
  const ofSummary = { notes: notesOnAge(stores, stores.summary.getState()) };
  const day = dayOfCursor(cursor);
  if (kind === 'event') {
    const row = stores.events.get(name);
    return { ...named('event', row?.event.raw, valuesOfEvent(stores, row)), notes: notesOnFeed(stores) };
  }
  if (day !== undefined) {
    const found = stores.calendar.getState().data?.days?.find(({ date }) => date === day);
    return {
      ...named('day', { date: day, sessions: found?.count ?? 0 }),
      notes: notesOnAge(stores, stores.calendar.getState()),
    };
  }
  switch (kind) {
    case 'most':
      return mostBlockedUnderCursor(context, cursor);
    case 'outcome':
      return {
        ...named(kind, { outcome: name, events: ownValue(summary?.outcomes, name) ?? 0 }),
        ...ofSummary,
      };
    case 'ecosystem':
      return {
        ...named(kind, { ecosystem: name, events: ownValue(summary?.ecosystems, name) ?? 0 }),
        ...ofSummary,
      };
    case 'figure':
      if (name === 'hour' || name === 'day') {
        return blockFigure(context, name);
      }
      if (name === 'unacknowledged') {
        return openBlocksFigure(context);
      }
      return agentsUnderCursor(context);
    case 'agents':
      return agentsUnderCursor(context);
    case 'service':
      return {
        ...named('state of the service', stores.health.getState().data?.raw),
        notes: notesOnAge(stores, stores.health.getState()),
      };
    case 'budget':
      return named('budget', stores.connection.getState().budget as SourceRecord | undefined);
    default:
      return { ...named('summary', summary?.raw), ...ofSummary };
  }
}

type UnderCursor = ReturnType<typeof underCursor>;

function agentsUnderCursor(context: CommandContext): UnderCursor {
  const { stores, clock } = context;
  return {
    ...named('count of agents', agentFigures(context)?.agents),
    countedEach: selectAgentCounts(stores, clock.now())?.counted ?? NOT_READ,
    notes: notesOnAge(stores, stores.agents.getState()),
  };
}

/** Blocks of the last hour or day, and over how long they were counted where that is less. */
function blockFigure({ stores, clock }: CommandContext, span: BlockSpan): UnderCursor {
  const counted = selectBlockCount(stores, span, clock.now());
  const of = counted?.counted ?? NOT_READ;
  return {
    ...named(
      'count of blocks',
      counted && {
        blocks: counted.count,
        over_seconds: Math.round(counted.over / 1000),
        ...incompleteRecord(of),
      },
    ),
    countedEach: of,
    notes:
      counted?.from === 'server'
        ? notesOnAge(stores, stores.blockCounts.getState())
        : notesOnAllEvents(stores),
  };
}

function openBlocksFigure({ stores }: CommandContext): UnderCursor {
  const { count, isCounting } = selectOpenBlocks(stores);
  const { rows } = stores.events.getState();
  const ofFeed = feedCompleteness(stores.events.getState());
  const of = isCounting && ofFeed === 'all' ? { read: rows.length, of: undefined } : ofFeed;
  return {
    ...named('count of blocks', { unacknowledged_blocks: count, ...incompleteRecord(of) }),
    countedEach: of,
    notes: notesOnAllEvents(stores),
  };
}

function agentFigures({ stores, clock }: CommandContext): { readonly agents: SourceRecord } | undefined {
  const counts = selectAgentCounts(stores, clock.now());
  return (
    counts && {
      agents: {
        ...Object.fromEntries(Object.entries(counts).filter(([, value]) => typeof value === 'number')),
        ...incompleteRecord(counts.counted),
      },
    }
  );
}

function countsOf(
  field: string,
  counts: Readonly<Record<string, number>> | undefined,
): readonly SourceRecord[] {
  return Object.entries(counts ?? {}).map(([name, events]) => ({ [field]: name, events }));
}
