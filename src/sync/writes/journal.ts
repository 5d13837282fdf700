import type { Verdict } from './verdict.ts';

export type JournalAction = 'suspend' | 'reactivate' | 'delete' | 'hard-delete' | 'policy';

/** What a write is about. */
export interface JournalTarget {
  /** Of an agent. */
  readonly id?: string;
  readonly hostname?: string;
  readonly generation?: number;
  /** Of the policy: the version that the person decided on. */
  readonly version?: string;
}

/** Fields of an agent or a policy by name, as they were, are wanted, or were read. */
export type JournalState = Readonly<Record<string, unknown>>;

/**
 * One step of a write, as one line of the journal ("Writes": the journal). `intent` comes before anything is asked of
 * the server, `sending` right before the write leaves (once for each time it does), `verdict` at the end.
 */
export interface JournalEntry {
  /** ISO 8601, UTC, with milliseconds. */
  readonly time: string;
  /** The id that all steps of one write share. */
  readonly operation: string;
  readonly step: 'intent' | 'sending' | 'verdict';
  readonly action: JournalAction;
  readonly target: JournalTarget;
  /** As the person saw it at `intent`; as it was read right before at `sending`. */
  readonly before?: JournalState | undefined;
  /** As it is wanted at `intent`; as it was read afterwards at `verdict`. */
  readonly after?: JournalState | undefined;
  readonly reason?: string | undefined;
  /** It takes an earlier change back. */
  readonly undo?: true | undefined;
  /** Status of the server's refusal or error. */
  readonly status?: number | undefined;
  readonly verdict?: Verdict['kind'] | undefined;
  readonly sentence?: string | undefined;
}

/** Who made an entry from where; what keeps the journal adds it. */
export interface JournalOrigin {
  readonly user?: string | undefined;
  /** Where the person came from, when that was over SSH. */
  readonly ssh?: string | undefined;
  /** The first twelve hexadecimal digits of the key's SHA-256; never the key. */
  readonly key?: string | undefined;
  readonly base_url?: string | undefined;
  readonly demo?: true | undefined;
  readonly pid?: number | undefined;
}

/** A line of the journal. */
export type JournalRecord = JournalEntry & JournalOrigin;

/** All steps of one write, in the order in which they were written. */
export interface JournalOperation {
  readonly operation: string;
  readonly steps: readonly [JournalRecord, ...JournalRecord[]];
  /** It has no verdict, was made with the server that this console talks to, and by a process that no longer runs. */
  readonly isUnfinished: boolean;
}

export interface JournalReading {
  /** The newest first. */
  readonly operations: readonly JournalOperation[];
  /** Lines that could not be read. */
  readonly damaged: number;
}

/** Where every write is put down before it is made, and what became of it after. */
export interface Journal {
  /** Resolves once the entry would survive a crash. Rejects with a sentence that says why it cannot be written. */
  append(entry: JournalEntry): Promise<void>;
  /** All that was ever written down. Rejects with a sentence that says why it cannot be read. */
  read(): Promise<JournalReading>;
}

/**
 * The lines of a journal as operations, the newest first. `hasEnded` says of a process that wrote to this console's
 * server whether it no longer runs.
 */
export function operationsOf(
  records: readonly JournalRecord[],
  hasEnded: (origin: JournalOrigin) => boolean,
): readonly JournalOperation[] {
  const byId = new Map<string, [JournalRecord, ...JournalRecord[]]>();
  for (const record of records) {
    const steps = byId.get(record.operation);
    if (steps === undefined) {
      byId.set(record.operation, [record]);
    } else {
      steps.push(record);
    }
  }
  return [...byId]
    .map(([operation, steps]) => ({
      operation,
      steps,
      isUnfinished: steps.every(({ step }) => step !== 'verdict') && steps.every(hasEnded),
    }))
    .reverse();
}
