import type { Policy } from '../../contract/policy.ts';
import { ownValue } from '../../lib/own-value.ts';
import { changesByOthers } from '../../stores/policy/merge-policy.ts';
import { isBlockedList, valueOfField } from '../../stores/policy/policy-fields.ts';
import { elementsWithout, missingFrom, notHeldBy } from './policy-elements.ts';
import { partsOf } from './policy-parts.ts';

type Changes = Readonly<Record<string, unknown>>;

/**
 * The lists out of which something was taken that the server kept, as its own answer to the write shows: only where that shows
 * that the write was carried out by then, with all else that it was to change, or else by marks that moved while nothing else did.
 */
export function listsMerged(fresh: Policy, answer: Policy | undefined, changes: Changes): readonly string[] {
  if (answer === undefined) {
    return [];
  }
  const [lists, others] = [true, false].map((isList) =>
    Object.entries(changes).filter(([field]) => isBlockedList(field) === isList),
  );
  const added = (lists ?? []).map(([field, wanted]) => {
    const [stored, is] = [valueOfField(fresh, field), valueOfField(answer, field)];
    return [elementsOf(is), missingFrom(elementsOf(wanted), elementsOf(stored))] as const;
  });
  const { took, fields } = partsOf(Object.fromEntries(others ?? []), answer, fresh);
  const isAllIn =
    fields.length === 0 && added.every(([is, elements]) => notHeldBy(is, elements).length === 0);
  const isMoved = answer.version !== fresh.version || answer.updated_at !== fresh.updated_at;
  const isMovedByIt = isMoved && changesByOthers(fresh, answer).length === 0;
  if (!isAllIn || (took.length === 0 && added.every(([, { length }]) => length === 0) && !isMovedByIt)) {
    return [];
  }
  return listsWith(
    fresh,
    answer,
    changes,
    (removed, answered) => elementsWithout(removed, answered).length < removed.length,
  );
}

/** The lists out of which changes would take something that is stored. */
export function listsTakenFrom(stored: Policy, changes: Changes): readonly string[] {
  return listsWith(stored, stored, changes, () => true);
}

/** The lists out of which something was taken, and the server's own answer to the write has nothing of it. */
export function listsWithRemovals(
  fresh: Policy,
  answer: Policy | undefined,
  changes: Changes,
): readonly string[] {
  return listsWith(
    fresh,
    answer,
    changes,
    (removed, answered) => elementsWithout(removed, answered).length === removed.length,
  );
}

function elementsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function listsWith(
  fresh: Policy,
  answer: Policy | undefined,
  changes: Changes,
  test: (removed: readonly unknown[], answered: readonly unknown[]) => boolean,
): readonly string[] {
  if (answer === undefined) {
    return [];
  }
  return Object.keys(changes).filter((field) => {
    const [stored, wanted, answered] = [
      valueOfField(fresh, field),
      ownValue(changes, field),
      valueOfField(answer, field),
    ];
    if (
      !isBlockedList(field) ||
      !Array.isArray(stored) ||
      !Array.isArray(wanted) ||
      !Array.isArray(answered)
    ) {
      return false;
    }
    const removed = elementsWithout(stored, wanted);
    return removed.length > 0 && test(removed, answered);
  });
}
