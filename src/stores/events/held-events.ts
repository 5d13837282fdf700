import type { SecurityEvent } from '../../contract/event.ts';
import { EventBlock, type RowFacts } from './event-block.ts';
import { EventShapes } from './event-shape.ts';
import { HeldEvent } from './held-event.ts';
import { SharedTexts } from './shared-texts.ts';

/**
 * Keeps events in little room ("Memory"): in blocks of some thousand, in the order in which they came. A block goes when
 * the last of its rows is held no more.
 */
export class HeldEvents {
  readonly #shapes = new EventShapes();
  readonly #texts = new SharedTexts();
  #block = this.#newBlock();

  /** A row for an event. */
  hold(facts: RowFacts, event: SecurityEvent): HeldEvent {
    for (;;) {
      const number = this.#block.add(facts, event);
      if (number !== undefined) {
        return new HeldEvent(this.#block, number);
      }
      this.#block = this.#newBlock();
    }
  }

  #newBlock(): EventBlock {
    return new EventBlock(this.#shapes, (text) => this.#texts.share(text));
  }
}
