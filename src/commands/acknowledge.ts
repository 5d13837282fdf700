import { formatCount } from '../lib/format-number.ts';
import { OUTCOMES } from '../contract/values.ts';
import { selectEventsUnderCursor } from '../stores/event-facts.ts';
import type { EventRow } from '../stores/event-row.ts';
import { selectFeedRows, selectVisibleEvents } from '../stores/select-events.ts';
import type { Stores } from '../stores/stores.ts';
import { updatePane } from '../stores/view-store.ts';
import { notify, openDialog, type Command, type CommandContext } from './command.ts';
import { freezeFeed } from './feed-position.ts';

/** What `e` is about: the events of the marked rows that are here or, when none is marked, of the row under the cursor. */
function selectedEvents(stores: Stores): readonly EventRow[] {
  const { marks, folded } = stores.view.getState().events;
  if (marks.size === 0) {
    return selectEventsUnderCursor(stores);
  }
  const rows = selectFeedRows(stores);
  const shown = new Set<EventRow>();
  for (const id of marks) {
    const event = stores.events.get(id);
    const place = folded ? rows.indexOf(id) : -1;
    const repeats = place < 0 ? [] : rows.eventsAt(place);
    // A mark may be on an event that the filters hide now: then its place is that of another one.
    for (const one of event !== undefined && repeats.includes(event) ? repeats : [event]) {
      if (one !== undefined) {
        shown.add(one);
      }
    }
  }
  return [...shown];
}

function eventsCount(count: number): string {
  return count === 1 ? '1 event' : `${formatCount(count)} events`;
}

function acknowledge(context: CommandContext, events: readonly EventRow[]): void {
  context.stores.acknowledged.acknowledge(events);
  notify(context, `${eventsCount(events.length)} acknowledged on this host`);
}

/** Saying of events that somebody has dealt with them. It is kept on this host, and nothing of it goes to the server. */
export const acknowledgeCommands: readonly Command[] = [
  {
    id: 'events.acknowledge',
    title: 'Acknowledge the event or the marked ones, or take it back',
    hint: 'acknowledge',
    scope: 'events',
    disabledReason: ({ stores }) =>
      selectVisibleEvents(stores).length === 0 ? 'There is no event under the cursor.' : undefined,
    run(context) {
      const { stores } = context;
      // Rows that arrive must not put another event under the key.
      freezeFeed(stores);
      const events = selectedEvents(stores);
      const left = events.filter(({ id }) => !stores.acknowledged.has(id));
      if (left.length > 0) {
        acknowledge(context, left);
      } else {
        stores.acknowledged.withdraw(events);
        notify(context, `${eventsCount(events.length)} not acknowledged any more`);
      }
    },
  },
  {
    id: 'events.acknowledge-all',
    title: 'Acknowledge all events that match the filters (kept on this host)',
    scope: 'events',
    disabledReason: ({ stores }) =>
      selectVisibleEvents(stores).length === 0 ? 'No event passes the filters.' : undefined,
    run(context) {
      const { stores } = context;
      // What arrives while the question is open is not a part of it.
      const events = selectVisibleEvents(stores).filter(({ id }) => !stores.acknowledged.has(id));
      if (events.length === 0) {
        notify(context, 'All that match are acknowledged already.');
        return;
      }
      const blocks = events.filter(({ event }) => event.outcome === 'block').length;
      openDialog(context, {
        kind: 'confirm',
        title: `Acknowledge ${eventsCount(events.length)}, all that match the filters?`,
        lines: [{ label: 'blocks', value: formatCount(blocks) }],
        yesDoes: 'acknowledges them on this host',
        confirm: () => acknowledge(context, events),
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
