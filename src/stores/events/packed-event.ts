import type { SecurityEvent } from '../../contract/event.ts';
import type { JsonObject } from '../../contract/tolerant.ts';
import { asUntrusted, type Untrusted } from '../../lib/untrusted.ts';
import type { EventColumns, SoughtPlaces, SoughtText } from './event-columns.ts';
import type { LeafPlaces } from './event-shape.ts';
import type { EventRow } from './event-row.ts';

/**
 * A row of the feed, and the event that it holds, in one object of two fields: everything is read from its block when it
 * is asked for, since of 200,000 rows some dozens are looked at.
 */
export class PackedEvent implements EventRow, SecurityEvent {
  readonly #block: EventColumns;
  readonly #number: number;

  /** The row of that number in a block. */
  constructor(block: EventColumns, number: number) {
    this.#block = block;
    this.#number = number;
  }

  get event(): SecurityEvent {
    return this;
  }

  get block(): EventColumns {
    return this.#block;
  }

  get id(): Untrusted {
    return asUntrusted(this.#block.id(this.#number));
  }

  get time(): number {
    return this.#block.time(this.#number);
  }

  get fraction(): number {
    return this.#block.fraction(this.#number);
  }

  get batch(): number {
    return this.#block.batch(this.#number);
  }

  get fromHistory(): boolean {
    return this.#block.isFromHistory(this.#number);
  }

  get isLate(): boolean {
    return this.#block.isLate(this.#number);
  }

  get isUntimed(): boolean {
    return this.#block.isUntimed(this.#number);
  }

  get raw(): SecurityEvent['raw'] {
    return this.#block.raw(this.#number);
  }

  get client_id(): SecurityEvent['client_id'] {
    return this.#field('client_id');
  }

  get timestamp(): SecurityEvent['timestamp'] {
    return this.#field('timestamp');
  }

  get type(): SecurityEvent['type'] {
    return this.#field('type');
  }

  get outcome(): SecurityEvent['outcome'] {
    return this.#field('outcome');
  }

  get actor(): SecurityEvent['actor'] {
    const places = this.#places;
    return places === undefined
      ? this.#whole?.actor
      : places.actor && {
          command: this.#text(places.actor.command),
          args: this.#texts(places.actor.args),
          version: this.#text(places.actor.version),
        };
  }

  get subject(): SecurityEvent['subject'] {
    const places = this.#places;
    return places === undefined
      ? this.#whole?.subject
      : places.subject && {
          ecosystem: this.#text(places.subject.ecosystem),
          package: this.#text(places.subject.package),
          version: this.#text(places.subject.version),
        };
  }

  get payload(): SecurityEvent['payload'] {
    const places = this.#places;
    return places === undefined
      ? this.#whole?.payload
      : places.payload && { reasons: this.#texts(places.payload.reasons) };
  }

  /** Where its package is from, without the rest of its subject. */
  get ecosystem(): Untrusted | undefined {
    const places = this.#places;
    return places === undefined
      ? this.#whole?.subject?.ecosystem
      : this.#text(places.subject?.ecosystem ?? -1);
  }

  sent(field: string): unknown {
    return this.#block.field(this.#number, field);
  }

  /** Whether the server sent it as that. */
  isSame(raw: JsonObject): boolean {
    return this.#block.isSame(this.#number, raw);
  }

  /** Whether a text is in one of its values. */
  holds(sought: SoughtText): boolean {
    return this.#block.holds(this.#number, sought);
  }

  /** Whether a text is one of the values that it has at some places. */
  holdsAt(sought: SoughtText, where: SoughtPlaces): boolean {
    return this.#block.holdsAt(this.#number, sought, where);
  }

  get #places(): LeafPlaces | undefined {
    return this.#block.shape(this.#number)?.places;
  }

  get #whole(): SecurityEvent | undefined {
    return this.#block.whole(this.#number);
  }

  #field(name: 'client_id' | 'timestamp' | 'type' | 'outcome'): Untrusted | undefined {
    const places = this.#places;
    return places === undefined ? this.#whole?.[name] : this.#text(places[name]);
  }

  #text(place: number): Untrusted | undefined {
    const text = this.#block.text(this.#number, place);
    return text === undefined ? undefined : asUntrusted(text);
  }

  #texts(places: readonly number[] | undefined): Untrusted[] | undefined {
    return places?.flatMap((place) => this.#text(place) ?? []);
  }
}
