import { formatCount } from '../../lib/format-number.ts';
import { formatDateTime } from '../../lib/format-time.ts';
import type { ResourceState } from '../../stores/base/resource-store.ts';
import { selectHiddenByMutes } from '../../stores/events/select-events.ts';
import type { Stores } from '../../stores/stores.ts';

/** What a file and its message say of rows that could not be read anew: when they were read. Nothing where they are kept fresh. */
export function notesOnAge(
  { connection }: Pick<Stores, 'connection'>,
  { receivedAt, failure }: Pick<ResourceState<unknown>, 'receivedAt' | 'failure'>,
): readonly string[] {
  const { stopped, state } = connection.getState();
  if (
    receivedAt === undefined ||
    (failure === undefined && stopped === undefined && state !== 'unreachable')
  ) {
    return [];
  }
  const status = failure?.status === undefined ? '' : ` (${failure.status})`;
  return [`as of ${formatDateTime(receivedAt, 'utc')}; reading it again failed${status}`];
}

/** The same of the feed, and which of its rows are here and not at the server, or were there and are no longer here. */
export function notesOnFeed(stores: Pick<Stores, 'connection' | 'events'>): readonly string[] {
  const feed = stores.events.getState();
  const { fewer, droppedThrough } = feed;
  return [
    ...notesOnAge(stores, feed),
    ...(fewer === 0
      ? []
      : [`the server now counts ${formatCount(fewer)} fewer events than were read: some were deleted there`]),
    ...(droppedThrough === undefined
      ? []
      : [
          `events up to ${formatDateTime(droppedThrough, 'utc')} were dropped here, as ${formatCount(stores.events.bound)} are kept at most`,
        ]),
  ];
}

/** What a file and its message say of events that mutes keep out of a list and of its counts; nothing where there are none. */
export function notesOnMuted(stores: Stores): readonly string[] {
  const hidden = selectHiddenByMutes(stores);
  const count = hidden.reduce((sum, each) => sum + each.count, 0);
  const blocks = hidden.reduce((sum, each) => sum + each.blocks, 0);
  const ofThem =
    blocks === 0 ? '' : `, ${formatCount(blocks)} of them ${blocks === 1 ? 'a block' : 'blocks'}`;
  return count === 0
    ? []
    : [`${formatCount(count)} muted ${count === 1 ? 'event is' : 'events are'} not in it${ofThem}`];
}

/** What is said of events that count whether they are muted or not; nothing where nothing is muted. */
export function notesOnAllEvents(stores: Pick<Stores, 'connection' | 'events' | 'mutes'>): readonly string[] {
  const { length } = stores.mutes.getState().active;
  return [
    ...notesOnFeed(stores),
    ...(length === 0
      ? []
      : [
          `muted events are in it like any other: ${formatCount(length)} ${length === 1 ? 'mute is' : 'mutes are'} in force`,
        ]),
  ];
}
