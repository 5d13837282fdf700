import type { SecurityEvent } from '../../contract/event.ts';
import { textAsSent } from '../../lib/sent-time.ts';
import { type Untrusted } from '../../lib/untrusted.ts';
import type { EventColumns, SoughtPlaces, SoughtText } from './event-columns.ts';

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
  /** It carries no time that can be read: its row stands where it arrived, which says nothing of when it happened. */
  readonly isUntimed: boolean;
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
  readonly block: Pick<EventColumns, 'dictionarySize'>;
}

/** What was sent in the place of a time that can be read, empty where that is nothing; undefined where the time can be read. */
export function sentForTime(row: Pick<EventRow, 'isUntimed' | 'sent'>): Untrusted | undefined {
  return row.isUntimed ? textAsSent(row.sent('timestamp')) : undefined;
}

/** The time of an event as it was sent, whatever it is: a number as its digits, nothing as nothing. */
export function timeAsSent({ timestamp, raw }: Pick<SecurityEvent, 'timestamp' | 'raw'>): Untrusted {
  return timestamp ?? textAsSent(raw['timestamp']);
}
