import { sameValueKey } from '../../lib/same-value.ts';
import type { Untrusted } from '../../lib/untrusted.ts';

/** An element of a list in its editor. */
export interface ListRow {
  /** It stays the same whatever comes into the list: made of the element, and told apart where that stands in it twice. */
  readonly id: string;
  readonly element: unknown;
  /** What it reads as. */
  readonly text: Untrusted;
  /** Whether it is stored and stays, the draft adds it, or the draft takes it away. */
  readonly state: 'stored' | 'added' | 'removed';
}

/**
 * The elements of a list as its editor shows them: those that are stored in their order, those that the draft takes away
 * among them, and behind them those that it adds; of all these, the ones in whose text the words occur.
 */
export function listRows(
  stored: readonly unknown[],
  drafted: readonly unknown[],
  search: string,
  describe: (element: unknown) => Untrusted,
): readonly ListRow[] {
  const had = new Set(stored.map(sameValueKey));
  const has = stored === drafted ? had : new Set(drafted.map(sameValueKey));
  const times = new Map<string, number>();
  const idOf = (element: unknown) => {
    const key = sameValueKey(element);
    const time = times.get(key) ?? 0;
    times.set(key, time + 1);
    return time === 0 ? key : `${key} ${time}`;
  };
  const rows = [
    ...stored.map((element): ListRow => ({
      id: idOf(element),
      element,
      text: describe(element),
      state: stored === drafted || has.has(sameValueKey(element)) ? 'stored' : 'removed',
    })),
    ...(stored === drafted ? [] : drafted)
      .filter((element) => !had.has(sameValueKey(element)))
      .map((element): ListRow => ({ id: idOf(element), element, text: describe(element), state: 'added' })),
  ];
  const words = search.trim().toLowerCase();
  return words === '' ? rows : rows.filter(({ text }) => text.toLowerCase().includes(words));
}
