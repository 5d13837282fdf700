import { OUTCOMES } from '../../../contract/values.ts';
import type { EventsState } from '../../../stores/events-store.ts';
import type { EventsView } from '../../../stores/view-store.ts';
import { formatClock } from '../../../lib/format-time.ts';
import { formatCount } from '../../../lib/format-number.ts';
import type { Theme } from '../../theme.ts';
import { foreign, joined, own, type Line } from '../../widgets/line.ts';
import { damagedLine, freshness, separator } from '../freshness.ts';
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

/** What is known of the feed's completeness, in words: the most important first. */
export function eventsFooter(state: EventsState, now: number, theme: Theme): Line {
  const known = formatCount(state.rows.length);
  const held =
    state.totalAtServer === undefined
      ? `${known} events loaded`
      : `${known} of ${formatCount(state.totalAtServer)} events loaded`;
  return [
    own(' '),
    ...joined(
      [
        freshness(state, now, theme),
        completeness(state, now),
        missing(state),
        [own(held, 'dim')],
        olderText(state),
        state.lateEvents === 0 ? [] : [own(`${formatCount(state.lateEvents)} came late`, 'dim')],
        damagedLine(state.damaged, theme),
        state.fewer === 0
          ? []
          : [own(`the server now counts ${formatCount(state.fewer)} fewer than were read`, 'warn')],
      ],
      separator(theme),
    ),
  ];
}

function olderText({ older, rows, coveredSince }: EventsState): Line {
  if (older === 'reading') {
    return [own('reading older events', 'dim')];
  }
  if (older === 'full') {
    return [own(`the newest ${formatCount(rows.length)} are kept, older ones are not read`, 'warn')];
  }
  return coveredSince === 0 ? [own('from the very first', 'dim')] : [];
}

function completeness({ completeThrough, unverified }: EventsState, now: number): Line {
  if (unverified !== undefined) {
    return [own(`completeness unverified: ${unverified}`, 'warn')];
  }
  return completeThrough === undefined
    ? []
    : [own(`complete through ${formatClock(completeThrough, now, 'utc')}`, 'dim')];
}

function missing({ toCome, gaps }: EventsState): Line {
  const gap = gaps.reduce((sum, { missing: lacking }) => sum + lacking, 0);
  return [
    ...(toCome === 0 ? [] : [own(`${formatCount(toCome)} still to come`, 'warn')]),
    ...(toCome === 0 || gap === 0 ? [] : [own(', ')]),
    ...(gap === 0
      ? []
      : [
          own(`${formatCount(gap)} missing in ${gaps.length === 1 ? 'a gap' : `${gaps.length} gaps`}`, 'bad'),
        ]),
  ];
}
