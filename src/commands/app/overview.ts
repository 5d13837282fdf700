import { dayOfCursor, STOPS, type Destination, type Stop } from '../../stores/overview/overview-stops.ts';
import {
  selectOverviewCursor,
  selectPlacedBlocks,
  type PlacedBlock,
} from '../../stores/overview/select-overview-cursor.ts';
import { updatePane } from '../../stores/view/view-store.ts';
import { openDialog, type Command, type CommandContext } from '../base/command.ts';
import { showEvents } from '../feed/show-events.ts';
import { goToEvent } from '../feed/go-to-event.ts';
import { uncover } from '../base/entity-stack.ts';
import { goToTab } from '../base/tabs.ts';
import { closeTranscript, leaveFor } from '../base/back-stack.ts';

function indexOfStop({ stops }: Pick<PlacedBlock, 'stops'>, cursor: string | undefined): number {
  return stops.findIndex(({ id }) => id === cursor);
}

function moveTo({ stores }: CommandContext, stop: Stop | undefined): void {
  if (stop !== undefined) {
    updatePane(stores.view, 'overview', { cursor: stop.id });
  }
}

/** Where the cursor goes when it comes into a block from above: to the newest day of the calendar, else to the first. */
function entryOf({ name, stops }: PlacedBlock): Stop | undefined {
  return name === 'calendar' ? stops.at(-1) : stops[0];
}

type Move = (blocks: readonly PlacedBlock[], at: number, cursor: string) => Stop | undefined;

/** Moves the cursor from where it stands; without one it comes to the first block. */
function moving(id: string, title: string, move: Move, hint?: string): Command {
  return {
    id,
    title,
    ...(hint === undefined ? {} : { hint }),
    scope: 'overview',
    moves: true,
    run(context) {
      const { stores, clock } = context;
      const blocks = selectPlacedBlocks(stores, clock.now());
      const cursor = selectOverviewCursor(stores, clock.now());
      const at = blocks.findIndex((block) => indexOfStop(block, cursor) >= 0);
      const [first] = blocks;
      if (cursor === undefined || at < 0) {
        moveTo(context, first && entryOf(first));
      } else {
        moveTo(context, move(blocks, at, cursor));
      }
    },
  };
}

/** Weeks are columns: moving along a row of the calendar moves by weeks, and leaves it at its ends. */
const WEEK = 7;

function dayAway({ stops }: PlacedBlock, cursor: string, days: number): Stop | undefined {
  const from = indexOfStop({ stops }, cursor);
  return dayOfCursor(cursor) === undefined ? undefined : stops[from + days];
}

/** One stop on within a block, or into the next one. */
function along(step: 1 | -1): Move {
  return (blocks, at, cursor) => {
    const block = blocks[at];
    const within = block?.stops[indexOfStop(block, cursor) + step];
    if (within !== undefined) {
      return within;
    }
    const next = blocks[at + step];
    return step > 0 || next === undefined || next.name === 'calendar'
      ? next && entryOf(next)
      : next.stops.at(-1);
  };
}

/** Into the block beside this one, at about the same height. */
function aside(step: 1 | -1): Move {
  return (blocks, at, cursor) => {
    const from = blocks[at];
    if (from === undefined) {
      return undefined;
    }
    if (from.name === 'figures') {
      return from.stops[indexOfStop(from, cursor) + step];
    }
    const inWeek = dayAway(from, cursor, step * WEEK);
    if (inWeek !== undefined) {
      return inWeek;
    }
    const beside = blocks
      .filter(({ band, column }) => band === from.band && column === from.column + step)
      .sort((left, right) => Math.abs(left.place - from.place) - Math.abs(right.place - from.place))[0];
    return beside && entryOf(beside);
  };
}

function toBlock(step: 1 | -1): Move {
  return (blocks, at) => {
    const next = blocks[(at + step + blocks.length) % blocks.length];
    return next && entryOf(next);
  };
}

/** What can be done on the overview: going from block to block, and from each to the pane that says more. */
export const overviewCommands: readonly Command[] = [
  {
    id: 'overview.open',
    title: 'Go to what is under the cursor; to the feed while there is none',
    hint: 'open',
    scope: 'overview',
    onRow: true,
    run(context) {
      const { stores, clock } = context;
      const cursor = selectOverviewCursor(stores, clock.now());
      const stop = selectPlacedBlocks(stores, clock.now())
        .flatMap(({ stops }) => stops)
        .find(({ id }) => id === cursor);
      const { to } = stop ?? STOPS.rate;
      if (to.pane === 'event' || to.pane === 'requests') {
        goToDestination(context, to);
      } else {
        leaveFor(context, () => goToDestination(context, to));
      }
    },
  },
  moving('overview.next-block', 'Next block', toBlock(1), 'next block'),
  moving('overview.previous-block', 'Previous block', toBlock(-1)),
  moving('overview.down', 'Next place', along(1)),
  moving('overview.up', 'Previous place', along(-1)),
  moving('overview.right', 'The block at the right; in the calendar a week later', aside(1)),
  moving('overview.left', 'The block at the left; in the calendar a week earlier', aside(-1)),
];

/** Shows the pane that a place of the overview leads to, with its filters set for it. */
function goToDestination(context: CommandContext, to: Destination): void {
  const { view } = context.stores;
  switch (to.pane) {
    case 'feed':
      uncover(context, 'events');
      showEvents(context, 'query' in to ? to.query : '');
      updatePane(view, 'events', {
        ...('outcome' in to ? { outcomes: [to.outcome] } : {}),
        ...('ecosystem' in to ? { ecosystem: to.ecosystem } : {}),
        ...('unacknowledged' in to ? { unacknowledged: true } : {}),
      });
      break;
    case 'event':
      goToEvent(context, to);
      break;
    case 'agents':
      updatePane(view, 'agents', { text: '', flag: to.flag, cursor: undefined });
      uncover(context, 'agents');
      goToTab(context, 'agents');
      break;
    case 'sessions':
      updatePane(view, 'sessions', {
        text: '',
        date: to.date,
        project: undefined,
        branch: undefined,
        clientId: undefined,
        suspicious: false,
        cursor: undefined,
      });
      uncover(context, 'sessions');
      if (view.getState().pager !== undefined) {
        closeTranscript(context);
      }
      goToTab(context, 'sessions');
      break;
    case 'requests':
      openDialog(context, { kind: 'request-log', top: 0, search: '' });
      break;
  }
}
