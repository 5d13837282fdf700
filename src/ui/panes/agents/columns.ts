import type { Agent } from '../../../contract/agent.ts';
import { formatAgo, formatClock, parseTime, type TimeStyle } from '../../../lib/format-time.ts';
import type { FlagContext } from '../../../stores/agents/agent-index.ts';
import type { PartOfId } from '../../../stores/agents/distinguishing-ids.ts';
import type { AgentColumn } from '../../../stores/agents/agent-order.ts';
import type { Faults } from '../../../stores/connection/faults.ts';
import { textAsSent } from '../../../lib/sent-time.ts';
import type { Sorting } from '../../../stores/base/list-view.ts';
import { formatCount } from '../../../lib/format-number.ts';
import type { ClientEvents, EventsByClient } from '../../../stores/counts/events-by-client.ts';
import type { Style, Theme } from '../../theme.ts';
import { sparkLines } from '../../widgets/charts/spark-line.ts';
import { fit, identifier, trusted, type Line } from '../../widgets/line.ts';
import { agentFlagWords, agentName, flagsCell, statusCell } from '../agent-cells.ts';
import { saidUnreadableTime, unreadableTime } from '../unreadable-time.ts';
import { largestOf } from '../largest-of.ts';
import type { Column } from '../../widgets/table.ts';
import type { Untrusted } from '../../../lib/untrusted.ts';

/** The columns of the list of agents. */
export function agentColumns({
  theme,
  now,
  timeStyle,
  context,
  clockRooms,
  sorting,
  needs,
  idsOfTwins,
  events,
}: {
  readonly theme: Theme;
  readonly now: number;
  readonly timeStyle: TimeStyle;
  /** Columns of the times. */
  readonly clockRooms: { readonly seen: number; readonly registered: number };
  readonly context: FlagContext;
  readonly sorting: Sorting;
  readonly needs: AgentNeeds;
  /** What distinguishes those that have one name. */
  readonly idsOfTwins: ReadonlyMap<string, PartOfId>;
  /** Undefined where they are not shown. */
  readonly events?: EventsByClient | undefined;
}): readonly Column<Agent>[] {
  const { ascii } = theme;
  const column = (
    title: AgentColumn,
    rest: Omit<Column<Agent>, 'title' | 'sorted' | 'grow'> & { readonly grow?: number },
  ): Column<Agent> => ({
    title,
    grow: 0,
    ...rest,
    ...(sorting.column === title ? { sorted: sorting.descending ? 'descending' : 'ascending' } : {}),
  });
  const time = (field: 'last_seen_at' | 'registered_at'): Pick<Column<Agent>, 'cell' | 'said'> => {
    const timeLine = ({ [field]: text }: Agent): Line | undefined => {
      const read = parseTime(text);
      return read === undefined
        ? undefined
        : [trusted(timeStyle === 'age' ? formatAgo(now - read) : formatClock(read, now, timeStyle), 'dim')];
    };
    return {
      cell: (agent, columns) =>
        timeLine(agent) ?? unreadableTime(textAsSent(agent.raw[field]), columns, theme),
      said: (agent) => timeLine(agent) ?? saidUnreadableTime(textAsSent(agent.raw[field]), theme),
    };
  };
  const text =
    (value: (agent: Agent) => Untrusted | undefined, style: Style = 'plain') =>
    (agent: Agent, columns: number): Line =>
      identifier(value(agent), columns, { style, ascii });
  return [
    column('STATUS', {
      width: 12,
      rank: 0,
      cell: (agent) => statusCell(agent.status, theme, { inTable: true }),
      said: ({ status }) => identifier(status ?? 'no status', SAID_STATUS, { ascii }),
    }),
    column('HOST', {
      width: 16,
      rank: 0,
      needs: needs.host,
      grow: 2,
      primary: true,
      cell: ({ hostname, id }, columns) =>
        agentName(hostname ?? id, idsOfTwins.get(id), columns, { style: 'bold', theme }),
    }),
    column('USER', {
      width: 10,
      needs: needs.user,
      rank: 3,
      grow: 1,
      cell: text(({ username }) => username),
    }),
    column('OS', { width: 12, needs: needs.os, rank: 2, grow: 1, cell: text(({ os }) => os) }),
    column('ARCH', { width: 7, rank: 6, cell: text(({ arch }) => arch) }),
    column('VERSION', {
      width: 9,
      rank: 2,
      cell: (agent, columns) =>
        identifier(agent.version, columns, {
          style: context.oldVersions.has(agent.version ?? '') ? 'warn' : 'plain',
          ascii,
        }),
    }),
    column('LAST SEEN', { width: clockRooms.seen, rank: 1, ...time('last_seen_at') }),
    column('REGISTERED', {
      width: clockRooms.registered,
      rank: 7,
      ...time('registered_at'),
    }),
    column('FLAGS', {
      width: 11,
      needs: SEVERAL_FLAGS,
      rank: 1,
      grow: 1,
      cell: (agent, columns) => flagsCell(agent, context, { now, columns, theme }),
      said: (agent) => agentFlagWords(agent, context, now),
    }),
    {
      ...{ title: EVENTS_TITLE, width: COUNT_COLUMNS + 1 + EVENT_BARS, grow: 0, rank: 8 },
      cell: ({ client_id: client }) => eventsCell(client, events, theme),
      said: ({ client_id: client }) =>
        client === undefined || events === undefined
          ? []
          : [...countOf(events.of(client)), trusted(' events')],
    },
  ];
}

/** The column of the loaded events of each agent in the last day: how many, and when. */
export const EVENTS_TITLE = 'EVENTS 24 H';
const COUNT_COLUMNS = 7;
const EVENT_BARS = 12;

/** From so many columns on there is room for it beside all others. */
export const LEAST_WITH_EVENTS = 140;

/** How many, a `+` behind it where not all of that day is loaded, and a bar every two hours: by its own greatest. */
function eventsCell(client: Untrusted | undefined, events: EventsByClient | undefined, theme: Theme): Line {
  if (client === undefined || events === undefined) {
    return [];
  }
  const known = events.of(client);
  const [bars = []] = sparkLines(known.bars, { columns: EVENT_BARS, rows: 1, theme });
  return [...fit(countOf(known), COUNT_COLUMNS, { right: true, ascii: theme.ascii }), trusted(' '), ...bars];
}

function countOf({ total, isLeast }: ClientEvents): Line {
  return [trusted(`${formatCount(total)}${isLeast ? '+' : ''}`, total === 0 ? 'dim' : 'plain')];
}

/** Columns of a status that is said, whatever a server calls it. */
const SAID_STATUS = 40;

/** What the flags of an agent with the most common ones take: a clone that shares its id, is silent and old. */
const SEVERAL_FLAGS = 30;

/** Columns that the longest of some texts take. */
export interface AgentNeeds {
  readonly host: number;
  readonly user: number;
  readonly os: number;
}

/** So many agents are looked at for how long their names are; longer ones among the others are cut. */
const SAMPLE = 1000;

/** ` (…)` */
const AROUND_ID = 4;

/** A longer name leaves no room for others. */
const LONGEST = 40;

/** How much room agents need, in whatever order they are shown, so that columns keep their places. */
export function agentNeeds(
  agents: readonly Agent[],
  idsOfTwins: ReadonlyMap<string, PartOfId>,
  faults: Faults,
): AgentNeeds {
  const sample = agents.slice(0, SAMPLE);
  const longest = (textOf: (agent: Agent) => Untrusted | undefined, besides?: (agent: Agent) => number) =>
    Math.min(
      LONGEST,
      largestOf(faults, sample, (agent) => (textOf(agent) ?? '').length + (besides?.(agent) ?? 0)),
    );
  const idColumns = ({ id }: Agent) => {
    const part = idsOfTwins.get(id);
    return part === undefined ? 0 : part.text.length + AROUND_ID;
  };
  return {
    host: longest(({ hostname, id }) => hostname ?? id, idColumns),
    user: longest(({ username }) => username),
    os: longest(({ os }) => os),
  };
}
