import type { SecurityEvent } from '../../contract/event.ts';
import { formatClock, formatDateTime, zoneOf } from '../../lib/format-time.ts';
import { named } from '../../lib/named.ts';
import { quoting } from '../../lib/untrusted.ts';
import { coveredFrom } from '../../stores/events/event-coverage.ts';
import type { EventRow } from '../../stores/events/event-row.ts';
import type { Rows } from '../../stores/base/row-list.ts';
import type { TimeRange } from '../../stores/base/time-buckets.ts';
import { selectVisibleEvents } from '../../stores/events/select-events.ts';
import { selectMuteOf } from '../../stores/events/select-muted.ts';
import { countSince } from '../../stores/events/sorted-events.ts';
import type { Stores } from '../../stores/stores.ts';
import { updatePane } from '../../stores/view/view-store.ts';
import { NO_EVENT_FILTERS } from '../../stores/events/events-view.ts';
import { notify, type CommandContext } from '../base/command.ts';
import { standing } from '../base/feed-position.ts';
import { uncover } from '../base/entity-stack.ts';
import { goToTab } from '../base/tabs.ts';
import { leaveFor } from '../base/back-stack.ts';

/** Before and after an event that is older than the loaded feed, in milliseconds. */
const AROUND = 15 * 60_000;

/** The times around one that is before all that is here whole, which are read then; undefined for any other. */
function rangeAround({ events }: Stores, time: number | undefined): TimeRange | undefined {
  const here = coveredFrom(events.getState(), [{ filter: {}, until: undefined }]);
  return here !== undefined && time !== undefined && time < here
    ? { since: time - AROUND, until: time + AROUND }
    : undefined;
}

/**
 * Stops the feed, whose filters an event passes, at that event or, where it is not shown, at the one nearest to its time; of one
 * from before all that is here whole the feed shows the times around it.
 */
export function standAtEvent(stores: Stores, { id }: Pick<SecurityEvent, 'id'>, time: number): void {
  updatePane(stores.view, 'events', { ...standing(stores), cursor: id, range: rangeAround(stores, time) });
  const row = stores.events.get(id);
  const isMuted = row !== undefined && selectMuteOf(stores, row) !== undefined;
  const nearest = isMuted ? nearestTo(selectVisibleEvents(stores), time) : undefined;
  if (nearest !== undefined) {
    updatePane(stores.view, 'events', { cursor: nearest.id });
  }
}

/** The event nearest to a time, of some that stand newest first. */
function nearestTo(rows: Rows<EventRow>, time: number): EventRow | undefined {
  const place = countSince(rows, time);
  const [newer, older] = [place === 0 ? undefined : rows.at(place - 1), rows.at(place)];
  return newer === undefined || older === undefined
    ? (newer ?? older)
    : newer.time - time <= time - older.time
      ? newer
      : older;
}

/**
 * Goes to an event in the feed, which stands still at it, with its detail. Filters are taken away, since they might hide
 * it or what happened around it; the pages over the feed are closed. Of an event from before all that is here whole, the
 * feed shows the times around it, which are read for that.
 */
export function goToEvent(context: CommandContext, { id }: Pick<EventRow, 'id'>): void {
  const { stores } = context;
  const { text } = stores.view.getState().events;
  const time = stores.events.get(id)?.time;
  const range = rangeAround(stores, time);
  leaveFor(context, () => {
    goToTab(context, 'events');
    uncover(context, 'events');
    stores.view.setState({ zoomed: false, focus: 'list', detailTop: 0 });
    updatePane(stores.view, 'events', {
      cursor: id,
      ...standing(stores),
      ...NO_EVENT_FILTERS,
      range,
      detail: true,
    });
  });
  const cleared = text === '' ? '' : '; its filter was cleared until you go back';
  const row = stores.events.get(id);
  const mute = row === undefined ? undefined : selectMuteOf(stores, row);
  if (mute !== undefined) {
    const until = formatClock(mute.until, context.clock.now(), zoneOf(stores.view.getState().timeStyle));
    notify(
      context,
      quoting`The event is muted until ${until} by ${named(mute.text)}: the feed does not show it. :mutes ends that.`,
      'bad',
    );
    return;
  }
  notify(
    context,
    range === undefined || time === undefined
      ? `The feed stands still here, at the event${cleared}.`
      : `The event is older than what is loaded: the feed shows the half hour around ${formatDateTime(time, zoneOf(stores.view.getState().timeStyle))}${cleared}.`,
  );
}
