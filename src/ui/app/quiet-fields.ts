import { ownValue } from '../../lib/own-value.ts';

/** What moves on with nearly every request although nothing else may have happened. */
const BOOKKEEPING: ReadonlySet<string> = new Set([
  'receivedAt',
  'completeThrough',
  'readThrough',
  'audit',
  'budget',
  'requests',
]);

type State = Readonly<Record<string, unknown>>;

/**
 * Whether two states of a store differ in nothing but when something was read and what that took. A screen can show
 * that with its next tick, and need not be drawn for every answer of a quiet night. What was never read before is no such
 * difference.
 */
export function isQuiet(state: object, before: object): boolean {
  const [now, then] = [state as State, before as State];
  return Object.keys(now).every(
    (name) =>
      isSame(ownValue(now, name), ownValue(then, name)) ||
      (BOOKKEEPING.has(name) && ownValue(then, name) !== undefined),
  );
}

/** Lists without anything in them are made anew each time. */
function isSame(left: unknown, right: unknown): boolean {
  return left === right || (isEmptyList(left) && isEmptyList(right));
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
