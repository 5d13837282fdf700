import { append } from '../../lib/long-lists.ts';
import { formatCount } from '../../lib/format-number.ts';
import { OUTCOMES } from '../../contract/values.ts';
import { selectEventsUnderCursor } from '../../stores/events/event-facts.ts';
import type { EventRow } from '../../stores/events/event-row.ts';
import { findInSlices } from '../../stores/base/find-in-slices.ts';
import { selectUnacknowledgedBlocks } from '../../stores/events/acknowledged.ts';
import type { Rows } from '../../stores/base/row-list.ts';
import { selectFeedRows, selectVisibleEvents } from '../../stores/events/select-events.ts';
import { selectedIndex } from '../../stores/base/cursor.ts';
import { LISTS } from '../../stores/view/lists.ts';
import { placeOf } from '../../stores/events/sorted-events.ts';
import { updatePane } from '../../stores/view/view-store.ts';
import { notify, openDialog, type Command, type CommandContext } from '../base/command.ts';
import { freezeFeed } from '../base/feed-position.ts';

/** What `e` is about: the marked events that are here or, when none is marked, those of the row under the cursor. */
function* selectedEvents({ stores }: CommandContext): Generator<EventRow> {
  const { marks } = stores.view.getState().events;
  if (marks.size === 0) {
    yield* selectEventsUnderCursor(stores);
  }
  for (const id of marks) {
    const event = stores.events.get(id);
    if (event !== undefined) {
      yield event;
    }
  }
}

function eventsCount(count: number): string {
  return count === 1 ? '1 event' : `${formatCount(count)} events`;
}

/** So many events are looked at before the time is asked for again. */
const STEP = 512;

/** Goes through events in slices, so that keys have their turn between them; few are done at once. */
function inSlices(
  { stores }: CommandContext,
  events: Iterator<EventRow>,
  take: (piece: readonly EventRow[]) => void,
  done: () => void,
): void {
  const { slices } = stores.visibleEvents;
  const go = () => {
    const hasTime = slices.begin();
    do {
      const piece = nextOf(events, STEP);
      take(piece);
      if (piece.length < STEP) {
        done();
        return;
      }
    } while (hasTime());
    slices.soon(go);
  };
  go();
}

/** The next events, at most so many. */
function nextOf(events: Iterator<EventRow>, most: number): readonly EventRow[] {
  const next: EventRow[] = [];
  while (next.length < most) {
    const result = events.next();
    if (result.done === true) {
      break;
    }
    next.push(result.value);
  }
  return next;
}

function acknowledge(context: CommandContext, events: Iterable<EventRow>): void {
  const { acknowledged } = context.stores;
  let count = 0;
  const take = (piece: readonly EventRow[]) => {
    const left = piece.filter(({ id }) => !acknowledged.has(id));
    if (left.length > 0) {
      acknowledged.acknowledge(left, context.clock.now());
      count += left.length;
    }
  };
  inSlices(context, events[Symbol.iterator](), take, () =>
    notify(context, `${eventsCount(count)} acknowledged on this host`),
  );
}

/** As long as a key that is held down may take to be repeated for the first time, in milliseconds. */
const FIRST_REPEAT = 1000;

/** What the key was pressed for last. */
interface LastPress {
  /** Of the monotonic clock. */
  readonly at: number;
  /** The marks, or else the event under the cursor. */
  readonly on: unknown;
  readonly did: 'acknowledge' | 'withdraw';
}

const lastPresses = new WeakMap<CommandContext['stores'], LastPress>();

/**
 * Acknowledges what is left of some events; when nothing is, takes all of them back. A key that is held down never does the opposite of
 * what it did before to the same events: otherwise how the last block ends would depend on when the key is let go.
 */
function toggle(context: CommandContext): void {
  const { stores, clock } = context;
  const { acknowledged } = stores;
  const { marks } = stores.view.getState().events;
  const at = clock.monotonic();
  const events: EventRow[] = [];
  let isLeft = false;
  const look = (piece: readonly EventRow[]) => {
    append(events, piece);
    isLeft ||= piece.some(({ id }) => !acknowledged.has(id));
  };
  inSlices(context, selectedEvents(context), look, () => {
    const did = isLeft ? 'acknowledge' : 'withdraw';
    const on = marks.size === 0 ? events[0]?.id : marks;
    const last = lastPresses.get(stores);
    if (last !== undefined && last.on === on && last.did !== did && at - last.at < FIRST_REPEAT) {
      lastPresses.set(stores, { ...last, at });
      notify(context, last.did === 'acknowledge' ? HELD_DONE : HELD_BACK);
      return;
    }
    lastPresses.set(stores, { at, on, did });
    if (isLeft) {
      acknowledge(context, events);
      if (context.stores.view.getState().events.marks.size === 0) {
        moveOn(context);
      }
      return;
    }
    const withdraw = (piece: readonly EventRow[]) => acknowledged.withdraw(piece);
    inSlices(context, events.values(), withdraw, () =>
      notify(context, `${eventsCount(events.length)} not acknowledged any more`),
    );
  });
}

const HELD_DONE = 'Acknowledged already. To take it back, wait a second and press the key again.';
const HELD_BACK =
  'Not acknowledged any more. To acknowledge it again, wait a second and press the key again.';

let giveUpMoving: () => void = () => undefined;

/** Puts the cursor on the next block below that nobody has acknowledged; where there is none it stays. */
function moveOn({ stores, clock }: CommandContext): void {
  const { view } = stores;
  const rows = selectFeedRows(stores);
  const { visible } = LISTS.events.listed(stores, clock.now());
  const { cursor } = view.getState().events;
  const from = selectedIndex(stores, 'events', visible);
  giveUpMoving();
  giveUpMoving = findInSlices(
    stores.visibleEvents.slices,
    { length: visible.length, from, step: 1 },
    (index) => rows.slice(index, index + 1)[0]?.attention === 'open',
    (found) => {
      // Whoever moved meanwhile is left where he is.
      if (found !== undefined && view.getState().events.cursor === cursor) {
        updatePane(view, 'events', { cursor: visible.idAt(found) });
        view.setState({ detailTop: 0 });
      }
    },
  );
}

let giveUp: () => void = () => undefined;

/** Saying of events that somebody has dealt with them. It is kept on this host, and nothing of it goes to the server. */
export const acknowledgeCommands: readonly Command[] = [
  {
    id: 'events.acknowledge',
    title: 'Acknowledge the event, or the marked ones, and go on; or take it back',
    hint: 'acknowledge',
    scope: 'events',
    onRow: true,
    disabledReason: ({ stores }) =>
      selectVisibleEvents(stores).length === 0 ? 'There is no event under the cursor.' : undefined,
    run(context) {
      // Rows that arrive must not put another event under the key.
      freezeFeed(context.stores);
      toggle(context);
    },
  },
  {
    id: 'events.acknowledge-all',
    title: 'Acknowledge all events that match the filters (kept on this host)',
    scope: 'events',
    disabledReason: ({ stores }) =>
      selectVisibleEvents(stores).length === 0 ? 'No event is shown.' : undefined,
    run(context) {
      const { stores } = context;
      // What arrives while the question is open is not a part of it.
      const events = selectVisibleEvents(stores);
      const open = selectUnacknowledgedBlocks(stores);
      const { acknowledged, visibleEvents } = stores;
      const isLeft = (index: number) => !acknowledged.has(events.at(index)?.id ?? '');
      const searches: (() => void)[] = [];
      const search = (
        rows: Rows<EventRow>,
        holds: (index: number) => boolean,
        done: (index?: number) => void,
      ) =>
        searches.push(
          findInSlices(visibleEvents.slices, { length: rows.length, from: -1, step: 1 }, holds, done),
        );
      giveUp();
      giveUp = () => searches.forEach((stop) => stop());
      search(events, isLeft, (found) => {
        if (found === undefined) {
          notify(context, 'All that match are acknowledged already.');
          return;
        }
        let blocks = 0;
        let place = 0;
        const count = (index: number) => {
          const block = open.at(index) as EventRow;
          place = placeOf(events, block, place);
          blocks += events.at(place) === block ? 1 : 0;
          return false;
        };
        search(open, count, () =>
          openDialog(context, {
            kind: 'confirm',
            title: `Acknowledge ${eventsCount(events.length)}, all that match the filters?`,
            lines: [{ label: 'blocks that wait', value: formatCount(blocks) }],
            yesDoes: 'acknowledges them on this host',
            confirm: () => acknowledge(context, events),
          }),
        );
      });
    },
  },
  {
    id: 'events.toggle-unacknowledged',
    title: 'Show only blocks that nobody has acknowledged, or all again',
    hint: 'unacknowledged',
    scope: 'events',
    run({ stores: { view } }) {
      const { unacknowledged, outcomes } = view.getState().events;
      updatePane(view, 'events', {
        unacknowledged: !unacknowledged,
        // Hidden, none would be there to be seen.
        ...(unacknowledged || outcomes.includes('block')
          ? {}
          : { outcomes: OUTCOMES.filter((outcome) => outcome === 'block' || outcomes.includes(outcome)) }),
      });
    },
  },
];
