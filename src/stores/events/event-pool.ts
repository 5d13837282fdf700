import type { SecurityEvent } from '../../contract/event.ts';
import { EventColumns, type RowFacts } from './event-columns.ts';
import { EventShapes } from './event-shape.ts';
import { PackedEvent } from './packed-event.ts';

/**
 * Keeps events in little room ("Memory"): in blocks of some thousand, in the order in which they came. A block goes when
 * the last of its rows was released.
 */
export class EventPool {
  readonly #shapes = new EventShapes();
  readonly #texts = new SharedTexts();
  #block = this.#newBlock();
  #characters = 0;

  /** About how much text is kept, in characters. */
  get characters(): number {
    return this.#characters;
  }

  /** A row for an event. */
  hold(facts: RowFacts, event: SecurityEvent): PackedEvent {
    for (;;) {
      const before = this.#block.characters;
      const number = this.#block.add(facts, event);
      if (number !== undefined) {
        this.#characters += this.#block.characters - before;
        return new PackedEvent(this.#block, number);
      }
      this.#block = this.#newBlock();
    }
  }

  /** Takes note that a row is used no longer, once for each. */
  release({ block }: PackedEvent): void {
    if (block.release()) {
      this.#characters -= block.characters;
      this.#block = block === this.#block ? this.#newBlock() : this.#block;
    }
  }

  #newBlock(): EventColumns {
    return new EventColumns(this.#shapes, (text) => this.#texts.share(text));
  }
}

/** A longer text is no word that is used over and over. */
const LONGEST_SHARED = 256;

/** So many texts are shared before the older half of them is given up. */
const MOST_SHARED = 40_000;

/**
 * Gives the same copy of a text each time, so that one that is held a thousand times takes its room once. Those that did
 * not occur for long are forgotten, so that texts which never repeat fill nothing.
 */
export class SharedTexts {
  readonly #most: number;
  #recent = new Map<string, string>();
  #older: ReadonlyMap<string, string> = new Map();

  constructor(most = MOST_SHARED) {
    this.#most = most;
  }

  share(text: string): string {
    if (text.length > LONGEST_SHARED) {
      return text;
    }
    let shared = this.#recent.get(text);
    if (shared === undefined) {
      shared = this.#older.get(text) ?? text;
      if (this.#recent.size * 2 >= this.#most) {
        this.#older = this.#recent;
        this.#recent = new Map();
      }
      this.#recent.set(shared, shared);
    }
    return shared;
  }
}
