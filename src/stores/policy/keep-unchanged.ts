import type { Policy } from '../../contract/policy.ts';
import { isSameJson } from '../../lib/same-json.ts';
import { BLOCKED_LISTS } from './policy-fields.ts';

/**
 * A policy that was read, with the elements of its lists that were known already in the place of those that say the same:
 * what was found out about them, of which there may be a hundred thousand, is known of these, too.
 */
export function keepUnchanged(known: Policy | undefined, read: Policy): Policy {
  if (known === undefined) {
    return read;
  }
  const lists = BLOCKED_LISTS.flatMap((field) => {
    const [before, after] = [known[field], read[field]];
    return before === undefined || after === undefined ? [] : [[field, keptElements(before, after)] as const];
  });
  return { ...read, ...Object.fromEntries(lists) };
}

/** Most of a list stays as it is, and what changes is mostly at one place. */
function keptElements(before: readonly unknown[], after: readonly unknown[]): unknown[] {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && isSameJson(before[start], after[start])) {
    start++;
  }
  if (start === before.length && start === after.length) {
    return before as unknown[];
  }
  let end = 0;
  while (end < most - start && isSameJson(before.at(-1 - end), after.at(-1 - end))) {
    end++;
  }
  return [
    ...before.slice(0, start),
    ...after.slice(start, after.length - end),
    ...before.slice(before.length - end),
  ];
}
