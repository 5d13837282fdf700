import type { Policy } from '../../contract/policy.ts';
import { ownValue } from '../../lib/own-value.ts';
import { isSameContent } from './merge-policy.ts';
import type { OwnWrite } from './policy-draft.ts';
import { valueOfField } from './policy-fields.ts';

/** Two consoles that know the same write: what one of them has found out about it, the other one takes over. */
const RANK = { 'under-way': 0, unknown: 1, over: 2 } as const;

/** Whether two are the same write, whatever is known of it. */
export function isSameWrite(one: OwnWrite, other: OwnWrite): boolean {
  return one === other || (one.id !== undefined && one.id === other.id);
}

/** Whether a policy was read after a write had been carried out, as far as that can be known from what it holds. */
export function wasReadAfter(policy: Policy, { base, changes }: OwnWrite): boolean {
  return Object.keys(changes).every(
    (field) =>
      isSameContent(valueOfField(base, field), ownValue(changes, field)) ||
      !isSameContent(valueOfField(base, field), valueOfField(policy, field)),
  );
}

/**
 * The writes that this console knows, with those of the others that share its draft as they put them into the file, where
 * `seen` was before and `settled` needs nobody to look for any more. One that this console sent ends here alone; one that it
 * did not send is gone where the console that did has taken it out before it was over, as it did nothing. `unconfirmedIn` is what this console has read
 * last.
 */
export function mergeWrites(
  seen: readonly OwnWrite[],
  mine: readonly OwnWrite[],
  theirs: readonly OwnWrite[],
  settled: readonly OwnWrite[],
  unconfirmedIn: Policy | undefined,
): readonly OwnWrite[] {
  const among = (writes: readonly OwnWrite[], write: OwnWrite) =>
    writes.find((other) => isSameWrite(other, write));
  const kept = mine.flatMap((write) => {
    const other = among(theirs, write);
    if (write.id === undefined || write.state === 'under-way') {
      return write;
    }
    if (other === undefined) {
      return write.state === 'unknown' && among(seen, write) !== undefined ? [] : write;
    }
    return RANK[other.state] > RANK[write.state] ? { ...write, state: other.state, unconfirmedIn } : write;
  });
  const added = theirs
    .filter((write) => [mine, seen, settled].every((writes) => among(writes, write) === undefined))
    .map((write): OwnWrite => ({
      ...write,
      state: write.state === 'over' ? 'over' : 'unknown',
      unconfirmedIn,
    }));
  const merged = [...kept, ...added];
  return merged.length === mine.length && merged.every((write, place) => write === mine[place])
    ? mine
    : merged;
}
