import { OUTCOMES } from '../../../contract/values.ts';
import type { ConnectionState } from '../../../stores/connection-store.ts';
import type { EventsState } from '../../../stores/events-store.ts';
import type { EventsView } from '../../../stores/view-store.ts';
import { formatCount } from '../../../lib/format-number.ts';
import type { Theme } from '../../theme.ts';
import { foreign, joined, own, type Line } from '../../widgets/line.ts';
import { completenessParts, oddParts, reachParts } from '../feed-parts.ts';
import { filteringLine, type FilteredCount } from '../filtering.ts';
import { damagedPart, footerLine, freshness } from '../freshness.ts';
import { outcomeStyle } from '../outcome.ts';

/** The filters of the feed, the outcomes always among them, and where the view stands. */
export function eventsSummary(
  view: EventsView,
  { shown, filtering }: FilteredCount,
  fresh: { readonly count: number; readonly blocks: number },
  theme: Theme,
): Line {
  const outcomes: Line = [...OUTCOMES].reverse().flatMap((outcome) => {
    const on = view.outcomes.includes(outcome);
    const shape = on ? theme.glyph(outcome) : ' ';
    return [own(`[${shape}] ${outcome} `, on ? outcomeStyle(outcome) : 'dim')];
  });
  const narrowed: Line[] = [
    view.type === undefined ? [] : [own('type '), own(view.type, 'accent')],
    view.ecosystem === undefined ? [] : [own('from '), own(view.ecosystem, 'accent')],
    view.suspicious ? [own('only '), own('suspicious names', 'accent')] : [],
    view.text === '' ? [] : [own('/ '), ...foreign(view.text, { style: 'accent', ascii: theme.ascii })],
  ];
  const blocks = fresh.blocks === 0 ? '' : ` ${theme.glyph('separator')} ${fresh.blocks} BLOCK`;
  const position: Line = view.follow
    ? [own(`${theme.glyph('live')} following`, 'good')]
    : fresh.count === 0
      ? [own(`${theme.glyph('frozen')} frozen`, 'warn'), own(' F follows', 'dim')]
      : [
          own(
            ` ${theme.glyph('newer')} ${formatCount(fresh.count)} new${blocks} `,
            fresh.blocks > 0 ? 'badge-bad' : 'badge',
          ),
          own(' F follows', 'dim'),
        ];
  return [
    own(' '),
    ...joined(
      [
        outcomes,
        position,
        [own(`${formatCount(shown)} shown`, 'dim')],
        filteringLine(filtering),
        ...narrowed,
      ],
      own('  '),
    ),
  ];
}

/** What is known of the feed in words, the most important first; what has no room is told with the requests. */
export function eventsFooter(
  state: EventsState,
  {
    connection,
    columns,
    now,
    theme,
    ...reach
  }: {
    readonly connection: ConnectionState;
    /** From when on all is here that passes the filters, in milliseconds. */
    readonly from: number | undefined;
    readonly bound: number;
    readonly columns: number;
    readonly now: number;
    readonly theme: Theme;
  },
): Line {
  return footerLine(
    [
      ...freshness(state, { feed: 'events', connection, now, theme }),
      ...completenessParts(state, now, theme.ascii),
      damagedPart(state.damaged, undefined, theme),
      ...oddParts(state),
      ...reachParts(state, { ...reach, now }),
    ],
    columns,
    theme,
  );
}
