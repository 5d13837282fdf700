import { clocksBelow } from '../clock-room.ts';
import type { Agent } from '../../../contract/agent.ts';
import { formatAgo, formatDateTime, parseTime, type TimeStyle, zoneOf } from '../../../lib/format-time.ts';
import { memoizeLast } from '../../../stores/base/memoize-last.ts';
import { distinguishingId } from '../../../stores/agents/distinguishing-ids.ts';
import { suspensionState } from '../../../stores/agents/suspension-ends.ts';
import type { Zone } from '../../../lib/zoned-time.ts';
import { selectFlagContext } from '../../../stores/agents/select-agents.ts';
import { selectNewestEventsOf } from '../../../stores/events/select-newest-events.ts';
import type { Stores } from '../../../stores/stores.ts';
import type { Listing } from '../../../stores/base/listing.ts';
import type { Theme } from '../../theme.ts';
import { detailLines, fieldsOf, timesIn } from '../../widgets/detail.ts';
import { fit, untrusted, untrustedWrapped, trusted, ruleLine, type Line } from '../../widgets/line.ts';
import { eventClockMarked } from '../event-time.ts';
import { outcomeCell } from '../outcome.ts';
import { agentFlags, agentName, statusCell } from '../agent-cells.ts';

const EVENTS_SHOWN = 12;
const NO_LINE: Line = [];

/** The agent in full, what is odd about it first, and its newest events. */
export function agentDetail(
  agent: Agent,
  stores: Stores,
  { columns, theme, now, timeStyle }: { columns: number; theme: Theme; now: number; timeStyle: TimeStyle },
): { readonly title: Line; readonly lines: readonly Line[] } {
  const { ascii } = theme;
  const seen = parseTime(agent.last_seen_at);
  const twins = agentsOfMachine(stores.agents.getState().data, agent.machine_id).filter(
    ({ id }) => id !== agent.id,
  );
  const events = selectNewestEventsOf(stores, agent.client_id).slice(0, EVENTS_SHOWN);
  const warnings: Line[] = [
    agentFlags(agent, selectFlagContext(stores), now, theme),
    ...(agent.clone_reason === undefined
      ? []
      : untrustedWrapped(agent.clone_reason, columns - 2, { style: 'warn', ascii })),
    ...twins.map((twin) => [
      trusted('same machine id as ', 'warn'),
      ...agentName(twin.hostname ?? twin.id, distinguishingId(stores, twin), columns - 20, { theme }),
    ]),
  ];
  const told = warnings.filter((line) => line.length > 0);
  const clockOf = clocksBelow(
    events.map(({ time }) => time),
    now,
    timeStyle,
  );
  return {
    title: [
      ...statusCell(agent.status, theme),
      trusted('  '),
      ...agentName(agent.hostname ?? agent.id, distinguishingId(stores, agent), Math.max(10, columns - 16), {
        style: 'bold',
        theme,
      }),
    ],
    lines: [
      ...(told.length === 0 ? [] : [...told, NO_LINE]),
      ...(seen === undefined ? [] : [[trusted(`seen ${formatAgo(now - seen)}`, 'dim')]]),
      ...endLines(agent, stores, now, zoneOf(timeStyle)),
      ...detailLines(
        timesIn(zoneOf(timeStyle), fieldsOf(agent.raw, 'agent'), ['registered_at', 'last_seen_at']),
        columns,
        ascii,
      ),
      [],
      ruleLine(columns, theme, [
        trusted(`newest loaded events of this machine${events.length === 0 ? ': none' : ''}`),
      ]),
      ...events.map((row) => [
        ...eventClockMarked(row, clockOf(row.time).length, { now, timeStyle, theme, style: 'dim' }),
        trusted(' '),
        ...fit(outcomeCell(row.event.outcome, theme), 9, theme),
        ...untrusted(`${row.event.subject?.package ?? ''} ${row.event.subject?.version ?? ''}`, {
          profile: 'ident',
          ascii,
        }),
      ]),
    ],
  };
}

/** When the suspension of an agent is to end, or was to, as far as it was made from this host. */
function endLines(agent: Agent, stores: Stores, now: number, zone: Zone): readonly Line[] {
  const end = stores.suspensionEnds.getState().ends.find((each) => each.agent.id === agent.id);
  const state = end === undefined ? undefined : suspensionState(end, agent, now);
  return end === undefined || (state !== 'lasts' && state !== 'due')
    ? []
    : [
        state === 'due'
          ? [
              trusted(`its suspension was to end at ${formatDateTime(end.until, zone)}: `, 'warn'),
              trusted(':due', 'key'),
            ]
          : [trusted(`suspended until ${formatDateTime(end.until, zone)}, as made from this host`, 'dim')],
      ];
}

/** Looked for once an agent, not once a frame. */
const agentsOfMachine = memoizeLast(
  (listing: Listing<Agent> | undefined, machine: string | undefined): readonly Agent[] =>
    machine === undefined ? [] : (listing?.rows ?? []).filter((agent) => agent.machine_id === machine),
);
