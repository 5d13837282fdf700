import type { LlmCall } from '../../contract/llm-call.ts';
import { jsonText } from '../../lib/json-text.ts';
import { hasOwnId, keyOfLlmCall } from '../../stores/llm/llm-call-row.ts';

/** A call is asked for again so many times, and then taken for one that has no id. */
const MOST_TRIES = 5;

interface Lacking {
  /** Its place in the list when it was read, of so many. */
  readonly place: number;
  readonly total: number | undefined;
  readonly tries: number;
}

/**
 * Calls without an id among others that have one: damaged on their way, as a rule. Remembers where in the list they
 * are, so that they can be read again, and finds those that came whole since.
 */
export class CallsWithoutId {
  #lacking = new Map<string, Lacking>();

  /** Whether any is to be asked for again. */
  get isAny(): boolean {
    return [...this.#lacking.values()].some(({ tries }) => tries < MOST_TRIES);
  }

  /** Takes note of a page that begins at `offset` of a list of so many, when only some of its calls have an id. */
  note(calls: readonly LlmCall[], offset: number, total: number | undefined): void {
    if (!calls.some(hasOwnId)) {
      return;
    }
    for (const [index, call] of calls.entries()) {
      const key = keyOfLlmCall(call);
      if (!hasOwnId(call) && !this.#lacking.has(key)) {
        this.#lacking.set(key, { place: offset + index, total, tries: 0 });
      }
    }
  }

  /** Where the next one to be asked for again was, and of how many; it counts as asked for. */
  next(): Pick<Lacking, 'place' | 'total'> | undefined {
    for (const [key, lacking] of this.#lacking) {
      if (lacking.tries < MOST_TRIES) {
        this.#lacking.set(key, { ...lacking, tries: lacking.tries + 1 });
        return lacking;
      }
    }
    return undefined;
  }

  /** Takes calls out of a map by key that are in it with their id, too, and forgets those that are not in it. */
  settle(held: Map<string, LlmCall>): void {
    if (this.#lacking.size === 0) {
      return;
    }
    const whole = new Set([...held.values()].filter(hasOwnId).map(contentOf));
    for (const key of this.#lacking.keys()) {
      const call = held.get(key);
      if (call === undefined || whole.has(contentOf(call))) {
        held.delete(key);
        this.#lacking.delete(key);
      }
    }
  }

  forget(): void {
    this.#lacking = new Map();
  }
}

/** What a call says apart from its ids. */
function contentOf({ raw }: LlmCall): string {
  return jsonText(Object.fromEntries(Object.entries(raw).filter(([name]) => !ID_NAMES.has(name))));
}

const ID_NAMES: ReadonlySet<string> = new Set(['id', 'event_id', 'session_id']);
