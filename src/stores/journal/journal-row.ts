import type { JsonObject } from '../../contract/tolerant.ts';
import type { Quoted, Untrusted } from '../../lib/untrusted.ts';

/**
 * How a write ended: its verdict, or `unchanged` when there was nothing to change, or `unfinished` when what began it ended before there was one, or `open` while that may
 * still come.
 */
export type JournalState =
  'confirmed' | 'unchanged' | 'contradicted' | 'unknown' | 'refused' | 'unfinished' | 'open';

/** One step of a write. */
export interface JournalStep {
  /** Milliseconds since the epoch; undefined when the time cannot be read. */
  readonly time: number | undefined;
  readonly step: 'intent' | 'sending' | 'verdict';
  /** How it ended, of a verdict. */
  readonly verdict: string | undefined;
  readonly before: JsonObject | undefined;
  readonly after: JsonObject | undefined;
  readonly status: number | undefined;
}

/** Who made a write from where, as labelled texts. */
export interface JournalOriginLine {
  readonly label: string;
  readonly value: Untrusted;
}

/** A write that was made from this host, as the journal has it. Its texts may hold what others wrote. */
export interface JournalRow {
  readonly operation: Untrusted;
  /** When it began, in milliseconds since the epoch; undefined when the time cannot be read. */
  readonly time: number | undefined;
  /** What was to be done, in a word or two. */
  readonly action: string;
  readonly state: JournalState;
  /** The hostname where one is known, or the id, or the policy. */
  readonly target: Untrusted;
  /** The id of an agent. */
  readonly id: Untrusted | undefined;
  readonly reason: Untrusted | undefined;
  /** When a suspension is to end, in milliseconds since the epoch. */
  readonly until: number | undefined;
  /** What was observed, as it was reported then. */
  readonly sentence: Untrusted | undefined;
  /** The same with the agent in it named as lists show it. */
  readonly said: Quoted | undefined;
  readonly status: number | undefined;
  /** It has more than one verdict: what became of it was not known at first, or it is otherwise since. */
  readonly wasUnknown: boolean;
  readonly origin: readonly JournalOriginLine[];
  readonly steps: readonly JournalStep[];
  /** All of its lines as they are in the journal. */
  readonly raw: readonly JsonObject[];
}
