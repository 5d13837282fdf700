import { smallest } from '../../lib/long-lists.ts';
import type { SecurityEvent } from '../../contract/event.ts';
import { parseTime } from '../../lib/format-time.ts';
import { isFalling } from './list-order.ts';

/** Somewhat wider than reckoned: a window that holds too few events has to be asked for again. */
const MARGIN = 1.2;

/** With fewer events there is nothing to reckon with. */
const TELLING = 5;

/**
 * How wide a window that ends at `end` has to be to hold about `wanted` events, by the first page of all that lie before
 * its end: that shows either the newest of them, or some of all. Seconds; undefined when the page does not say.
 */
export function widthFor(
  wanted: number,
  page: readonly SecurityEvent[],
  total: number | undefined,
  end: number,
): number | undefined {
  const times = page
    .flatMap(({ timestamp }) => parseTime(timestamp) ?? [])
    .filter((time) => time < end * 1000);
  if (times.length < TELLING) {
    return undefined;
  }
  const span = end - smallest(times) / 1000;
  const isNewest = isFalling(times) && times[0] !== times.at(-1);
  const events = isNewest ? times.length : Math.max(times.length, total ?? 0);
  return Math.ceil((MARGIN * span * wanted) / events) + 1;
}
