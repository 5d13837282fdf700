import { parseTime, type TimeStyle, zoneOf } from '../../../lib/format-time.ts';
import { createClockRoom, spanOf } from '../clock-room.ts';
import { shownZone } from '../../../commands/sessions/calendar.ts';
import type { Session } from '../../../contract/session.ts';
import { formatCount } from '../../../lib/format-number.ts';
import { selectDayCounts } from '../../../stores/sessions/day-counts.ts';
import type { NestedSessions } from '../../../stores/sessions/nest-subagents.ts';
import { measureForms } from '../../../stores/base/completeness.ts';
import { memoizeLast } from '../../../stores/base/memoize-last.ts';
import { selectHostByClient } from '../../../stores/agents/select-agents.ts';
import {
  selectNestedSessions,
  selectSessionsCompleteness,
} from '../../../stores/sessions/select-sessions.ts';
import { SESSIONS_LIST } from '../../../stores/sessions/sessions-list.ts';
import type { Stores } from '../../../stores/stores.ts';
import type { SessionsView } from '../../../stores/sessions/sessions-view.ts';
import type { Sorting } from '../../../stores/base/list-view.ts';
import type { Theme } from '../../theme.ts';
import { fitParts, leftOut, part, shorter, type Part } from '../../widgets/fitted-parts.ts';
import { untrusted, trusted, type Line } from '../../widgets/line.ts';
import {
  damagedPart,
  emptyText,
  footerLine,
  freshness,
  isStale,
  noneFound,
  separator,
} from '../freshness.ts';
import { nearMissWords } from '../near-miss-words.ts';
import { DROP_ORDER } from '../footer-ranks.ts';
import { queryParts } from '../query-parts.ts';
import { createListPane, type ListPane, type Shown } from '../list-pane.ts';
import { steadyNow, type PaintPane, type PaneContext } from '../pane.ts';
import { createCalendarStrip } from './calendar-strip.ts';
import { sessionColumns } from './columns.ts';
import { filterLines } from './filter-line.ts';
import { sessionDetail } from './session-detail.ts';
import { doubtPart } from '../doubt-part.ts';
import { keyNameOf } from '../../../commands/keys/key-name.ts';
import type { Agent } from '../../../contract/agent.ts';
import { zoneName } from '../../../lib/days.ts';
import type { Listing } from '../../../stores/base/listing.ts';
import { narrowed, suspiciousNames, switched, type Settings } from '../setting.ts';

/** How much was read has fewer words before anything else has. */
const MEASURE = 1000;

const NONE: readonly Session[] = [];

const SHOWN: Shown<Session> = {
  list: 'sessions',
  model: SESSIONS_LIST,
  said: ['FIRST PROMPT', 'PROJECT', 'HOST', 'ACTIVE'],
  recordOf: ({ raw }) => raw,
};

/** Recorded sessions. */
export function createSessionsPane(context: PaneContext): PaintPane {
  const { stores } = context;
  const columnsOf = memoizeLast(
    (
      now: number,
      timeStyle: TimeStyle,
      clockRoom: number,
      parents: NestedSessions['parents'],
      sort: Sorting | undefined,
    ) => sessionColumns({ theme: context.theme, now, timeStyle, clockRoom, parents, sort }),
  );
  const clockRoomOf = createClockRoom();
  const activeSpan = memoizeLast((sessions: readonly Session[]) =>
    spanOf(sessions, ({ modified_at: modified }) => parseTime(modified)),
  );
  const strip = createCalendarStrip(context.theme);
  return createListPane<Session>(SHOWN, context, ({ size, width, now, view, connection, theme }) => {
    const state = stores.sessions.getState();
    const { rows: sessions, parents } = selectNestedSessions(stores);
    const all = state.data?.rows.length ?? 0;
    const total = state.data?.total;
    const counted = selectSessionsCompleteness(stores);
    const count = `${formatCount(sessions.length)} of ${formatCount(all)} sessions`;
    const [first, ...shorterOnes] = measureForms(counted).map((measure): Line => [
      trusted(state.data === undefined ? 'sessions' : `${count}${measure}`, 'bold'),
    ]);
    return {
      columns: columnsOf(
        steadyNow(now, view.timeStyle),
        view.timeStyle,
        clockRoomOf(activeSpan(state.data?.rows ?? NONE), now, view.timeStyle),
        parents,
        view.sessions.sort,
      ),
      summary: [
        trusted(' '),
        ...fitParts(
          [
            part(first ?? [], ...shorterOnes.map((form) => shorter(MEASURE, form))),
            ...filterLines(view.sessions, theme).map((line) => part(line)),
            ...queryParts(stores, view, 'sessions', theme),
          ],
          width - 2,
          { separator: separator(theme) },
        ),
      ],
      footer: footerLine(
        [
          ...freshness(state, {
            feed: 'sessions',
            isUnverified: state.data?.doubt !== undefined,
            connection,
            now,
            theme,
          }),
          beyondPart(stores, total, theme),
          damagedPart(state.data?.damaged, state.data?.rows.length, theme),
        ],
        size.columns,
        theme,
      ),
      counted: () => counted,
      stale: isStale(state, connection),
      empty: emptyText(
        state,
        connection,
        all > 0,
        {
          nothing: hasServerFilter(view.sessions)
            ? `${noneFound('No session matches the filters', counted)}. ${keyNameOf(stores, 'view.back')} clears them.`
            : `${noneFound('No session was recorded yet', counted)}.`,
          hidden: `${nearMissWords(stores, 'sessions')}${noneFound('No session has these words', counted)}. ${keyNameOf(stores, 'list.filter')} changes them.`,
        },
        now,
        theme,
      ),
      above: strip(
        {
          counts: selectDayCounts(stores, shownZone(view)),
          clients: stores.sessionClients.getState().data,
          hosts: selectHostByClient(stores),
          selected: view.sessions.date,
          columns: size.columns,
          now: steadyQuarter(now),
          timeStyle: view.timeStyle,
        },
        // The calendar itself would show the same map twice.
        view.dialogs.at(-1)?.kind === 'calendar' ? 0 : size.rows,
      ),
      detailOf: (session, columns) =>
        sessionDetail(session, parents.get(session), columns, { theme, zone: zoneOf(view.timeStyle) }),
    };
  });
}

/** The pane of the recorded sessions. */
export const SESSIONS_PANE: ListPane = { create: createSessionsPane, settings: sessionSettings };

const QUARTER_HOUR = 15 * 60 * 1000;

/** In every zone days begin at a quarter of an hour. */
function steadyQuarter(now: number): number {
  return Math.floor(now / QUARTER_HOUR) * QUARTER_HOUR;
}

function hasServerFilter({ date, project, branch, clientId, agentId }: SessionsView): boolean {
  return [date, project, branch, clientId, agentId].some((value) => value !== undefined);
}

/** What is known of the sessions that the server has and that are not here. */
function beyondPart(stores: Stores, total: number | undefined, theme: Theme): Part {
  const { state, failure } = stores.sessionsBeyond.getState();
  const { rows = [], reading, doubt } = stores.sessions.getState().data ?? {};
  const all = rows.length;
  if (doubt === undefined && (total === undefined || total <= all)) {
    return part([]);
  }
  const amount = total === undefined ? formatCount(all) : `${formatCount(all)} of ${formatCount(total)}`;
  if (reading !== undefined) {
    return part([trusted(`${amount} read so far`, 'accent')], leftOut(DROP_ORDER.completeness));
  }
  if (failure !== undefined && state === 'idle') {
    return part(
      [
        trusted(`${amount} read, the next ones not: `, 'bad'),
        ...untrusted(failure.message, { style: 'bad', ascii: theme.ascii }),
      ],
      shorter(DROP_ORDER.words, [trusted(`${amount} read, the next ones failed`, 'bad')]),
    );
  }
  switch (state) {
    case 'reading':
      return part([trusted(`reading on, ${amount}`, 'accent')]);
    case 'idle': {
      return part(
        [trusted(`${amount} read; ${theme.keyOf('list.last')} reads on`, 'warn')],
        leftOut(DROP_ORDER.completeness),
      );
    }
    case 'read':
      if (doubt !== undefined) {
        return doubtPart(doubt, 'sessions');
      }
      return part(
        [trusted(`${amount} were met, however often it was looked`, 'warn')],
        leftOut(DROP_ORDER.completeness),
      );
    case 'full':
      return part(
        [trusted(`${amount} are kept, the others are not read`, 'warn')],
        leftOut(DROP_ORDER.completeness),
      );
  }
}

const agentOf = memoizeLast((listing: Listing<Agent> | undefined, id: string | undefined) =>
  id === undefined ? undefined : listing?.rows.find((agent) => agent.id === id),
);

/** What keys switch or choose in the list of sessions. */
function sessionSettings(stores: Stores): Settings {
  const { date, dateZone, agentId, project, branch, clientId, subagents, suspicious } =
    stores.view.getState().sessions;
  return {
    date: narrowed('Day', date && `${date} (${zoneName(dateZone)})`),
    agent: narrowed('Agent', agentOf(stores.agents.getState().data, agentId)?.hostname ?? agentId),
    project: narrowed('Project', project),
    branch: narrowed('Branch', branch),
    client: narrowed('Client', selectHostByClient(stores).get(clientId ?? '') ?? clientId),
    subagents: { ...switched('Subagents', subagents, false), isOfList: true },
    suspicious: suspiciousNames(suspicious),
  };
}
