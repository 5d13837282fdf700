import type { Clock } from '../../lib/clock.ts';
import type { EventsChange } from '../../stores/events/events-changes.ts';
import type { EventsStore } from '../../stores/events/events-store.ts';

/** A bell that rings on and on is switched off. */
const LEAST_BETWEEN = 5000;

/**
 * Calls `ring` when a block arrives live, whatever pane is shown and whatever is filtered, and at most once in five
 * seconds. What was there at the start and what is read of the past rings nothing. The function returned ends it.
 */
export function ringOnBlocks(
  events: Pick<EventsStore, 'changes' | 'subscribe'>,
  clock: Pick<Clock, 'monotonic'>,
  ring: () => void,
): () => void {
  let changes = events.changes.count;
  let rangAt = Number.NEGATIVE_INFINITY;
  return events.subscribe(() => {
    const missed = events.changes.after(changes) ?? [];
    changes = events.changes.count;
    if (clock.monotonic() - rangAt >= LEAST_BETWEEN && missed.some(bringsBlock)) {
      rangAt = clock.monotonic();
      ring();
    }
  });
}

/** Whether there is a block that was not there, or was none, before. */
function bringsBlock({ added, removed }: EventsChange): boolean {
  return added.some(
    ({ id, event, fromHistory }) =>
      event.outcome === 'block' &&
      !fromHistory &&
      !removed.some((before) => before.id === id && before.event.outcome === 'block'),
  );
}
