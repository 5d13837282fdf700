import { ownValue } from '../../lib/own-value.ts';
import type { KeptOnHost } from '../../stores/base/kept-on-host.ts';
import { besideNewer, NOT_WHOLE, readStateFile, type FindDamage, type StateRead } from './state-file.ts';
import { stampOf } from './state-place.ts';

export type State = Readonly<Record<string, unknown>>;

/** What came of giving stores back what was kept of them. */
export interface Restored {
  /** The file that is used from now on. */
  readonly path: string;
  /** Its stamp when it was read. */
  readonly seen: string | undefined;
  readonly findDamage: FindDamage;
  /** Nothing may be written there. */
  readonly isRefused: boolean;
  /** The file was set aside, and only a part of it could be taken. */
  readonly isTakenInPart: boolean;
}

/**
 * Gives each store back what was kept of it in a file, and says what could not be. Where a newer program wrote the file,
 * another one beside it is used.
 */
export function restoreKept(
  kept: readonly KeptOnHost[],
  options: {
    readonly path: string;
    readonly userId: number;
    readonly what: string;
    readonly say: (sentence: string) => void;
  },
): Restored {
  const { userId, what, say } = options;
  const findDamage = (state: State) => {
    const values = kept.flatMap((store) => {
      const value = ownValue(state, store.name);
      return value === undefined ? [] : [{ store, value }];
    });
    return (
      values.map(({ store, value }) => store.whyUnusable?.(value)).find((why) => why !== undefined) ??
      (values.every(({ store, value }) => store.isWhole?.(value) !== false) ? undefined : NOT_WHOLE)
    );
  };
  let { path } = options;
  let seen = stampOf(path);
  let read: StateRead = readStateFile(path, userId, findDamage);
  if (read.isNewer === true) {
    path = besideNewer(path);
    say(`${read.problem ?? ''} This one keeps its own in ${path}.`);
    seen = stampOf(path);
    read = readStateFile(path, userId, findDamage);
  }
  const { state, problem, isRefused = false } = read;
  const usable = usableOf(kept, state);
  usable.forEach((store) => store.restore(ownValue(state ?? {}, store.name)));
  if (problem !== undefined) {
    say(
      isRefused
        ? `${what} are not kept: ${problem}`
        : usable.length === 0
          ? `${what} start anew: ${problem}`
          : `${what} start with what could be: ${problem}`,
    );
  }
  return { path, seen, findDamage, isRefused, isTakenInPart: problem !== undefined && state !== undefined };
}

/** The stores of which something is kept in a state that may be used. */
export function usableOf(kept: readonly KeptOnHost[], state: State = {}): readonly KeptOnHost[] {
  return kept.filter(
    (store) =>
      Object.hasOwn(state, store.name) && store.whyUnusable?.(ownValue(state, store.name)) === undefined,
  );
}
