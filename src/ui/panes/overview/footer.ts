import type { Stores } from '../../../stores/stores.ts';
import type { Theme } from '../../theme.ts';
import type { Line } from '../../widgets/line.ts';
import { completenessParts } from '../feed-parts.ts';
import { damagedPart, footerLine, freshness } from '../freshness.ts';

/** How good what the overview shows is: of its sources the one that failed, and how complete the feed is. */
export function overviewFooter(
  stores: Stores,
  { columns, now, theme }: { readonly columns: number; readonly now: number; readonly theme: Theme },
): Line {
  const summary = ['summary', stores.summary.getState()] as const;
  const sources = [
    summary,
    ['events', stores.events.getState()],
    ['agents', stores.agents.getState()],
    ['calendar', stores.calendar.getState()],
    ['health', stores.health.getState()],
  ] as const;
  const failed = sources.find(([, { failure }]) => failure !== undefined);
  const [feed, state] = failed ?? summary;
  const agents = stores.agents.getState().data;
  return footerLine(
    [
      ...freshness(state, {
        feed,
        connection: stores.connection.getState(),
        now,
        theme,
        subject: failed?.[0],
      }),
      ...completenessParts(stores.events.getState(), now),
      damagedPart(agents?.damaged, agents?.rows.length, theme),
    ],
    columns,
    theme,
  );
}
