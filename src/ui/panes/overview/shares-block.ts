import { profileOf } from '../../../lib/text-fields.ts';
import type { Summary } from '../../../contract/summary.ts';
import { ECOSYSTEMS } from '../../../contract/values.ts';
import { formatCount, formatShare } from '../../../lib/format-number.ts';
import { orderedCounts, OUTCOMES_BY_ALARM, shareStop } from '../../../stores/overview/overview-stops.ts';
import type { Style, Theme } from '../../theme.ts';
import { barLine } from '../../widgets/charts/bar.ts';
import { fit, untrusted, trusted, type Line, type Span } from '../../widgets/line.ts';
import { outcomeStyle } from '../outcome.ts';
import { stopRow, type Block, type BlockRoom } from './block.ts';

const LABEL_COLUMNS = 10;

/** A name, its bar, its count and its share. */
function shareLine(
  label: Line,
  { count, whole, style }: { readonly count: number; readonly whole: number; readonly style: Style },
  columns: number,
  theme: Theme,
): Line {
  const tail = ` ${formatCount(count).padStart(8)} ${formatShare(count, whole).padStart(6)}`;
  const room = Math.max(0, columns - LABEL_COLUMNS - tail.length - 2);
  const share = whole === 0 ? 0 : count / whole;
  return [
    ...fit(label, LABEL_COLUMNS, theme),
    ...barLine(share, { columns: room, theme, style }),
    trusted(tail),
  ];
}

function totalOf(counts: Readonly<Record<string, number>> | undefined): number {
  return Object.values(counts ?? {}).reduce((sum, count) => sum + count, 0);
}

/** What stands behind a total that its own shares deny, since they add up to more; empty where they do not. */
function measureOf(summary: Summary | undefined, shares: number): string {
  return shares > (summary?.total_events ?? shares) ? ' (unverified)' : '';
}

/** The sign of an outcome, which stands before its word. */
function signOf(name: string, theme: Theme): Span {
  switch (name) {
    case 'block':
    case 'review':
    case 'allow':
      return trusted(`${theme.glyph(name)} `, outcomeStyle(name));
    default:
      return trusted(`${theme.glyph('unknown')} `, 'warn');
  }
}

/** Shares of the outcomes over the period of the summary. */
export function outcomeBlock(summary: Summary | undefined, room: BlockRoom): Block {
  const { columns, theme } = room;
  const { ascii } = theme;
  const whole = totalOf(summary?.outcomes);
  const period: Line =
    summary?.period === undefined
      ? [trusted('period unknown', 'dim')]
      : [
          trusted('last ', 'dim'),
          ...untrusted(summary.period, { profile: profileOf('summary', 'period'), style: 'dim', ascii }),
        ];
  return {
    title: [
      trusted('Outcomes', 'heading'),
      trusted(
        ` ${theme.glyph('separator')} ${formatCount(summary?.total_events ?? whole)} events${measureOf(summary, whole)}, `,
        'dim',
      ),
      ...period,
    ],
    rows: orderedCounts(summary?.outcomes, OUTCOMES_BY_ALARM).map(([name, count]) => {
      const style = outcomeStyle(name);
      const label = [signOf(name, theme), ...untrusted(name, { profile: 'ident', style, ascii })];
      return stopRow(
        shareStop('outcome', name),
        shareLine(label, { count, whole, style }, columns, theme),
        room,
      );
    }),
  };
}

/** Shares of the ecosystems over the period of the summary. */
export function ecosystemBlock(summary: Summary | undefined, room: BlockRoom): Block {
  const { columns, theme } = room;
  const { ascii } = theme;
  const whole = totalOf(summary?.ecosystems);
  return {
    title: [trusted('Ecosystems', 'heading'), trusted(measureOf(summary, whole), 'dim')],
    rows: orderedCounts(summary?.ecosystems, ECOSYSTEMS).map(([name, count]) => {
      const label = untrusted(name, { profile: 'ident', ascii });
      const line = shareLine(label, { count, whole, style: 'key' }, columns, theme);
      return stopRow(shareStop('ecosystem', name), line, room);
    }),
  };
}
