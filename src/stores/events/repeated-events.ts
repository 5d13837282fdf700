import type { EventRow } from './event-row.ts';

/** Whether an event repeats its neighbour: the same machine, type, outcome, package, reasons and command line. */
export function isRepeat({ event: one }: EventRow, { event: other }: EventRow): boolean {
  // What differs between most neighbours comes first: over many events, this is asked of nearly all.
  if (one.client_id !== other.client_id || one.outcome !== other.outcome || one.type !== other.type) {
    return false;
  }
  const [subject, otherSubject] = [one.subject, other.subject];
  if (
    subject?.package !== otherSubject?.package ||
    subject?.version !== otherSubject?.version ||
    subject?.ecosystem !== otherSubject?.ecosystem
  ) {
    return false;
  }
  const [actor, otherActor] = [one.actor, other.actor];
  return (
    actor?.command === otherActor?.command &&
    areSame(actor?.args, otherActor?.args) &&
    areSame(one.payload?.reasons, other.payload?.reasons)
  );
}

const NONE: readonly string[] = [];

function areSame(one: readonly string[] = NONE, other: readonly string[] = NONE): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index]);
}
