import { type Zone } from '../../../lib/zoned-time.ts';
import { OUTCOMES } from '../../../contract/values.ts';
import type { ConnectionState } from '../../../stores/connection/connection-store.ts';
import type { EventsState } from '../../../stores/events/events-store.ts';
import type { HiddenByMute } from '../../../stores/events/select-events.ts';
import type { OpenBlocks } from '../../../stores/events/open-blocks.ts';
import type { TimeRange } from '../../../stores/base/time-buckets.ts';
import type { EventsView } from '../../../stores/events/events-view.ts';
import { smallest } from '../../../lib/long-lists.ts';
import { formatCount } from '../../../lib/format-number.ts';
import { formatClock, type TimeStyle, zoneOf } from '../../../lib/format-time.ts';
import type { Theme } from '../../theme.ts';
import { fitParts, leftOut, part, shorter, type Part } from '../../widgets/fitted-parts.ts';
import { cutInMiddle, joined, trusted, untrusted, type Line } from '../../widgets/line.ts';
import { completenessParts, oddParts, reachParts } from '../feed-parts.ts';
import { filteringLine, type FilteredCount } from '../filtering.ts';
import { damagedPart, footerLine, freshness } from '../freshness.ts';
import { outcomeStyle } from '../outcome.ts';

/** The part of the view that the summary describes. */
export type SummaryView = Pick<
  EventsView,
  'follow' | 'outcomes' | 'type' | 'ecosystem' | 'suspicious' | 'unacknowledged' | 'range' | 'text'
>;

export function summaryViewOf({
  follow,
  outcomes,
  type,
  ecosystem,
  suspicious,
  unacknowledged,
  range,
  text,
}: EventsView): SummaryView {
  return { follow, outcomes, type, ecosystem, suspicious, unacknowledged, range, text };
}

/** What mutes hide of what the filters let through. */
export interface MutedFacts {
  readonly mutes: number;
  readonly count: number;
  readonly blocks: number;
  /** How many are shown of which nobody can say, as it is not known what their machines are called. */
  readonly unjudged: number;
  /** When the first of them ends. */
  readonly until: number;
  /** The query of the newest. */
  readonly text: string;
}

export function mutedFacts(hidden: readonly HiddenByMute[], unjudged: number): MutedFacts {
  return {
    mutes: hidden.length,
    count: hidden.reduce((sum, { count }) => sum + count, 0),
    blocks: hidden.reduce((sum, { blocks }) => sum + blocks, 0),
    unjudged,
    until: smallest(hidden.map(({ mute }) => mute.until)),
    text: hidden[0]?.mute.text ?? '',
  };
}

export interface SummaryFacts {
  readonly counted: FilteredCount;
  readonly fresh: { readonly count: number; readonly blocks: number };
  /** Nothing is counted before anything was read. */
  readonly isRead: boolean;
  /** Blocks that wait to be acknowledged, whatever the filters. */
  readonly open: OpenBlocks;
  /** What mutes hide of it. */
  readonly muted: MutedFacts;
  /** That names are lacking which the filters ask for. */
  readonly names: Part;
  /** The key that follows the live edge. */
  readonly followKey: string;
  /** The typed query. */
  readonly query: readonly Part[];
  readonly columns: number;
  readonly now: number;
  readonly timeStyle: TimeStyle;
  readonly theme: Theme;
}

/** The filters of the feed, the outcomes always among them, and where the view stands. */
export function eventsSummary(
  view: SummaryView,
  {
    counted,
    fresh,
    open,
    muted,
    names,
    isRead,
    followKey,
    query,
    columns,
    now,
    timeStyle,
    theme,
  }: SummaryFacts,
): Line {
  const outcomes: Line = [...OUTCOMES].reverse().flatMap((outcome) => {
    const on = view.outcomes.includes(outcome);
    const shape = on ? theme.glyph(outcome) : ' ';
    return [trusted(`[${shape}] ${outcome} `, on ? outcomeStyle(outcome) : 'dim')];
  });
  const blocks = fresh.blocks === 0 ? '' : ` ${theme.glyph('separator')} ${fresh.blocks} BLOCK`;
  const position: Line = view.follow
    ? [trusted(`${theme.glyph('live')} following`, 'good')]
    : fresh.count === 0
      ? [trusted(`${theme.glyph('frozen')} frozen`, 'warn')]
      : [
          trusted(
            ` ${theme.glyph('newer')} ${formatCount(fresh.count)} new${blocks} `,
            fresh.blocks > 0 ? 'badge-bad' : 'badge',
          ),
        ];
  const waiting = `${formatCount(open.count)}${open.isCounting || open.isPartial ? '+' : ''}`;
  const follows = trusted(` ${followKey} follows`, 'dim');
  return [
    trusted(' '),
    ...fitParts(
      [
        part(outcomes, shorter(10, shortOutcomes(view, theme))),
        view.follow ? part(position) : part([...position, follows], shorter(60, position)),
        isRead ? countPart(counted.shown, counted.events ?? counted.shown) : part([]),
        part(
          open.count === 0 ? [] : [trusted(`${waiting} unacknowledged`, 'block')],
          shorter(50, [trusted(`${waiting} unack.`, 'block')]),
          // The status row has it as well.
          leftOut(12),
        ),
        mutedPart(muted, now, timeStyle, theme),
        names,
        part(filteringLine(counted.filtering), leftOut(35)),
        narrowedPart(view, now, timeStyle),
        // What of it excludes nothing is not seen in the rows, as what it lets through is.
        ...query.map(({ form, steps }, index) => part(form, ...steps, leftOut(index === 0 ? 8 : 6))),
      ],
      columns - 2,
      { separator: trusted('  ') },
    ),
  ];
}

/** `muted: 37 hidden, 2 BLOCK, until 14:30:00Z by host:ci-*`. It never goes altogether: what is hidden is never hidden silently. */
function mutedPart(
  { mutes, count, blocks, unjudged, until, text }: MutedFacts,
  now: number,
  timeStyle: TimeStyle,
  theme: Theme,
): Part {
  if (mutes === 0) {
    return part([]);
  }
  const hidden: Line = [
    trusted(count === 0 ? 'none' : formatCount(count), 'warn'),
    trusted(' hidden', 'warn'),
    ...(blocks === 0 ? [] : [trusted(`, ${formatCount(blocks)} BLOCK`, 'block')]),
  ];
  const clock = formatClock(until, now, zoneOf(timeStyle));
  const ends = mutes === 1 ? `, until ${clock}` : `, the first of ${mutes} mutes until ${clock}`;
  const by: Line =
    mutes === 1
      ? [
          trusted(' by ', 'dim'),
          ...cutInMiddle(
            untrusted(text, { profile: 'ident', ascii: theme.ascii }),
            24,
            trusted(theme.ascii ? '~' : '…'),
          ),
        ]
      : [];
  const bare: Line = [trusted('muted: ', 'warn'), ...hidden];
  const brief: Line =
    unjudged === 0 ? bare : [...bare, trusted(`, ${formatCount(unjudged)} not judged`, 'warn')];
  return part(
    [...brief, trusted(ends, 'dim'), ...by],
    shorter(45, [...brief, trusted(ends, 'dim')]),
    shorter(30, brief),
    shorter(14, bare),
    shorter(5, [
      trusted(`${formatCount(count)} muted`, 'warn'),
      ...(blocks === 0 ? [] : [trusted(`, ${formatCount(blocks)} BLOCK`, 'block')]),
    ]),
    shorter(4, [
      trusted(`${formatCount(count)} muted`, 'warn'),
      ...(blocks === 0 ? [] : [trusted(` ${formatCount(blocks)}${theme.glyph('block')}`, 'block')]),
    ]),
  );
}

/** The filters beside the outcomes: in words, in fewer, and in the end how many there are, the query among them. */
function narrowedPart(view: SummaryView, now: number, timeStyle: TimeStyle): Part {
  const filters: (readonly [before: string, what: string, brief: string])[] = [
    ...(view.type === undefined ? [] : [['type ', view.type, view.type] as const]),
    ...(view.ecosystem === undefined ? [] : [['from ', view.ecosystem, view.ecosystem] as const]),
    ...(view.suspicious ? [['only ', 'suspicious names', 'suspicious'] as const] : []),
    ...(view.unacknowledged ? [['only ', 'unacknowledged blocks', 'only waiting'] as const] : []),
    ...(view.range === undefined ? [] : [rangeFilter(view.range, now, timeStyle)]),
  ];
  if (filters.length === 0) {
    return part([]);
  }
  const count = filters.length + (view.text === '' ? 0 : 1);
  const separator = trusted('  ');
  const brief = joined(
    filters.map(([, , words]) => [trusted(words, 'accent')]),
    separator,
  );
  return part(
    joined(
      filters.map(([before, what]) => [trusted(before), trusted(what, 'accent')]),
      separator,
    ),
    shorter(36, brief),
    shorter(18, [trusted(count === 1 ? '1 filter' : `${count} filters`, 'accent')]),
  );
}

function rangeFilter(range: TimeRange, now: number, timeStyle: TimeStyle) {
  const words = rangeWords(range, now, timeStyle);
  return ['', words, words] as const;
}

/** The outcomes that are shown, by their shapes alone: their words stand in each row. */
function shortOutcomes(view: SummaryView, theme: Theme): Line {
  return [...OUTCOMES].reverse().map((outcome) => {
    const on = view.outcomes.includes(outcome);
    return trusted(`[${on ? theme.glyph(outcome) : ' '}]`, on ? outcomeStyle(outcome) : 'dim');
  });
}

/** `312 rows of 1,204 events` where repeats are folded. */
function countPart(rows: number, events: number): Part {
  const [shown, all] = [formatCount(rows), formatCount(events)];
  return rows === events
    ? part([trusted(`${all} shown`, 'dim')], shorter(8, [trusted(all, 'dim')]), leftOut(7))
    : part(
        [trusted(`${shown} ${rows === 1 ? 'row' : 'rows'} of ${all} events`, 'dim')],
        shorter(38, [trusted(`${shown} of ${all}`, 'dim')]),
        leftOut(7),
      );
}

/** `09:10:00Z to 09:25:00Z`, never as ages, which would move on. */
export function rangeWords({ since, until }: TimeRange, now: number, timeStyle: TimeStyle): string {
  const clock = (time: number) => formatClock(time, now, zoneOf(timeStyle));
  return `${clock(since)} to ${clock(until)}`;
}

/** What is known of the feed in words, the most important first; what has no room is shown with the requests. */
export function eventsFooter(
  state: EventsState,
  {
    connection,
    columns,
    now,
    zone,
    theme,
    ...reach
  }: {
    readonly connection: ConnectionState;
    /** From when on all is here that passes the filters, in milliseconds. */
    readonly from: number | undefined;
    /** From when on it is here in whatever case names are spelled. */
    readonly certainFrom: number | undefined;
    /** From when on the filters want it whole, where they name a time. */
    readonly wantedFrom: number | undefined;
    readonly bound: number;
    readonly columns: number;
    readonly now: number;
    readonly zone: Zone;
    readonly theme: Theme;
  },
): Line {
  return footerLine(
    [
      ...freshness(state, {
        feed: 'events',
        isUnverified: state.doubt !== undefined,
        connection,
        now,
        theme,
      }),
      ...completenessParts(state, now, zone),
      damagedPart(state.damaged, undefined, theme),
      ...oddParts(state),
      ...reachParts(state, { ...reach, now, zone, theme }),
    ],
    columns,
    theme,
  );
}
