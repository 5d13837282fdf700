import { listAgents } from '../../api/agents.ts';
import type { Client } from '../../api/client.ts';
import type { Agent } from '../../contract/agent.ts';
import type { Clock } from '../../lib/clock.ts';
import { noteFailure, receive, type ResourceStore } from '../../stores/base/resource-store.ts';
import type { Listing } from '../../stores/base/listing.ts';
import { failureFrom } from '../retry/failure.ts';
import type { Feed, ReadResult, Targets } from './feed.ts';
import { panesAbout } from './panes-about.ts';
import { noteGone, type Note } from './note-gone.ts';
import type { OutdatedReadings } from '../writes/outdated-readings.ts';
import { IncrementalList } from '../lists/incremental-list.ts';

/** Pages that are read one right after the other: a list of no more is read whole each time. */
const AT_ONCE = 4;

/** Checking the rows of a larger page would hold up the screen. */
const LARGEST_PAGE = 500;

/** With so many the list ends. */
const MOST_AGENTS = 100_000;

/** How soon the whole list should be read again, in seconds. */
const WHOLE: Targets = { focused: 10, visible: 20, hidden: 120 };

/** Pages of a longer list: how soon the next one should follow, while all is known and while rows are known to lack. */
const NEXT_PAGE: Targets = { focused: 1, visible: 3, hidden: 10 };
const HURRIED_PAGE: Targets = { focused: 0.1, visible: 0.2, hidden: 1 };

/**
 * The agents of the organization. What is too long to be read at once is read round after round, a page at a time and
 * each in its turn among all other resources, however many pages there are: the feed of events never waits for more than
 * one of them ("Spending the rate limit well").
 */
export function createAgentFeed(
  client: Client,
  store: ResourceStore<Listing<Agent>>,
  clock: Clock,
  outdated: Pick<OutdatedReadings, 'inListing'>,
  note: Note,
): Feed & { readonly name: 'agents' } {
  const list = new IncrementalList<Agent>({
    mostRows: MOST_AGENTS,
    largestPage: LARGEST_PAGE,
    keyOf: ({ id }) => id,
    clock,
  });

  async function readOne(signal: AbortSignal): Promise<boolean> {
    // What was read after a write stands in the store alone.
    const before = store.getState().data;
    list.takeOver(before);
    const begunAt = clock.monotonic();
    const { listing, isChanged, readAt } = await list.readNext((page) =>
      listAgents(client, page, signal, 'agents'),
    );
    const { data: now } = store.getState();
    const isWritten = now !== undefined && now !== before;
    const known = isWritten ? list.takeOverMeanwhile(before, now) : listing;
    const current = outdated.inListing(known, begunAt);
    receive(store, current, readAt);
    if (isChanged && list.isAtStart) {
      // What this console deleted is out of the store before.
      noteGone(now, current, { keyOf: ({ id }) => id, things: 'agent', note });
    }
    return isChanged;
  }

  return {
    name: 'agents',
    weight: 4,
    cost: () => (list.pages <= AT_ONCE ? list.pages : 1),
    get targets() {
      return list.pages <= AT_ONCE ? WHOLE : list.isHurried ? HURRIED_PAGE : NEXT_PAGE;
    },
    focusedIn: panesAbout('agents'),
    visibleIn: ['overview', 'events'],
    progress: () => list.pagesRead,
    async read(signal): Promise<ReadResult> {
      let changed = await readOne(signal);
      while (!list.isAtStart && list.pages <= AT_ONCE) {
        changed = (await readOne(signal)) || changed;
      }
      return { changed };
    },
    fail: (error) => noteFailure(store, failureFrom(error, clock)),
  };
}
