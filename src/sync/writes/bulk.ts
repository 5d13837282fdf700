import { STATUS } from '../../contract/status.ts';
import type { AnyText } from '../../lib/untrusted.ts';
import type { Verdict } from './verdict.ts';

/** What came of one of many. */
export interface BulkResult<Item, Result extends Verdict> {
  readonly item: Item;
  /** Its place among all, from 0. */
  readonly index: number;
  readonly verdict: Result;
}

/** What came of many writes, one after the other. */
export interface BulkOutcome<Item, Result extends Verdict> {
  readonly results: readonly BulkResult<Item, Result>[];
  /** Where to go on: the items that were not tried, and first the one that it stopped at, which did not happen. */
  readonly left: readonly Item[];
  /** Why there are any left; undefined when all were tried. */
  readonly stopped:
    | { readonly by: 'cancel' | 'server' | NonNullable<Verdict['blockedBy']>; readonly sentence: AnyText }
    | undefined;
}

const STOPPING: readonly (number | undefined)[] = [STATUS.rateLimited, STATUS.unauthorized, STATUS.forbidden];

/**
 * Makes many writes, one by one and in their order, each with its own verdict ("Writes": Bulk). Stops, and can be taken
 * up again with what is left, when the server says to all of them what it says to one (429, 403, 401), when nothing may
 * be written any more, nothing recorded, or vigil itself fails. When it is aborted no further one begins, and the one under way is finished.
 * Before each, what `whenOpen` returns is waited for, such as the end of a time for which the server asked; aborting is to
 * end that at once. `perform` and `whenOpen` must not throw.
 */
export async function runBulk<Item, Result extends Verdict>(
  items: readonly Item[],
  perform: (item: Item) => Promise<Result>,
  {
    signal,
    onResult,
    whenOpen,
  }: {
    readonly signal?: AbortSignal | undefined;
    readonly onResult?: ((result: BulkResult<Item, Result>) => void) | undefined;
    readonly whenOpen?: (() => Promise<void>) | undefined;
  } = {},
): Promise<BulkOutcome<Item, Result>> {
  const results: BulkResult<Item, Result>[] = [];
  for (const [index, item] of items.entries()) {
    await whenOpen?.();
    if (signal?.aborted === true) {
      const sentence = 'It was stopped by hand.';
      return { results, left: items.slice(index), stopped: { by: 'cancel', sentence } };
    }
    const verdict = await perform(item);
    const result = { item, index, verdict };
    results.push(result);
    onResult?.(result);
    const by = stoppedBy(verdict);
    if (by !== undefined) {
      const left = items.slice(verdict.kind === 'refused' ? index : index + 1);
      return { results, left, stopped: { by, sentence: verdict.sentence } };
    }
  }
  return { results, left: [], stopped: undefined };
}

function stoppedBy({ status, blockedBy }: Verdict): 'server' | Verdict['blockedBy'] {
  return blockedBy ?? (STOPPING.includes(status) ? 'server' : undefined);
}
