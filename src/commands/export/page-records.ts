import { BEFORE_ALL_TIMES } from '../../lib/format-time.ts';
import type { SourceRecord } from '../../lib/record-formats/record-format.ts';
import { untrustedText } from '../../lib/untrusted.ts';
import { incompleteRecord, type Completeness } from '../../stores/base/completeness.ts';
import type { CountedListId } from '../../stores/counts/count-measures.ts';
import { sortedShare } from '../../stores/counts/count-order.ts';
import type { CountRow } from '../../stores/counts/count-rows.ts';
import { recordOfCount } from '../../stores/counts/count-record.ts';
import type { Group } from '../../stores/entity/event-digest.ts';
import type { GroupKind, PageRow } from '../../stores/entity/page-rows.ts';
import {
  completenessOfGroups,
  selectPage,
  titleOfPage,
  type PageContents,
} from '../../stores/entity/select-page.ts';
import { sessionPasses } from '../../stores/entity/page-query.ts';
import { queryClock } from '../../stores/query/query-time.ts';
import type { Stores } from '../../stores/stores.ts';
import type { CommandContext } from '../base/command.ts';
import { selectedPageRow } from '../base/entity-stack.ts';
import { listOf, named, NO_ROWS, type PaneRecords, type RecordList } from './record-document.ts';
import { notesOnAge, notesOnAllEvents, notesOnFeed, notesOnMuted } from './row-notes.ts';
import {
  EVENT_FIELDS,
  SESSION_FIELDS,
  valuesOfAgent,
  valuesOfEvent,
  valuesOfSession,
} from './record-values.ts';

/** What the page over the pane holds; undefined while none is open. */
export function selectPageRecords(context: CommandContext): PaneRecords | undefined {
  const { stores, clock } = context;
  const contents = selectPage(stores, clock.now());
  if (contents === undefined) {
    return undefined;
  }
  const row = selectedPageRow(context);
  const lists = listsOf(context, contents);
  const { subject } = contents.page;
  const title = titleOfPage(stores, contents.page);
  const { whole } = contents.entityEvents.digest ?? {};
  return {
    ...NO_ROWS,
    ...rowRecords(context, contents, row),
    lists,
    mayHoldSecrets: true,
    document: {
      noun: subject.kind === 'reason' ? 'details of the reason' : `details of the ${subject.kind}`,
      title: untrustedText`${TITLES[subject.kind]} ${title}`,
      facts: {
        ...(subject.kind === 'count'
          ? { of: subject.of, by: subject.by, within: subject.within, counted: contents.count?.counted }
          : {}),
        ...(contents.page.text === '' ? {} : { filter: contents.page.text }),
        ...(subject.kind === 'package' ? { package: subject.name, ecosystem: subject.ecosystem } : {}),
        ...(subject.kind === 'reason' ? { reason: subject.template } : {}),
        ...(contents.agent === undefined ? {} : { agent: contents.agent.raw }),
        ...reachOf(contents),
        ...(whole === undefined ? {} : { totals: countsOf(whole) }),
      },
      lists,
      counted: completenessOfPage(context, contents),
      notes: subject.kind === 'count' ? notesOnCount(stores, subject.of) : notesOnAllEvents(stores),
    },
  };
}

/** How far the loaded events were looked through for the page, else how far the sessions of its machine were read. */
function completenessOfPage(context: CommandContext, contents: PageContents): Completeness {
  if (contents.page.subject.kind === 'count') {
    return completenessOfCount(contents);
  }
  if (contents.entityEvents.looking !== undefined) {
    return completenessOfGroups(context.stores, contents);
  }
  const ofSessions = completenessOfSessions(context, contents);
  return ofSessions === 'all' ? completenessOfGroups(context.stores, contents) : ofSessions;
}

/** How many of the sessions of the machine that a page is about are here. */
function completenessOfSessions({ stores }: CommandContext, contents: PageContents): Completeness {
  const clientId = clientOf(contents);
  const { data } = stores.machineSessions.getState();
  if (clientId === undefined) {
    return 'all';
  }
  if (data?.clientId !== clientId) {
    return { read: 0, of: undefined };
  }
  const { sessions, total, clippedAt, isRead, doubt } = data;
  if (!isRead) {
    return { read: sessions.length, of: total };
  }
  if (doubt !== undefined) {
    return { read: sessions.length, of: undefined, isUnverified: true };
  }
  return clippedAt !== undefined || (total ?? 0) > sessions.length
    ? { read: sessions.length, of: total, isOver: true }
    : 'all';
}

/** The machine that a page is about; undefined for one that is about something else. */
function clientOf({ page: { subject }, agent }: PageContents) {
  return subject.kind === 'agent' ? (agent?.client_id ?? subject.clientId) : undefined;
}

/** Since when the events are here that the figures of a page count, where that is not from the very first on. */
function reachOf({ from }: PageContents): SourceRecord {
  return from === undefined || from === BEFORE_ALL_TIMES ? {} : { events_since: isoTime(from) };
}

const TITLES = { agent: 'Agent', package: 'Package', reason: 'Reason', count: 'Count' } as const;

function rowRecords(
  { stores }: CommandContext,
  contents: PageContents,
  row: PageRow | undefined,
): Pick<PaneRecords, 'noun' | 'nouns' | 'current' | 'values' | 'countedEach' | 'notes'> {
  switch (row?.kind) {
    case 'event':
      return {
        ...named('event', row.row.event.raw, valuesOfEvent(stores, row.row)),
        notes: notesOnAge(stores, stores.events.getState()),
      };
    case 'session':
      return {
        ...named('session', row.session.raw, valuesOfSession(row.session)),
        notes: notesOnAge(stores, stores.machineSessions.getState()),
      };
    case 'agent':
      return {
        ...named('agent', row.agent.raw, valuesOfAgent(row.agent)),
        notes: notesOnAge(stores, stores.agents.getState()),
      };
    case 'group':
      return {
        ...named(row.of, recordOfGroup(row.of, row.group, contents, stores)),
        countedEach: completenessOfGroups(stores, contents),
        notes: notesOnAllEvents(stores),
      };
    case 'count':
      return {
        ...named('row', recordOfCountRow(contents, row.row)),
        countedEach: completenessOfCount(contents),
        notes: notesOnCount(stores, row.table.of),
      };
    case 'fact':
      return named('field', { [row.label]: row.value }, [{ label: row.label, value: row.value }]);
    case 'note':
      return named('remark', { remark: row.text }, [{ label: 'remark', value: row.text }]);
    default:
      return { noun: 'row', nouns: 'rows', current: undefined, values: [] };
  }
}

function listsOf(context: CommandContext, contents: PageContents): readonly RecordList[] {
  const { stores } = context;
  const { digest } = contents.entityEvents;
  const { subject } = contents.page;
  const { data } = stores.machineSessions.getState();
  const clientId = clientOf(contents);
  const ofEvents = { counted: completenessOfGroups(stores, contents), notes: notesOnAllEvents(stores) };
  const sessions = clientId !== undefined && data?.clientId === clientId ? data.sessions : [];
  const passes = sessionPasses(contents.page.text, queryClock(stores.view.getState()));
  const passing = sessions.filter(passes ?? (() => true));
  const groups = (of: GroupKind, nouns: string, all: readonly Group[] = []) =>
    listOf(
      of,
      nouns,
      all.map((group) => recordOfGroup(of, group, contents, stores)),
      ofEvents,
    );
  const shown = {
    agent: [
      groups('package', 'packages', digest?.packages),
      groups('reason', 'reasons', digest?.reasons),
      listOf(
        'session',
        'sessions',
        passing.map(({ raw }) => raw),
        {
          fields: SESSION_FIELDS,
          counted: completenessOfSessions(context, contents),
          notes: notesOnAge(stores, stores.machineSessions.getState()),
        },
      ),
    ],
    package: [
      groups('version', 'versions', digest?.versions),
      groups('machine', 'machines', digest?.machines),
      groups('reason', 'reasons', digest?.reasons),
      groups('ecosystem', 'ecosystems with the same name', digest?.elsewhere),
    ],
    reason: [
      groups('package', 'packages', digest?.packages),
      groups('machine', 'machines', digest?.machines),
      groups('wording', 'wordings', digest?.wordings),
    ],
    count: [
      listOf('row', 'counts', countRecords(contents), {
        counted: completenessOfCount(contents),
        notes: subject.kind === 'count' ? notesOnCount(stores, subject.of) : [],
      }),
    ],
  };
  const events = [...(digest?.rows ?? [])].map(({ event }) => event.raw);
  return [
    listOf('event', 'events', events, { ...ofEvents, fields: EVENT_FIELDS }),
    ...shown[subject.kind],
  ].filter(({ count }) => count > 0);
}

/** A count with the fields that it was made inside of first, as the command line has those of several fields. */
function recordOfCountRow({ page: { subject, sort } }: PageContents, row: CountRow): SourceRecord {
  const share = subject.kind === 'count' ? sortedShare(subject.of, sort) : undefined;
  return subject.kind === 'count'
    ? {
        ...Object.fromEntries(subject.within.map(({ field, value }) => [field, value ?? null])),
        ...recordOfCount(subject.of, row, [subject.by], row.whole.rows, share === undefined ? [] : [share]),
      }
    : {};
}

/** All counts that hold the words of the page, also those that are too many to be shown. */
function countRecords(contents: PageContents): readonly SourceRecord[] {
  return (contents.count?.rows ?? []).map((row) => recordOfCountRow(contents, row));
}

function notesOnCount(stores: Stores, of: CountedListId): readonly string[] {
  switch (of) {
    case 'events':
      return [...notesOnFeed(stores), ...notesOnMuted(stores)];
    case 'agents':
      return notesOnAge(stores, stores.agents.getState());
    case 'sessions':
      return notesOnAge(stores, stores.sessions.getState());
    case 'llm':
      return notesOnAge(stores, stores.llmCalls.getState());
  }
}

/** Counts are of what a list shows, as far as that was gone through. */
function completenessOfCount({ count }: PageContents): Completeness {
  return count?.completeness ?? 'all';
}

function recordOfGroup(
  of: GroupKind,
  group: Group,
  contents: PageContents,
  stores: Pick<Stores, 'events'>,
): SourceRecord {
  return {
    [of === 'machine' ? 'client_id' : of]: group.value ?? null,
    ...(group.ecosystem === undefined ? {} : { ecosystem: group.ecosystem }),
    ...countsOf(group),
    ...reachOf(contents),
    ...incompleteRecord(completenessOfGroups(stores, contents)),
  };
}

function countsOf({ events, outcomes, first, last }: Group): SourceRecord {
  return { events, ...outcomes, first_seen: isoTime(first), last_seen: isoTime(last) };
}

function isoTime(time: number | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString();
}
