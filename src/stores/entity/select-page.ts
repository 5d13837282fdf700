import { type Zone } from '../../lib/zoned-time.ts';
import { BEFORE_ALL_TIMES, zoneOf } from '../../lib/format-time.ts';
import type { Agent } from '../../contract/agent.ts';
import { joinUntrusted, untrustedText, type Untrusted } from '../../lib/untrusted.ts';
import { wholeMinute } from '../agents/agent-flags.ts';
import type { SelectedCounts } from '../counts/select-counts.ts';
import { coveredFrom } from '../events/event-coverage.ts';
import { feedCompleteness } from '../events/feed-completeness.ts';
import type { EventsFilter } from '../events/events-store.ts';
import { completenessOf, rememberCompleteness, type Completeness } from '../base/completeness.ts';
import type { Listing } from '../base/listing.ts';
import { memoizeLast } from '../base/memoize-last.ts';
import { agentsOfClient } from '../agents/agent-action.ts';
import { selectFlagContext, selectHostByClient } from '../agents/select-agents.ts';
import type { EntitySlice } from './entity-slice.ts';
import { visibleRows, type VisibleRows } from '../base/visible-rows.ts';
import type { EntityEvents } from './entity-events.ts';
import {
  eventRows,
  factRow,
  groupSection,
  headingRow,
  isSelectable,
  noteRow,
  type PageRow,
} from './page-rows.ts';
import { selectCountPage } from './count-page.ts';
import { isSameSubject, type OpenPage, type PageSubject, openPageOf } from './page-subject.ts';
import { nothingPasses, rowsThatPass, selectPassingEvents, sessionPasses } from './page-query.ts';
import type { EventRow } from '../events/event-row.ts';
import { queryClock, type QueryClock } from '../query/query-time.ts';
import { agentRows } from './agent-page.ts';
import { beforeRows, eventsNote, olderRow, reachNote, seenRows } from './event-sections.ts';

/** A page as far as its contents are known. */
export interface PageContents {
  readonly page: OpenPage;
  readonly entityEvents: EntityEvents;
  readonly rows: readonly PageRow[];
  /** Those that the cursor can stand on. */
  readonly selectable: readonly PageRow[];
  /** The agent that the page is about, where it is one and known. */
  readonly agent: Agent | undefined;
  /** From when on every event of it is here, in milliseconds; undefined before anything was read. */
  readonly from: number | undefined;
  /** What was counted, where the page is about counts: all that pass its query, also what is too much to be shown. */
  readonly count?: SelectedCounts;
}

/** What the server is asked for to have all events of a subject; it cannot be asked for those of a machine or a reason. */
export function historyOf(subject: PageSubject): EventsFilter | undefined {
  return subject.kind !== 'package'
    ? undefined
    : ({
        package: subject.name,
        ...(subject.ecosystem === undefined ? {} : { ecosystem: subject.ecosystem }),
      } as EventsFilter);
}

const findAgent = memoizeLast(
  (listing: Listing<Agent> | undefined, subject: PageSubject): Agent | undefined => {
    if (subject.kind !== 'agent') {
      return undefined;
    }
    const { agentId, clientId } = subject;
    const byId = listing?.rows.find(({ id }) => id === agentId);
    const ofClient = byId === undefined ? agentsOfClient(listing, clientId) : [];
    return byId ?? (ofClient.length === 1 ? ofClient[0] : undefined);
  },
);

/** The others on the machine of an agent or, where it is not known which agent is meant, all that it may be. */
const findTwins = memoizeLast(
  (
    listing: Listing<Agent> | undefined,
    agent: Agent | undefined,
    clientId: Untrusted | undefined,
  ): readonly Agent[] =>
    agent === undefined
      ? agentsOfClient(listing, clientId)
      : agent.machine_id === undefined
        ? []
        : (listing?.rows ?? []).filter(
            ({ id, machine_id: machine }) => machine === agent.machine_id && id !== agent.id,
          ),
);

const packageRows = memoizeLast(
  (
    name: Untrusted,
    ecosystem: Untrusted | undefined,
    { digest, before, looking }: EntityEvents,
    from: number | undefined,
    counted: Completeness,
    isReading: boolean,
    zone: Zone,
    reach: string,
    isFiltered: boolean,
  ): readonly PageRow[] => [
    factRow('package', name, true),
    factRow('ecosystem', ecosystem ?? 'unknown', true),
    ...seenRows(digest?.whole, from, counted, zone, isFiltered),
    ...groupSection('Reasons', 'reason', digest?.reasons ?? [], reach),
    ...groupSection('Versions', 'version', digest?.versions ?? [], reach),
    ...groupSection('Machines', 'machine', digest?.machines ?? [], reach),
    headingRow('Events', eventsNote(digest?.whole, looking, from, counted, zone, isFiltered)),
    ...olderRow(from, isReading),
    ...eventRows(digest?.rows ?? []),
    ...beforeRows(before),
    ...groupSection('The same name elsewhere', 'ecosystem', digest?.elsewhere ?? [], reach),
  ],
);

const reasonRows = memoizeLast(
  (
    template: Untrusted,
    { digest, before, looking }: EntityEvents,
    from: number | undefined,
    counted: Completeness,
    zone: Zone,
    reach: string,
    isFiltered: boolean,
  ): readonly PageRow[] => [
    factRow('reason', template),
    ...seenRows(digest?.whole, from, counted, zone, isFiltered),
    ...groupSection('Packages', 'package', digest?.packages ?? [], reach),
    ...groupSection('Machines', 'machine', digest?.machines ?? [], reach),
    ...groupSection('To the letter', 'wording', digest?.wordings ?? [], reach),
    headingRow('Events', eventsNote(digest?.whole, looking, from, counted, zone, isFiltered)),
    ...eventRows(digest?.rows ?? []),
    ...beforeRows(before),
  ],
);

/** The page over the active pane; undefined when none is open. */
export function selectPage(stores: EntitySlice, now: number): PageContents | undefined {
  const page = openPageOf(stores.view.getState());
  if (page === undefined) {
    return undefined;
  }
  const { subject } = page;
  const events = stores.events.getState();
  const listing = stores.agents.getState().data;
  if (subject.kind === 'count') {
    const { rows, count, from } = selectCountPage(stores, page, subject, now);
    const selectable = selectableOf(rows);
    return { page, entityEvents: NO_EVENTS, rows, selectable, agent: undefined, from, count };
  }
  const from = coveredFrom(events, [{ filter: historyOf(subject) ?? {}, until: undefined }]);
  const passes = selectPassingEvents(stores, page.text);
  const entityEvents = entityEventsOf(stores, subject, from ?? BEFORE_ALL_TIMES, passes);
  const agent = findAgent(listing, subject);
  // Blanks alone are no query.
  const text = passes === undefined ? '' : page.text;
  const all = allRows(stores, { subject, entityEvents, agent, from, text }, now);
  const { now: minute, zone } = queryClock(stores.view.getState());
  const rows = text === '' ? all : passing(all, subject, text, minute, zone);
  return { page, entityEvents, rows, selectable: selectableOf(rows), agent, from };
}

const NO_EVENTS: EntityEvents = { digest: undefined, before: [], looking: undefined };

let lastEntityEvents: { readonly subject: PageSubject; readonly entityEvents: EntityEvents } | undefined;

/** The same object for as long as it says the same. */
function entityEventsOf(
  stores: EntitySlice,
  subject: PageSubject,
  from: number,
  passes: ((row: EventRow) => boolean) | undefined,
): EntityEvents {
  const now = stores.entityEvents.look(subject, from, passes);
  const last = lastEntityEvents;
  if (
    last === undefined ||
    !isSameSubject(last.subject, subject) ||
    last.entityEvents.digest !== now.digest ||
    last.entityEvents.before !== now.before ||
    last.entityEvents.looking?.looked !== now.looking?.looked
  ) {
    lastEntityEvents = { subject, entityEvents: now };
    return now;
  }
  return last.entityEvents;
}

function allRows(
  stores: EntitySlice,
  {
    subject,
    entityEvents,
    agent,
    from,
    text,
  }: Pick<PageContents, 'entityEvents' | 'agent' | 'from'> & {
    readonly subject: Exclude<PageSubject, { kind: 'count' }>;
    readonly text: string;
  },
  now: number,
): readonly PageRow[] {
  const zone = zoneOf(stores.view.getState().timeStyle);
  const counted = sameOfFeed(completenessOfGroups(stores, { entityEvents }));
  const isFiltered = text !== '';
  const reach = reachNote(from, counted, zone, isFiltered);
  switch (subject.kind) {
    case 'agent':
      return agentRows(
        agent,
        agent?.client_id ?? subject.clientId,
        findTwins(stores.agents.getState().data, agent, subject.clientId),
        selectFlagContext(stores),
        entityEvents,
        stores.machineSessions.getState(),
        from,
        counted,
        sameOfAgents(completenessOf(stores.agents.getState().data)),
        wholeMinute(now),
        zone,
        isFiltered,
        sessionPasses(text, queryClock(stores.view.getState())),
      );
    case 'package':
      return packageRows(
        subject.name,
        subject.ecosystem,
        entityEvents,
        from,
        counted,
        stores.events.getState().older === 'reading',
        zone,
        reach,
        isFiltered,
      );
    case 'reason':
      return reasonRows(subject.template, entityEvents, from, counted, zone, reach, isFiltered);
  }
}

const sameOfFeed = rememberCompleteness();
const sameOfAgents = rememberCompleteness();
const passing = memoizeLast(
  (
    rows: readonly PageRow[],
    subject: PageSubject,
    text: string,
    now: number,
    zone: QueryClock['zone'],
  ): readonly PageRow[] => {
    const found = rowsThatPass(rows, text, { now, zone });
    return found.some(isSelectable)
      ? found
      : [noteRow('nothing passes', nothingPasses({ subject, text })), ...found];
  },
);
const selectableOf = memoizeLast((rows: readonly PageRow[]) => rows.filter(isSelectable));

/** How much the figures of a page count: of the loaded events as many as were looked at, then as many as are here. */
export function completenessOfGroups(
  { events }: Pick<EntitySlice, 'events'>,
  { entityEvents: { looking } }: Pick<PageContents, 'entityEvents'>,
): Completeness {
  return looking === undefined
    ? feedCompleteness(events.getState())
    : { read: looking.looked, of: looking.of };
}

/** The rows of a page that the cursor can stand on, as a list. */
export function pageRowList({ selectable }: PageContents): VisibleRows {
  return visibleRows(selectable);
}

/** What a page is called: the name of the host, the package or the reason. */
export function titleOfPage(stores: EntitySlice, { subject }: OpenPage): Untrusted {
  switch (subject.kind) {
    case 'agent': {
      const agent = findAgent(stores.agents.getState().data, subject);
      const host = agent?.hostname ?? selectHostByClient(stores).get(subject.clientId ?? '');
      return (host ?? subject.clientId ?? subject.agentId ?? '') as Untrusted;
    }
    case 'package':
      return subject.name;
    case 'reason':
      return subject.template;
    case 'count':
      return joinUntrusted(
        [
          `by ${subject.by}`,
          ...subject.within.map(({ field, value }) => untrustedText`of ${field} ${value ?? '(none)'}`),
        ],
        ' ',
      );
  }
}
