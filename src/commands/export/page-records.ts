import { BEFORE_ALL_TIMES } from '../../lib/format-time.ts';
import type { SourceRecord } from '../../lib/record-formats/record-format.ts';
import { untrustedText } from '../../lib/untrusted.ts';
import { feedCompleteness } from '../../stores/events/feed-completeness.ts';
import type { Completeness } from '../../stores/base/completeness.ts';
import type { Group } from '../../stores/entity/event-digest.ts';
import type { GroupKind, PageRow } from '../../stores/entity/page-rows.ts';
import { selectPage, titleOfPage, type PageContents } from '../../stores/entity/select-page.ts';
import type { CommandContext } from '../base/command.ts';
import { selectedPageRow } from '../entity/entity-pages.ts';
import { listOf, named, NO_ROWS, type PaneRecords, type RecordList } from './record-document.ts';
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
  const { whole } = contents.dossier.digest ?? {};
  return {
    ...rowRecords(context, row),
    ...NO_ROWS,
    lists,
    mayHoldSecrets: true,
    document: {
      noun: subject.kind === 'reason' ? 'page on the reason' : `dossier of the ${subject.kind}`,
      title: untrustedText`${TITLES[subject.kind]} ${title}`,
      facts: {
        ...(subject.kind === 'package' ? { package: subject.name, ecosystem: subject.ecosystem } : {}),
        ...(subject.kind === 'reason' ? { reason: subject.template } : {}),
        ...(contents.agent === undefined ? {} : { agent: contents.agent.raw }),
        ...(contents.from === undefined || contents.from === BEFORE_ALL_TIMES
          ? {}
          : { events_since: isoTime(contents.from) }),
        ...(whole === undefined ? {} : { totals: countsOf(whole) }),
      },
      lists,
      counted: completenessOfPage(context, contents),
    },
  };
}

/** How far the loaded events were looked through for the page, and the sessions of its machine were read. */
function completenessOfPage(
  { stores }: CommandContext,
  { dossier, page, agent }: PageContents,
): Completeness {
  const { looking } = dossier;
  if (looking !== undefined) {
    return { read: looking.looked, of: looking.of };
  }
  const { data } = stores.machineSessions.getState();
  const { subject } = page;
  const clientId = subject.kind === 'agent' ? (agent?.client_id ?? subject.clientId) : undefined;
  if (clientId !== undefined && data?.clientId === clientId && data.isRead && data.doubt !== undefined) {
    return { read: data.sessions.length, of: undefined, isUnverified: true };
  }
  if (clientId !== undefined && data?.clientId === clientId && data.isRead) {
    const { sessions, total, clippedAt } = data;
    if (clippedAt !== undefined || (total ?? 0) > sessions.length) {
      return { read: sessions.length, of: total, isOver: true };
    }
  }
  return clientId === undefined || (data?.clientId === clientId && data.isRead)
    ? feedCompleteness(stores.events.getState())
    : { read: data?.clientId === clientId ? data.sessions.length : 0, of: data?.total };
}

const TITLES = { agent: 'Agent', package: 'Package', reason: 'Reason' } as const;

function rowRecords(
  { stores }: CommandContext,
  row: PageRow | undefined,
): Pick<PaneRecords, 'noun' | 'nouns' | 'current' | 'values'> {
  switch (row?.kind) {
    case 'event':
      return named('event', row.row.event.raw, valuesOfEvent(stores, row.row));
    case 'session':
      return named('session', row.session.raw, valuesOfSession(row.session));
    case 'agent':
      return named('agent', row.agent.raw, valuesOfAgent(row.agent));
    case 'group':
      return named(row.of, recordOfGroup(row.of, row.group));
    case 'fact':
      return named('field', { [row.label]: row.value }, [{ label: row.label, value: row.value }]);
    case 'note':
      return named('remark', { remark: row.text }, [{ label: 'remark', value: row.text }]);
    default:
      return { noun: 'row', nouns: 'rows', current: undefined, values: [] };
  }
}

function listsOf({ stores }: CommandContext, contents: PageContents): readonly RecordList[] {
  const { digest } = contents.dossier;
  const { subject } = contents.page;
  const { data } = stores.machineSessions.getState();
  const clientId = subject.kind === 'agent' ? (contents.agent?.client_id ?? subject.clientId) : undefined;
  const sessions = clientId !== undefined && data?.clientId === clientId ? data.sessions : [];
  const groups = (of: GroupKind, nouns: string, all: readonly Group[] = []) =>
    listOf(
      of,
      nouns,
      all.map((group) => recordOfGroup(of, group)),
    );
  const shown = {
    agent: [
      groups('package', 'packages', digest?.packages),
      groups('reason', 'reasons', digest?.reasons),
      listOf(
        'session',
        'sessions',
        sessions.map(({ raw }) => raw),
        SESSION_FIELDS,
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
  };
  const events = [...(digest?.rows ?? [])].map(({ event }) => event.raw);
  return [listOf('event', 'events', events, EVENT_FIELDS), ...shown[subject.kind]].filter(
    ({ count }) => count > 0,
  );
}

function recordOfGroup(of: GroupKind, group: Group): SourceRecord {
  return {
    [of === 'machine' ? 'client_id' : of]: group.value ?? null,
    ...(group.ecosystem === undefined ? {} : { ecosystem: group.ecosystem }),
    ...countsOf(group),
  };
}

function countsOf({ events, outcomes, first, last }: Group): SourceRecord {
  return { events, ...outcomes, first_seen: isoTime(first), last_seen: isoTime(last) };
}

function isoTime(time: number): string {
  return new Date(time).toISOString();
}
