import type { Agent } from '../../contract/agent.ts';
import { formatAge, formatDateTime, parseTime } from '../../lib/format-time.ts';
import { formatCount } from '../../lib/format-number.ts';
import type { Untrusted } from '../../lib/untrusted.ts';
import { oddFlagsOf, wholeMinute } from '../agents/agent-flags.ts';
import type { FlagContext } from '../agents/agent-index.ts';
import { coveredFrom } from '../events/event-coverage.ts';
import type { EventRow } from '../events/event-row.ts';
import type { Rows } from '../rows/row-list.ts';
import type { EventsFilter } from '../events/events-store.ts';
import type { Listing } from '../rows/listing.ts';
import type { MachineSessions } from '../sessions/machine-sessions.ts';
import { rememberLast } from '../remember-last.ts';
import type { ResourceState } from '../resource-store.ts';
import { selectFlagContext, selectHostByClient } from '../agents/select-agents.ts';
import type { Stores } from '../stores.ts';
import { openPageOf, type AgentFlag } from '../view-store.ts';
import type { VisibleRows } from '../rows/visible-rows.ts';
import type { Dossier } from './dossiers.ts';
import {
  eventRows,
  factRow,
  fieldRows,
  groupSection,
  headingRow,
  isSelectable,
  noteRow,
  outcomeWords,
  rowsWith,
  sessionRows,
  troubled,
  type PageRow,
} from './page-rows.ts';
import { isSameSubject, type OpenPage, type PageSubject } from './page-subject.ts';

/** A page as far as its contents are known. */
export interface PageContents {
  readonly page: OpenPage;
  readonly dossier: Dossier;
  readonly rows: readonly PageRow[];
  /** Those that the cursor can stand on. */
  readonly selectable: readonly PageRow[];
  /** The agent that the page is about, where it is one and known. */
  readonly agent: Agent | undefined;
  /** From when on every event of it is here, in milliseconds; undefined before anything was read. */
  readonly from: number | undefined;
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

const findAgent = rememberLast(
  (listing: Listing<Agent> | undefined, subject: PageSubject): Agent | undefined => {
    if (subject.kind !== 'agent') {
      return undefined;
    }
    const { agentId, clientId } = subject;
    const rows = listing?.rows ?? [];
    return (
      rows.find(({ id }) => id === agentId) ??
      (clientId === undefined ? undefined : rows.find(({ client_id: client }) => client === clientId))
    );
  },
);

const findTwins = rememberLast(
  (listing: Listing<Agent> | undefined, agent: Agent | undefined): readonly Agent[] =>
    agent?.machine_id === undefined
      ? []
      : (listing?.rows ?? []).filter(
          ({ id, machine_id: machine }) => machine === agent.machine_id && id !== agent.id,
        ),
);

const NO_EVENTS =
  'None of the loaded events is of this machine. A server cannot be asked for the events of one machine: scrolling back in the feed reads older ones.';

/** So many, that the sessions are not far below them. */
const EVENTS_OF_AGENT = 20;

type SessionsState = ResourceState<MachineSessions>;

const agentRows = rememberLast(
  (
    agent: Agent | undefined,
    clientId: Untrusted | undefined,
    twins: readonly Agent[],
    context: FlagContext,
    { digest, before, looking }: Dossier,
    sessions: SessionsState,
    from: number | undefined,
    minute: number,
  ): readonly PageRow[] => {
    const flags = agent === undefined ? [] : oddFlagsOf(agent, context, minute);
    return [
      ...(agent === undefined
        ? [
            noteRow(
              'no agent',
              'No agent of this machine is listed: it was removed, or its page is yet to be read.',
              'warn',
            ),
          ]
        : []),
      ...(flags.length === 0 ? [] : [headingRow('Flags', '')]),
      ...flags.flatMap((flag) => flagNotes(flag, agent as Agent, context, minute)),
      ...twins.map((twin): PageRow => ({
        id: `agent ${twin.id}`,
        kind: 'agent',
        agent: twin,
        why: 'same machine id',
      })),
      headingRow('Events', eventsNote(digest?.whole, looking, from)),
      ...(clientId === undefined
        ? [
            noteRow(
              'no client',
              'The agent has no client id, so its events and sessions cannot be told.',
              'warn',
            ),
          ]
        : digest?.rows.length === 0 && looking === undefined
          ? [noteRow('no events', NO_EVENTS, 'dim')]
          : eventRows(digest?.rows ?? [], EVENTS_OF_AGENT)),
      ...beforeRows(before, EVENTS_OF_AGENT),
      ...groupSection('Packages that were not just allowed', 'package', troubled(digest?.packages ?? [])),
      ...groupSection('Reasons', 'reason', digest?.reasons ?? []),
      ...(clientId === undefined ? [] : sessionSection(clientId, sessions)),
      ...(agent === undefined ? [] : [headingRow('Everything the server sent', ''), ...fieldRows(agent.raw)]),
    ];
  },
);

const SILENT_FROM = 'An active agent reports all the time. This one was last seen';

function flagNotes(flag: AgentFlag, agent: Agent, context: FlagContext, now: number): readonly PageRow[] {
  switch (flag) {
    case 'clone':
      return [
        noteRow(
          'clone',
          `Clone: ${agent.clone_reason ?? 'the server detected one and gives no reason.'}`,
          'bad',
        ),
      ];
    case 'shared': {
      const others = (context.sharedMachines.get(agent.machine_id ?? '') ?? 2) - 1;
      const words = others === 1 ? 'one other agent that is' : `${formatCount(others)} other agents that are`;
      return [
        noteRow(
          'shared',
          `Shared machine id: ${words} not deleted ${others === 1 ? 'has' : 'have'} it too.`,
          'bad',
        ),
      ];
    }
    case 'suspicious':
      return [
        noteRow(
          'suspicious',
          'Suspicious name: a field holds characters that hide or imitate others.',
          'bad',
        ),
      ];
    case 'silent': {
      const seen = parseTime(agent.last_seen_at) ?? now;
      return [noteRow('silent', `Silent: ${SILENT_FROM} ${formatAge(now - seen)} ago.`, 'warn')];
    }
    case 'old':
      return [
        noteRow(
          'old',
          `Old version: the two newest releases that at least two agents run are ${context.currentVersions.join(' and ')}.`,
          'warn',
        ),
      ];
    case 'suspended':
      return [];
  }
}

function sessionSection(clientId: Untrusted, { data, failure }: SessionsState): readonly PageRow[] {
  const mine = data?.clientId === clientId ? data : undefined;
  const count = formatCount(mine?.sessions.length ?? 0);
  const total = mine?.total === undefined ? '' : ` of ${formatCount(mine.total)}`;
  if (mine === undefined || (!mine.isRead && failure === undefined)) {
    return [
      headingRow('Sessions', mine === undefined ? 'reading' : `reading, ${count}${total} so far`),
      ...sessionRows(mine?.sessions ?? []),
    ];
  }
  const problem: readonly PageRow[] =
    failure === undefined
      ? []
      : [
          noteRow('sessions failed', `The sessions could not be read. ${failure.message}`, 'bad'),
          { id: 'more sessions', kind: 'more', what: 'sessions', text: 'Read the sessions again' },
        ];
  const nothing =
    mine.sessions.length === 0 && failure === undefined
      ? [noteRow('no sessions', 'No session of this machine was recorded.', 'dim')]
      : [];
  const isClipped = mine.total !== undefined && mine.isRead && mine.total > mine.sessions.length;
  const clipped = isClipped ? '; the others are in the list of sessions, to which what is related leads' : '';
  return [
    headingRow('Sessions', `${count}${total}${clipped}`),
    ...problem,
    ...nothing,
    ...sessionRows(mine.sessions),
  ];
}

const packageRows = rememberLast(
  (
    name: Untrusted,
    ecosystem: Untrusted | undefined,
    { digest, before, looking }: Dossier,
    from: number | undefined,
    isReading: boolean,
  ): readonly PageRow[] => [
    factRow('package', name, true),
    factRow('ecosystem', ecosystem ?? 'not told', true),
    ...seenRows(digest?.whole, from),
    ...groupSection('Reasons', 'reason', digest?.reasons ?? []),
    ...groupSection('Versions', 'version', digest?.versions ?? []),
    ...groupSection('Machines', 'machine', digest?.machines ?? []),
    headingRow('Events', eventsNote(digest?.whole, looking, from)),
    ...olderRow(from, isReading),
    ...eventRows(digest?.rows ?? []),
    ...beforeRows(before),
    ...groupSection('The same name elsewhere', 'ecosystem', digest?.elsewhere ?? []),
  ],
);

const reasonRows = rememberLast(
  (
    template: Untrusted,
    { digest, before, looking }: Dossier,
    from: number | undefined,
  ): readonly PageRow[] => [
    factRow('reason', template),
    ...seenRows(digest?.whole, from),
    ...groupSection('Packages', 'package', digest?.packages ?? []),
    ...groupSection('Machines', 'machine', digest?.machines ?? []),
    ...groupSection('To the letter', 'wording', digest?.wordings ?? []),
    headingRow('Events', eventsNote(digest?.whole, looking, from)),
    ...eventRows(digest?.rows ?? []),
    ...beforeRows(before),
  ],
);

function seenRows(
  whole: NonNullable<Dossier['digest']>['whole'],
  from: number | undefined,
): readonly PageRow[] {
  if (whole === undefined) {
    return [];
  }
  const reach = from === 0 ? '' : '; older events are not read';
  return [
    factRow('outcomes', `${outcomeWords(whole)}${reach}`),
    factRow('first seen', `${formatDateTime(whole.first, 'utc')}${from === 0 ? '' : ' or before'}${reach}`),
    factRow('last seen', formatDateTime(whole.last, 'utc')),
  ];
}

/** What lies before the time from which on all is here, and came with other filters of the feed. */
function beforeRows(before: Rows<EventRow>, most?: number): readonly PageRow[] {
  return before.length === 0
    ? []
    : [
        headingRow(
          'Older events',
          `${formatCount(before.length)}; not all of their time are here, and none is counted above`,
        ),
        ...eventRows(before, most),
      ];
}

function eventsNote(
  whole: NonNullable<Dossier['digest']>['whole'],
  looking: Dossier['looking'],
  from: number | undefined,
): string {
  const looked =
    looking === undefined
      ? []
      : [`${formatCount(looking.looked)} of ${formatCount(looking.of)} loaded events looked at`];
  const counted = whole === undefined ? 'none' : `${formatCount(whole.events)}: ${outcomeWords(whole)}`;
  const since =
    from === undefined ? [] : [from === 0 ? 'from the very first' : `since ${formatDateTime(from, 'utc')}`];
  return [counted, ...since, ...looked].join('; ');
}

function olderRow(from: number | undefined, isReading: boolean): readonly PageRow[] {
  if (isReading) {
    return [noteRow('reading older', 'Reading older events of this package from the server', 'dim')];
  }
  return from === undefined || from === 0
    ? []
    : [
        {
          id: 'more older-events',
          kind: 'more',
          what: 'older-events',
          text: 'Read older events of this package from the server',
        },
      ];
}

/** The page over the active pane; undefined when none is open. */
export function selectPage(stores: Stores, now: number): PageContents | undefined {
  const page = openPageOf(stores.view.getState());
  if (page === undefined) {
    return undefined;
  }
  const { subject } = page;
  const events = stores.events.getState();
  const listing = stores.agents.getState().data;
  const from = coveredFrom(events, [{ filter: historyOf(subject) ?? {}, until: undefined }]);
  const dossier = dossierOf(stores, subject, from ?? 0);
  const agent = findAgent(listing, subject);
  const rows = withWords(allRows(stores, { subject, dossier, agent, from }, now), page.text);
  return { page, dossier, rows, selectable: selectableOf(rows), agent, from };
}

let lastDossier: { readonly subject: PageSubject; readonly dossier: Dossier } | undefined;

/** The same object for as long as it says the same. */
function dossierOf(stores: Stores, subject: PageSubject, from: number): Dossier {
  const now = stores.dossiers.look(subject, from);
  const last = lastDossier;
  if (
    last === undefined ||
    !isSameSubject(last.subject, subject) ||
    last.dossier.digest !== now.digest ||
    last.dossier.before !== now.before ||
    last.dossier.looking?.looked !== now.looking?.looked
  ) {
    lastDossier = { subject, dossier: now };
    return now;
  }
  return last.dossier;
}

function allRows(
  stores: Stores,
  {
    subject,
    dossier,
    agent,
    from,
  }: Pick<PageContents, 'dossier' | 'agent' | 'from'> & {
    readonly subject: PageSubject;
  },
  now: number,
): readonly PageRow[] {
  switch (subject.kind) {
    case 'agent':
      return agentRows(
        agent,
        agent?.client_id ?? subject.clientId,
        findTwins(stores.agents.getState().data, agent),
        selectFlagContext(stores),
        dossier,
        stores.machineSessions.getState(),
        from,
        wholeMinute(now),
      );
    case 'package':
      return packageRows(
        subject.name,
        subject.ecosystem,
        dossier,
        from,
        stores.events.getState().older === 'reading',
      );
    case 'reason':
      return reasonRows(subject.template, dossier, from);
  }
}

const withWords = rememberLast(rowsWith);
const selectableOf = rememberLast((rows: readonly PageRow[]) => rows.filter(isSelectable));

/** The rows of a page that the cursor can stand on, as a list. */
export function pageRowList({ selectable }: PageContents): VisibleRows {
  return {
    length: selectable.length,
    idAt: (index) => selectable[index]?.id,
    indexOf: (id) => selectable.findIndex((row) => row.id === id),
  };
}

/** What a page is called: the name of the host, the package or the reason. */
export function titleOfPage(stores: Stores, { subject }: OpenPage): Untrusted {
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
  }
}
