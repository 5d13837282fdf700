import { twinsOfList, type PartOfId } from '../../../stores/agents/distinguishing-ids.ts';
import { parseTime } from '../../../lib/format-time.ts';
import { createClockRoom, spanOf } from '../clock-room.ts';
import type { Agent } from '../../../contract/agent.ts';
import { selectAgentCounts } from '../../../stores/agents/agent-counts.ts';
import { memoizeLast, memoizeSame } from '../../../stores/base/memoize-last.ts';
import type { FlagContext } from '../../../stores/agents/agent-index.ts';
import {
  agentSorting,
  selectFlagContext,
  selectVisibleAgents,
} from '../../../stores/agents/select-agents.ts';
import { AGENTS_LIST } from '../../../stores/agents/agents-list.ts';
import { completenessOf } from '../../../stores/base/completeness.ts';
import type { Listing } from '../../../stores/base/listing.ts';
import { formatCount } from '../../../lib/format-number.ts';
import type { TimeStyle } from '../../../lib/format-time.ts';
import { leftOut, part, shorter, type Part } from '../../widgets/fitted-parts.ts';
import { trusted } from '../../widgets/line.ts';
import { doubtPart } from '../doubt-part.ts';
import { damagedPart, emptyText, footerLine, freshness, isStale, noneFound } from '../freshness.ts';
import { nearMissWords } from '../near-miss-words.ts';
import { DROP_ORDER } from '../footer-ranks.ts';
import { queryParts } from '../query-parts.ts';
import { createListPane, type ListPane, type Shown } from '../list-pane.ts';
import { narrowed } from '../setting.ts';
import { steadyNow, type PaintPane, type PaneContext } from '../pane.ts';
import { agentColumns, agentNeeds, EVENTS_TITLE, LEAST_WITH_EVENTS, type AgentNeeds } from './columns.ts';
import { selectEventsByClient, type EventsByClient } from '../../../stores/counts/events-by-client.ts';
import { queryClock } from '../../../stores/query/query-time.ts';
import { agentDetail } from './detail.ts';
import { agentsSummary } from './summary.ts';
import { keyNameOf } from '../../../commands/keys/key-name.ts';

const MINUTE = 60_000;

const NONE: readonly Agent[] = [];
const NO_TWINS: ReadonlyMap<string, PartOfId> = new Map();

const SHOWN: Shown<Agent> = {
  list: 'agents',
  model: AGENTS_LIST,
  said: ['HOST', 'STATUS', 'FLAGS', 'LAST SEEN'],
  recordOf: ({ raw }) => raw,
};

/** Every agent, with what is odd about it. */
export function createAgentsPane(context: PaneContext): PaintPane {
  const { stores } = context;
  const columnsOf = memoizeLast(
    (
      now: number,
      timeStyle: TimeStyle,
      flags: FlagContext,
      column: string,
      descending: boolean,
      needs: AgentNeeds,
      ids: ReadonlyMap<string, PartOfId>,
      seenRoom: number,
      registeredRoom: number,
      events: EventsByClient | undefined,
    ) =>
      agentColumns({
        theme: context.theme,
        now,
        timeStyle,
        context: flags,
        clockRooms: { seen: seenRoom, registered: registeredRoom },
        sorting: { column, descending },
        needs,
        idsOfTwins: ids,
        events,
      }),
  );
  const needsOf = memoizeLast((agents: readonly Agent[], ids: ReadonlyMap<string, PartOfId>) =>
    agentNeeds(agents, ids, stores.faults),
  );
  const sameNeeds = memoizeSame<AgentNeeds>();
  const [seenRoomOf, registeredRoomOf] = [createClockRoom(), createClockRoom()];
  const seenSpan = memoizeLast((agents: readonly Agent[]) =>
    spanOf(agents, ({ last_seen_at: seen }) => parseTime(seen)),
  );
  const registeredSpan = memoizeLast((agents: readonly Agent[]) =>
    spanOf(agents, ({ registered_at: registered }) => parseTime(registered)),
  );
  return createListPane<Agent>(SHOWN, context, ({ size, width, now, view, connection, theme }) => {
    const state = stores.agents.getState();
    const agents = selectVisibleAgents(stores, now);
    const listed = state.data?.rows ?? NONE;
    const all = listed.length;
    const { timeStyle } = view;
    const counts = selectAgentCounts(stores, now);
    const sorting = agentSorting(view.agents);
    const twins = twinsOfList(state.data);
    const ids = twins.size === 0 ? NO_TWINS : twins;
    return {
      columns: columnsOf(
        steadyNow(now, timeStyle),
        timeStyle,
        selectFlagContext(stores),
        sorting.column,
        sorting.descending,
        sameNeeds(needsOf(listed, ids)),
        ids,
        seenRoomOf(seenSpan(listed), now, timeStyle),
        registeredRoomOf(registeredSpan(listed), now, timeStyle),
        // Nothing is counted for a column that nobody sees.
        (view.agents.columns?.includes(EVENTS_TITLE) ??
          (width >= LEAST_WITH_EVENTS || view.agents.sideways > 0))
          ? selectEventsByClient(stores, queryClock(view).now + MINUTE)
          : undefined,
      ),
      summary: agentsSummary(counts, agents.length, view.agents, {
        filtering: stores.visibleAgents.filtering,
        query: queryParts(stores, view, 'agents', theme),
        columns: width,
        theme,
      }),
      footer: footerLine(
        [
          ...freshness(state, {
            feed: 'agents',
            isUnverified: state.data?.doubt !== undefined,
            connection,
            now,
            theme,
          }),
          readingPart(state.data),
          damagedPart(state.data?.damaged, state.data?.rows.length, theme),
        ],
        size.columns,
        theme,
      ),
      counted: () => completenessOf(state.data),
      stale: isStale(state, connection),
      empty: emptyText(
        state,
        connection,
        all > 0,
        {
          nothing: `${noneFound('No agents yet', completenessOf(state.data))}.`,
          hidden: `${nearMissWords(stores, 'agents')}${noneFound('No agent passes the filters', counts?.counted ?? 'all')}. ${keyNameOf(stores, 'agents.choose-flag')} changes the flags, ${keyNameOf(stores, 'list.filter')} the words, ${keyNameOf(stores, 'view.back')} clears them one by one.`,
        },
        now,
        theme,
      ),
      detailOf: (agent, columns) => agentDetail(agent, stores, { columns, theme, now, timeStyle }),
    };
  });
}

/** The pane of the agents. */
export const AGENTS_PANE: ListPane = {
  create: createAgentsPane,
  settings: ({ view }) => ({ flag: narrowed('Flag', view.getState().agents.flag) }),
};

/** How far reading the list for the first time has come, or how much of it was not to be had. */
function readingPart(listing: Listing<Agent> | undefined): Part {
  const { rows = [], total, damaged = [], reading, doubt } = listing ?? {};
  const read = formatCount(rows.length);
  if (reading !== undefined) {
    const words = reading.of === undefined ? read : `${read} of ${formatCount(reading.of)}`;
    return part(
      [trusted(`${words} agents read`, 'accent')],
      shorter(DROP_ORDER.words, [trusted(`${words} read`, 'accent')]),
      leftOut(DROP_ORDER.completeness),
    );
  }
  if (doubt !== undefined) {
    return doubtPart(doubt, 'agents');
  }
  return total === undefined || total <= rows.length + damaged.length
    ? part([])
    : part([trusted(`${read} of ${formatCount(total)} read`, 'warn')], leftOut(DROP_ORDER.completeness));
}
