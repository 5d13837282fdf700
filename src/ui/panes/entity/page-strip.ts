import { formatCount } from '../../../lib/format-number.ts';
import { BEFORE_ALL_TIMES, formatMinute, zoneOf } from '../../../lib/format-time.ts';
import { measureForms } from '../../../stores/base/completeness.ts';
import type { EventHistogram } from '../../../stores/events/event-histogram.ts';
import { selectPageHistogram } from '../../../stores/entity/page-histogram.ts';
import { completenessOfGroups, type PageContents } from '../../../stores/entity/select-page.ts';
import type { Stores } from '../../../stores/stores.ts';
import { ruleLine, trusted, type Line, type Size } from '../../widgets/line.ts';
import { chartColumns, createStripPainter } from '../histogram-strip.ts';
import { steadyNow, type PaneContext } from '../pane.ts';

/** From so many rows of a page on its strip has a heading; on fewer the footer alone says how complete it is. */
const LEAST_WITH_HEADING = 16;

/** How many rows the bars and their axis have on a page of that height: none where the page needs them all. */
function barRows(rows: number): number {
  return rows >= 36 ? 5 : rows >= 28 ? 4 : rows >= LEAST_WITH_HEADING ? 3 : rows >= 10 ? 2 : 0;
}

/** Draws the events of a page over time, as the feed does: bars over an axis, under what they count. */
export function createPageStrip({ stores, theme }: PaneContext) {
  const drawStrip = createStripPainter();
  return (contents: PageContents, time: number | undefined, size: Size, now: number): readonly Line[] => {
    const view = stores.view.getState();
    const rows = barRows(size.rows);
    const { subject } = contents.page;
    if (
      subject.kind === 'count' ||
      rows === 0 ||
      // Of a feed of which nothing was read there is nothing to draw.
      (contents.from === undefined && contents.entityEvents.looking === undefined) ||
      !view.events.histogram ||
      view.isTerminalSlow ||
      !theme.sideBySide
    ) {
      return [];
    }
    const histogram = selectPageHistogram(stores, contents, chartColumns(size.columns), now);
    const { timeStyle } = view;
    const strip = drawStrip(
      histogram,
      { shown: undefined, cursor: time, policies: stores.policyMarks.getState().marks },
      { columns: size.columns, rows, now: steadyNow(now, 'utc'), timeStyle, theme },
    );
    const note = stripNote(stores, contents, histogram);
    return size.rows < LEAST_WITH_HEADING
      ? strip
      : [
          ruleLine(size.columns, theme, [
            trusted('Events over time', 'heading'),
            trusted(`  ${note}`, 'dim'),
          ]),
          ...strip,
        ];
  };
}

/** How many events stand in the bars, of how many that are loaded, and from when on all are. */
function stripNote(
  stores: Stores,
  { page, entityEvents, from }: PageContents,
  { buckets, counts, untimed }: EventHistogram,
): string {
  const { digest, looking } = entityEvents;
  if (looking !== undefined) {
    return `${formatCount(looking.looked)} of ${formatCount(looking.of)} loaded events looked at`;
  }
  if (from === undefined) {
    return 'not read yet';
  }
  const inBars = counts.reduce((sum, { total }) => sum + total, 0);
  const passing = page.text === '' ? '' : ' that pass';
  const counted = completenessOfGroups(stores, { entityEvents });
  const measure = measureForms(counted).at(-1) ?? '';
  const others = (digest?.rows.length ?? 0) - inBars - untimed;
  const zone = zoneOf(stores.view.getState().timeStyle);
  return [
    `${formatCount(inBars)}${passing}${measure}`,
    ...(from >= buckets.since + buckets.step ? [`read back to ${formatMinute(from, zone)}`] : []),
    // What is still to come may be older than what is here.
    ...(from === BEFORE_ALL_TIMES && counted === 'all' ? ['from the very first'] : []),
    ...(others > 0 ? [`${formatCount(others)} of other times`] : []),
    ...(untimed > 0 ? [`${formatCount(untimed)} without a time`] : []),
  ].join('; ');
}
