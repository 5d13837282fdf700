import type { SecurityEvent } from '../../contract/event.ts';
import type { DamagedRow } from '../../contract/pagination.ts';
import { parseTime } from '../../lib/format-time.ts';

/** A row that is damaged in so many answers is taken to be so until it is tried again. */
const LASTING = 3;

/** Milliseconds after which it is; twice as many after each time. */
const FIRST_RETRY = 60_000;

/** A row without an id that was taken into the count under an id of our own. */
export interface DamagedEvent {
  readonly id: string;
  readonly time: number | undefined;
  readonly row: DamagedRow;
}

interface Lasting extends DamagedEvent {
  /** Undefined while it is being tried again. */
  readonly retryAt: number | undefined;
}

/**
 * Rows of the feed that cannot be identified. One that a fault spoiled comes back whole when its page is read again;
 * one that stays damaged is counted by what it holds, so that the rest of the feed can still be known to be complete, and
 * is tried again ever more rarely.
 */
export class DamagedEvents {
  readonly #sightings = new Map<string, number>();
  readonly #lasting = new Map<string, Lasting>();
  readonly #tries = new Map<string, number>();

  /** The rows that stay damaged, those included that are being tried again. */
  get rows(): readonly DamagedRow[] {
    return [...this.#lasting.values()].map(({ row }) => row);
  }

  /** Takes note of a damaged row, `now` in milliseconds; returns it once it is known to stay so. */
  see(row: DamagedRow, now: number): DamagedEvent | undefined {
    const content = contentOf(row.item);
    const known = this.#lasting.get(content);
    if (known?.retryAt !== undefined) {
      return known;
    }
    const sightings = (this.#sightings.get(content) ?? 0) + 1;
    if (sightings < LASTING) {
      this.#sightings.set(content, sightings);
      return undefined;
    }
    this.#sightings.delete(content);
    const tries = this.#tries.get(content) ?? 0;
    this.#tries.set(content, tries + 1);
    const retryAt = now + FIRST_RETRY * 2 ** tries;
    const lasting = { id: `damaged ${content}`, time: timeOf(row.item), row, retryAt };
    this.#lasting.set(content, lasting);
    return lasting;
  }

  /** The rows that count no longer, since they are to be tried again. One without a time cannot be looked for. */
  release(now: number): readonly (DamagedEvent & { readonly time: number })[] {
    return [...this.#lasting].flatMap(([content, lasting]) => {
      const { time } = lasting;
      if (lasting.retryAt === undefined || lasting.retryAt > now || time === undefined) {
        return [];
      }
      this.#lasting.set(content, { ...lasting, retryAt: undefined });
      return [{ ...lasting, time }];
    });
  }

  /** The damaged row that turns out to be this event, which is forgotten. */
  recognize(event: SecurityEvent): DamagedEvent | undefined {
    if (this.#lasting.size === 0 && this.#sightings.size === 0) {
      return undefined;
    }
    const content = contentOf(event.raw);
    const lasting = this.#lasting.get(content);
    this.#lasting.delete(content);
    this.#sightings.delete(content);
    this.#tries.delete(content);
    return lasting;
  }
}

/** What a row holds beside its id, which is what is missing or wrong. */
function contentOf(item: unknown): string {
  return JSON.stringify(
    typeof item === 'object' && item !== null && !Array.isArray(item) ? { ...item, id: undefined } : item,
  );
}

function timeOf(item: unknown): number | undefined {
  const timestamp = (item as { readonly timestamp?: unknown } | null)?.timestamp;
  return typeof timestamp === 'string' ? parseTime(timestamp) : undefined;
}
