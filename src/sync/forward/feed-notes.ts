import { asSent } from '../../contract/size-gate.ts';
import type { JsonObject } from '../../contract/tolerant.ts';
import type { TailState } from '../tail/event-tail.ts';

/** What a receiver is given beside the events, under the name `vigil`: what the feed lacks, and when it has caught up. */
export type FeedNote =
  | { readonly kind: 'gap'; readonly since: string; readonly until: string | null; readonly missing: number }
  | { readonly kind: 'gap_closed'; readonly since: string; readonly until: string | null }
  | { readonly kind: 'damaged'; readonly field: string; readonly problem: string; readonly row: unknown }
  | { readonly kind: 'unverified'; readonly reason: string }
  | { readonly kind: 'verified' }
  | { readonly kind: 'caught_up'; readonly complete_through: string };

/** Milliseconds behind the server's time from which a feed that comes up again is said to have caught up. */
const BEHIND = 60_000;

/** So many damaged rows are remembered as said; a server that sends ever others says them again. */
const MOST_DAMAGED = 10_000;

/** Says once what changes in the completeness of a feed. */
export class FeedNotes {
  readonly #gaps = new Map<string, { readonly since: string; readonly until: string | null }>();
  readonly #damaged = new Set<string>();
  #doubt: string | undefined;
  #isBehind = true;
  #through: number | undefined;

  /** What is new in the state of the feed; `now` is the server's time in milliseconds. */
  of(state: TailState, now: number): readonly FeedNote[] {
    return [
      ...this.#ofGaps(state),
      ...this.#ofDamaged(state),
      ...this.#ofDoubt(state),
      ...this.#ofEnd(state, now),
    ];
  }

  *#ofGaps({ gaps }: TailState): Iterable<FeedNote> {
    const open = new Map(
      gaps.map(({ since, until, missing }) => [
        `${since} ${until} ${missing}`,
        { since: inWords(since), until: until === undefined ? null : inWords(until), missing },
      ]),
    );
    for (const [name, { since, until }] of this.#gaps) {
      if (!open.has(name)) {
        this.#gaps.delete(name);
        yield { kind: 'gap_closed', since, until };
      }
    }
    for (const [name, gap] of open) {
      if (!this.#gaps.has(name)) {
        this.#gaps.set(name, gap);
        yield { kind: 'gap', ...gap };
      }
    }
  }

  *#ofDamaged({ damaged }: TailState): Iterable<FeedNote> {
    for (const { field, problem, item } of damaged) {
      const row = isRecord(item) ? asSent(item) : item;
      const content = JSON.stringify(row) ?? '';
      if (!this.#damaged.has(content)) {
        if (this.#damaged.size >= MOST_DAMAGED) {
          this.#damaged.clear();
        }
        this.#damaged.add(content);
        yield { kind: 'damaged', field, problem, row };
      }
    }
  }

  *#ofDoubt({ doubt }: TailState): Iterable<FeedNote> {
    if (doubt !== this.#doubt) {
      this.#doubt = doubt;
      yield doubt === undefined ? { kind: 'verified' } : { kind: 'unverified', reason: doubt };
    }
  }

  *#ofEnd({ completeThrough, toCome, gaps }: TailState, now: number): Iterable<FeedNote> {
    // Nothing is heard of a feed while it cannot be read at all.
    this.#isBehind ||= now - (this.#through ?? now) > BEHIND;
    this.#through = completeThrough;
    const isBehind = completeThrough === undefined || now - completeThrough > BEHIND;
    if (isBehind) {
      this.#isBehind = true;
    } else if (this.#isBehind && toCome === 0 && gaps.length === 0) {
      this.#isBehind = false;
      yield { kind: 'caught_up', complete_through: new Date(completeThrough).toISOString() };
    }
  }
}

function isRecord(item: unknown): item is JsonObject {
  return typeof item === 'object' && item !== null && !Array.isArray(item);
}

/** A time in seconds. */
function inWords(second: number): string {
  return new Date(second * 1000).toISOString();
}
