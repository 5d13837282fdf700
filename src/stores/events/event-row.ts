import type { SecurityEvent } from '../../contract/event.ts';
import type { EventBlock, SoughtPlaces, SoughtText } from './event-columns.ts';

/** An event as the feed holds it; what is said of an event anew becomes another row. */
export interface EventRow {
  readonly id: string;
  /** Its timestamp in milliseconds; the time of its arrival when it carries none that can be read. */
  readonly time: number;
  /** The part of a millisecond that its timestamp has beyond `time`; none where it is not sent so finely. */
  readonly fraction?: number;
  /** Counts up with every batch that arrived; a frozen view shows nothing newer than the batch it froze at. */
  readonly batch: number;
  /** Came from scrolling back, not from the live edge. */
  readonly fromHistory: boolean;
  /** Came in after the feed had been read through its time. */
  readonly isLate: boolean;
  readonly event: SecurityEvent;
  /** Where its package is from, without the rest of the event. */
  readonly ecosystem: string | undefined;
  /** What the server sent in one of the event's fields, without the rest of it. */
  sent(field: string): unknown;
  /** Whether a text is in one of its values. */
  holds(sought: SoughtText): boolean;
  /** Whether a text is one of the values that it has at some places. */
  holdsAt(sought: SoughtText, where: SoughtPlaces): boolean;
  /** The block of the feed that it is kept in. */
  readonly block: Pick<EventBlock, 'dictionarySize'>;
}
