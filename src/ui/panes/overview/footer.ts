import { zoneOf } from '../../../lib/format-time.ts';
import type { Stores } from '../../../stores/stores.ts';
import type { Theme } from '../../theme.ts';
import type { Line } from '../../widgets/line.ts';
import { completenessParts } from '../feed-parts.ts';
import { damagedPart, footerLine, freshness, staleAge, type Freshness } from '../freshness.ts';

function isRead([, { receivedAt }]: readonly [string, Freshness]): boolean {
  return receivedAt !== undefined;
}

function readAt([, { receivedAt = 0 }]: readonly [string, Freshness]): number {
  return receivedAt;
}

/** How good what the overview shows is: of its sources the one that failed or is the oldest, and how complete the feed is. */
export function overviewFooter(
  stores: Stores,
  { columns, now, theme }: { readonly columns: number; readonly now: number; readonly theme: Theme },
): Line {
  const summary = ['summary', stores.summary.getState()] as const;
  const events = stores.events.getState();
  const sources = [
    summary,
    ['events', events],
    ['agents', stores.agents.getState()],
    ['calendar', stores.calendar.getState()],
    ['health', stores.health.getState()],
  ] as const;
  const connection = stores.connection.getState();
  // One that is not as good as the others is named.
  const worst =
    sources.find(([, { failure }]) => failure !== undefined) ??
    (sources.some(isRead) ? sources.find((source) => !isRead(source)) : undefined) ??
    sources.find(([, source]) => staleAge(source, connection, now) !== undefined);
  const [feed, state] =
    worst ?? sources.reduce((oldest, source) => (readAt(source) < readAt(oldest) ? source : oldest));
  const agents = stores.agents.getState().data;
  return footerLine(
    [
      ...freshness(state, {
        feed,
        connection,
        now,
        theme,
        subject: worst?.[0],
        isUnverified: [events.doubt, agents?.doubt].some((doubt) => doubt !== undefined),
      }),
      ...completenessParts(events, now, zoneOf(stores.view.getState().timeStyle)),
      damagedPart(agents?.damaged, agents?.rows.length, theme),
    ],
    columns,
    theme,
  );
}
