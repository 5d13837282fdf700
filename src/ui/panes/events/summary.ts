import { OUTCOMES } from '../../../contract/values.ts';
import type { EventsState } from '../../../stores/events-store.ts';
import type { EventsView } from '../../../stores/view-store.ts';
import { formatClock } from '../../../lib/format-time.ts';
import { formatCount } from '../../../lib/format-number.ts';
import type { Theme } from '../../theme.ts';
import { foreign, joined, own, type Line } from '../../widgets/line.ts';
import { freshness, separator } from '../freshness.ts';
import { outcomeStyle } from '../outcome.ts';

/** The filters of the feed, the outcomes always among them, and where the view stands. */
export function eventsSummary(
  view: EventsView,
  shown: number,
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
    ...joined([outcomes, position, [own(`${formatCount(shown)} shown`, 'dim')], ...narrowed], own('  ')),
  ];
}

/** What is known of the feed's completeness, in words. */
export function eventsFooter(state: EventsState, now: number, theme: Theme): Line {
  const known = formatCount(state.rows.length);
  const held =
    state.totalAtServer === undefined
      ? `${known} events loaded`
      : `${known} of ${formatCount(state.totalAtServer)} events loaded`;
  const complete: Line =
    state.completeThrough === undefined
      ? []
      : [own(`complete through ${formatClock(state.completeThrough, now, 'utc')}`, 'dim')];
  const damaged: Line =
    state.damaged === 0 ? [] : [own(`${state.damaged} damaged rows left out of the last page`, 'warn')];
  return [
    own(' '),
    ...joined([[own(held, 'dim')], complete, freshness(state, now, theme), damaged], separator(theme)),
  ];
}
