import { ownValue } from '../../lib/own-value.ts';
import { isSameValue } from '../../lib/same-value.ts';
import { effectiveVerdict } from '../../stores/journal/effective-verdict.ts';
import { thingOf, wasSent, type JournalOperation, type JournalRecord } from './journal.ts';
import { sinceAgo, timeOf, type JournalClock, type JournalContext } from './journal-clock.ts';

/** A wall clock that was set back since has later changes at earlier times, by so many milliseconds at most. */
const CLOCK_SET_BACK = 24 * 60 * 60 * 1000;

/** Since when the journal is to be read so that an operation and all that came after it is in there, whatever the clock showed. */
export function sinceBefore(operation: JournalOperation, clock: JournalClock): number {
  return Math.min(timeOf(operation) - CLOCK_SET_BACK, sinceAgo(CLOCK_SET_BACK, clock));
}

/** What the journal has by now of a change and of all that came after it on the same thing, the newest first. */
export async function readAnew(
  operation: JournalOperation,
  { journal, clock }: JournalContext,
): Promise<{
  readonly present: JournalOperation | undefined;
  readonly operations: readonly JournalOperation[];
}> {
  const since = sinceBefore(operation, clock);
  const { operations } = await journal.read({ since, about: operation.steps[0] });
  return { present: operations.find((other) => other.operation === operation.operation), operations };
}

/** What of operations is about the same thing as one of them: to look at all of them for each takes long where there are many. */
export function operationsByThing(
  operations: readonly JournalOperation[],
): (operation: JournalOperation) => readonly JournalOperation[] {
  const byThing = Map.groupBy(operations, ({ steps: [first] }) => thingOf(first));
  return ({ steps: [first] }) => byThing.get(thingOf(first)) ?? [];
}

/** What was sent from this host later to change the same thing of the same organization, of all operations, the newest first; the oldest first. */
export function laterChanges(
  { operation, steps: [first] }: JournalOperation,
  operations: readonly JournalOperation[],
): readonly JournalOperation[] {
  const place = operations.findIndex((other) => other.operation === operation);
  return operations
    .slice(0, Math.max(0, place))
    .filter(
      (other) =>
        wasSent(other) &&
        other.steps[0].base_url === first.base_url &&
        other.steps[0].key === first.key &&
        (other.steps[0].action === 'policy') === (first.action === 'policy') &&
        other.steps[0].target.id === first.target.id,
    )
    .reverse();
}

/** How an agent was read right before the first of its later changes; undefined where that is not known, and of the policy. */
export function readBeforeNext(later: readonly JournalOperation[]): JournalRecord | undefined {
  return later
    .flatMap(({ steps }) => steps)
    .find(({ action, step, before }) => action !== 'policy' && step === 'sending' && before !== undefined);
}

/**
 * Whether one of them was to bring about the same, so that nobody can say by which of both it came about. One that was
 * followed by something else, which was confirmed, is none of these.
 */
export function isRepeated(operation: JournalOperation, later: readonly JournalOperation[]): boolean {
  const wanted = Object.entries(wantedBy(operation));
  const undone = conflictingWrites(operation, later).findLast(
    ({ steps }) => effectiveVerdict(steps)?.verdict === 'confirmed',
  );
  return later
    .slice(undone === undefined ? 0 : later.indexOf(undone) + 1)
    .filter(mayHaveHappened)
    .some((other) => wanted.every(([field, value]) => isSameValue(ownValue(wantedBy(other), field), value)));
}

/** Those of them that were to bring about something else. */
export function conflictingWrites(
  operation: JournalOperation,
  later: readonly JournalOperation[],
): readonly JournalOperation[] {
  const [{ action }] = operation.steps;
  const wanted = wantedBy(operation);
  return later
    .filter(mayHaveHappened)
    .filter((other) =>
      action === 'policy'
        ? Object.entries(wantedBy(other)).some(
            ([field, value]) => Object.hasOwn(wanted, field) && !isSameValue(wanted[field], value),
          )
        : other.steps[0].action !== action,
    );
}

/** Whether a change that was sent was not refused. */
export function mayHaveHappened({ steps }: JournalOperation): boolean {
  return effectiveVerdict(steps)?.verdict !== 'refused';
}

/** What an operation was to bring about, by field. */
export function wantedBy({ steps }: Pick<JournalOperation, 'steps'>): Readonly<Record<string, unknown>> {
  return steps.find(({ step }) => step === 'intent')?.after ?? {};
}

/** Whether fields were as an operation was to bring them about. */
export function wasReached(operation: JournalOperation, fields: Readonly<Record<string, unknown>>): boolean {
  const wanted = Object.entries(wantedBy(operation));
  return wanted.length > 0 && wanted.every(([field, value]) => isSameValue(ownValue(fields, field), value));
}
