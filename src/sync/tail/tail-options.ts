import type { Client } from '../../api/client.ts';
import type { SecurityEvent } from '../../contract/event.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Finding } from '../../stores/connection/connection-store.ts';
import type { FeedState } from '../../stores/events/events-store.ts';
import type { AuditSpan } from './audits.ts';
import type { BeginAt } from './first-window.ts';
import type { WorthRereading } from './rereading.ts';
import type { EventsFilter } from './window.ts';

/**
 * - `new`: came in since the last poll.
 * - `late`: belongs before the time through which the feed had been read already.
 * - `history`: happened before the tail began.
 * - `known`: was read before, and may have changed.
 */
export type FoundKind = 'new' | 'late' | 'history' | 'known';

/** An event that was read; `time` in milliseconds, undefined when it carries none that can be read. */
export interface FoundEvent {
  readonly event: SecurityEvent;
  readonly time: number | undefined;
  readonly kind: FoundKind;
}

export interface TailOptions {
  /** Every call of it is paced and backed off by its maker. */
  readonly client: Client;
  readonly clock: Clock;
  /** Sent with every request. */
  readonly filter?: EventsFilter;
  /**
   * `since`: everything that the server has after that time, in milliseconds, is new. `newest`: at least so many of the
   * newest events are read as history, then those of `backfill`, then what comes in.
   */
  readonly begin: BeginAt;
  /** Events at or after this time, in milliseconds, are not asked for. */
  readonly until?: number | undefined;
  /** Events after that beginning that were read before, by an earlier run: they count in its windows, and are `known`. */
  readonly known?: Iterable<{ readonly id: string; readonly time: number | undefined }>;
  /** How much of the past is read when nothing else is to do, so that late events of it can be told from old ones. */
  readonly backfill?: { readonly seconds: number; readonly rows: number };
  /**
   * Given the events of every page as it is read, each page by its time and then id; and whether it is a page of the
   * newest window, and not of the past.
   */
  readonly sink: (events: readonly FoundEvent[], isLive: boolean) => void;
  /** What is worth reading again, where somebody looks at what was read. */
  readonly worthRereading?: WorthRereading | undefined;
  /** From 0 to 1; spreads the waits after failures. */
  readonly random?: () => number;
  /** Milliseconds between two tries of what fails at most, where less is to be waited than usual. */
  readonly longestPause?: number;
  readonly rules?: Partial<TailRules>;
  /** Hears of a mistake in the program that polls go on after: what was being done, after "while", and what was thrown. */
  readonly onFault?: (doing: string, error: unknown) => void;
}

/** What the promises of the tail rest on. */
export interface TailRules {
  readonly audits: readonly AuditSpan[];
  /** How much of the past every poll looks at again, in seconds, given what the lateness of events suggests. */
  readonly overlap: (suggested: number) => number;
}

/** What the tail knows of its own completeness, and of the server. */
export interface TailState extends FeedState {
  /** What was learned of the server, by topic. */
  readonly learned: readonly Finding[];
}
