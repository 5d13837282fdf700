import type { EventRangeDialog } from '../../stores/view/dialog-states.ts';
import { bucketsOnAxis, selectShownTimes } from '../../stores/events/event-histogram.ts';
import { selectFeedRows, selectVisibleEvents } from '../../stores/events/select-events.ts';
import {
  bucketAt,
  bucketsOver,
  endOf,
  type TimeBuckets,
  type TimeRange,
} from '../../stores/base/time-buckets.ts';
import { updatePane } from '../../stores/view/view-store.ts';
import { closeDialog, openDialog, updateDialog, type Command, type CommandContext } from '../base/command.ts';
import { CLOSES, dialogCommand, type DialogSpec } from '../base/dialog-spec.ts';
import { freezeFeed } from '../base/feed-position.ts';

/** So many columns beside the bars are left for words. */
const BESIDE = 28;

/** Zooming out shows so many times as much, with what is chosen in the middle. */
const WIDER = 4;

/** Nobody looks at less: events are dated in whole seconds by many servers. */
const SHORTEST = 10_000;

function mostBuckets({ stores }: CommandContext): number {
  return Math.max(8, stores.view.getState().columns - BESIDE);
}

/** The times from the beginning of one bucket to the end of another. */
export function chosenRange({
  buckets,
  from,
  to,
}: Pick<EventRangeDialog, 'buckets' | 'from' | 'to'>): TimeRange {
  const { since, step } = buckets;
  return { since: since + from * step, until: since + (to + 1) * step };
}

/** Other buckets, with the same times chosen as far as they are among them. */
function over(context: CommandContext, times: TimeRange, chosen: TimeRange) {
  return choosing(bucketsOver(times, mostBuckets(context)), chosen);
}

function choosing(buckets: TimeBuckets, { since, until }: TimeRange) {
  return { buckets, from: bucketAt(buckets, since), to: bucketAt(buckets, until - 1) };
}

/** Moves the end that is moved; past the other one, that becomes the one that is. */
function moveEnd({ buckets, from, to, end }: EventRangeDialog, by: number): Partial<EventRangeDialog> {
  const place = Math.min(buckets.count - 1, Math.max(0, (end === 'from' ? from : to) + by));
  if (end === 'from') {
    return place <= to ? { from: place } : { from: to, to: place, end: 'to' };
  }
  return place >= from ? { to: place } : { from: place, to: from, end: 'from' };
}

type Change = Partial<Pick<EventRangeDialog, 'buckets' | 'from' | 'to' | 'end'>>;

function zooming(
  name: string,
  title: string,
  how: (dialog: EventRangeDialog, context: CommandContext) => Change,
  more: Pick<Command, 'moves' | 'hint'> = {},
): Command {
  return dialogCommand(
    'event-range',
    name,
    title,
    (context, dialog) => updateDialog(context, 'event-range', how(dialog, context)),
    more,
  );
}

function moving(
  name: string,
  title: string,
  how: (dialog: EventRangeDialog) => Change,
  more: Pick<Command, 'hint'> = {},
): Command {
  return zooming(name, title, how, { moves: true, ...more });
}

/** Shows as much earlier or later as half of what is shown; what is chosen stays chosen as far as it is shown. */
function shifted(dialog: EventRangeDialog, direction: -1 | 1): Partial<EventRangeDialog> {
  const { buckets } = dialog;
  const by = direction * Math.max(1, Math.floor(buckets.count / 2));
  const moved: TimeBuckets = { ...buckets, since: buckets.since + by * buckets.step };
  return choosing(moved, chosenRange(dialog));
}

function zoomIn(dialog: EventRangeDialog, context: CommandContext): Partial<EventRangeDialog> {
  const chosen = chosenRange(dialog);
  const missing = Math.max(0, SHORTEST - (chosen.until - chosen.since));
  const times = { since: chosen.since - missing / 2, until: chosen.until + missing / 2 };
  return over(context, times, chosen);
}

function zoomOut(dialog: EventRangeDialog, context: CommandContext): Partial<EventRangeDialog> {
  const { buckets } = dialog;
  const length = endOf(buckets) - buckets.since;
  const until = Math.min(endOf(buckets) + ((WIDER - 1) / 2) * length, context.clock.now() + 1);
  const end = Math.max(until, endOf(buckets));
  return over(context, { since: end - WIDER * length, until: end }, chosenRange(dialog));
}

/** What the list shows now. */
function shownRange({ stores, clock }: CommandContext): TimeRange {
  const { range, cursor, follow } = stores.view.getState().events;
  if (range !== undefined) {
    return range;
  }
  const rows = selectFeedRows(stores);
  const { pageSize } = stores.view.getState();
  const place = follow || cursor === undefined ? 0 : Math.max(0, rows.indexOf(cursor));
  const [newest] = rows.slice(place, place + 1);
  const [oldest] = rows.slice(Math.min(rows.length, place + pageSize) - 1, place + pageSize);
  const until = (newest?.newest.time ?? clock.now()) + 1;
  return { since: oldest?.oldest ?? until - 1, until };
}

/** Choosing the times that the feed is about, in its histogram. */
export const eventRangeCommands: readonly Command[] = [
  {
    id: 'events.choose-range',
    title: 'Choose a range of times in the histogram',
    hint: 'range',
    scope: 'events',
    run(context) {
      const chosen = shownRange(context);
      freezeFeed(context.stores);
      const times = selectShownTimes(context.stores, context.clock.now());
      const buckets = bucketsOnAxis(times, mostBuckets(context));
      openDialog(context, { kind: 'event-range', ...choosing(buckets, chosen), end: 'from' });
    },
  },
];

/** The keys of the dialog in which they are chosen. */
export const eventRangeDialog: DialogSpec<EventRangeDialog> = {
  field: undefined,
  commands: [
    moving('left', 'Move the end of the range to earlier times', (dialog) => moveEnd(dialog, -1), {
      hint: 'move an end',
    }),
    moving('right', 'Move the end of the range to later times', (dialog) => moveEnd(dialog, 1)),
    moving('page-left', 'Ten buckets earlier', (dialog) => moveEnd(dialog, -10)),
    moving('page-right', 'Ten buckets later', (dialog) => moveEnd(dialog, 10)),
    moving('next-end', 'Move the other end', ({ end }) => ({ end: end === 'from' ? 'to' : 'from' }), {
      hint: 'the other end',
    }),
    moving('first', 'Up to the first bucket', (dialog) => moveEnd(dialog, -dialog.buckets.count)),
    moving('last', 'Up to the last bucket', (dialog) => moveEnd(dialog, dialog.buckets.count)),
    moving('page-earlier', 'Show earlier times', (dialog) => shifted(dialog, -1), {
      hint: 'earlier, later',
    }),
    moving('page-later', 'Show later times', (dialog) => shifted(dialog, 1)),
    zooming('zoom-in', 'Zoom into the range', zoomIn, { hint: 'zoom' }),
    zooming('zoom-out', 'Zoom out', zoomOut),
    dialogCommand(
      'event-range',
      'narrow',
      'Narrow the feed to the range',
      (context, dialog) => {
        const { stores } = context;
        closeDialog(context);
        updatePane(stores.view, 'events', { range: chosenRange(dialog), cursor: undefined });
        updatePane(stores.view, 'events', { cursor: selectVisibleEvents(stores).at(0)?.id });
      },
      { hint: 'narrows the feed' },
    ),
    dialogCommand(
      'event-range',
      'clear',
      'Show all times again',
      (context) => {
        closeDialog(context);
        updatePane(context.stores.view, 'events', { range: undefined });
      },
      { hint: 'all times' },
    ),
  ],
  close: CLOSES,
};
