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
  /** The same by the server's clock, where that is known: ours may be set. */
  readonly server_time?: string | undefined;
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
  /** When a suspension is to end, as `time`: whoever made it is reminded of it then. */
  readonly until?: string | undefined;
  /**
   * Of a verdict, what became of when a suspension from here is to end. `moved`, `removed`: nothing was sent, as the agent was suspended
   * already; the end is now that of this write, or there is none. `over`: the agent was seen otherwise since, and its end is void.
   */
  readonly end?: 'moved' | 'removed' | 'over' | undefined;
  /** It takes an earlier change back. */
  readonly undo?: true | undefined;
  /** Status of the server's answer. */
  readonly status?: number | undefined;
  readonly verdict?: Verdict['kind'] | undefined;
  readonly sentence?: string | undefined;
}

/** Who made an entry from where; what keeps the journal adds it. */
export interface JournalOrigin {
  readonly user?: string | undefined;
  readonly host?: string | undefined;
  /** Where the person came from, when that was over SSH. */
  readonly ssh?: string | undefined;
  /** The first twelve hexadecimal digits of the key's SHA-256; never the key. */
  readonly key?: string | undefined;
  readonly base_url?: string | undefined;
  readonly demo?: true | undefined;
  /** When its process began, as what keeps the journal writes it: another one that has the same number began at another time. */
  readonly process_start?: string | undefined;
  /** Within which the number of its process is valid: that of another one may be the same. */
  readonly process_namespace?: string | undefined;
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
  /** It was made by this user from this host, with the server that this console talks to. */
  readonly isOwn: boolean;
}

export interface JournalReading {
  /** The newest first. */
  readonly operations: readonly JournalOperation[];
  /** Lines that could not be read. */
  readonly damaged: number;
}

/** How the journal is to be read. */
export interface JournalReadOptions {
  /**
   * Only what was begun at this organization since that time, in milliseconds since the epoch, by the clock of this host or the
   * server's where a line has that: nobody may know yet which of them is wrong. Also what has no verdict and was begun in the
   * thirty days before it. It costs little where it was read as far back before. All, of every organization, without it.
   */
  readonly since?: number | undefined;
  /** Of that only what is about this, an agent or the policy. There may be more. */
  readonly about?: Pick<JournalRecord, 'action' | 'target'> | undefined;
  /** Called with each part as it was read: the next operations, the newest first. */
  readonly onPart?: ((operations: readonly JournalOperation[]) => void) | undefined;
  /** Ends the reading of all early; it resolves with what was read until then. */
  readonly signal?: AbortSignal | undefined;
}

/** Where every write is recorded before it is made, and what became of it after. */
export interface Journal {
  /** Resolves once the entry would survive a crash. Rejects with a sentence that says why it cannot be written. */
  append(entry: JournalEntry): Promise<void>;
  /** What was written down. Rejects with a sentence that says why it cannot be read. */
  read(options?: JournalReadOptions): Promise<JournalReading>;
}

/** What is known of who wrote a line. */
export interface OriginCheck {
  /**
   * Whether the process that wrote a line, to this console's server, no longer runs; where that cannot be known, whether it
   * was waited for long enough.
   */
  readonly hasEnded: (line: JournalRecord) => boolean;
  /** Whether it was this user on this host, and to this console's server. */
  readonly isOwn: (origin: JournalOrigin) => boolean;
}

/** The steps of one write, with what is known of who made it. */
export function operationOf(
  steps: readonly [JournalRecord, ...JournalRecord[]],
  origin: OriginCheck,
): JournalOperation {
  return {
    operation: steps[0].operation,
    steps,
    isUnfinished: steps.every(({ step }) => step !== 'verdict') && steps.every(origin.hasEnded),
    isOwn: steps.every(origin.isOwn),
  };
}

/** The lines of a journal as operations, the newest first. */
export function operationsOf(
  records: readonly JournalRecord[],
  origin: OriginCheck,
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
  return [...byId.values()].map((steps) => operationOf(steps, origin)).reverse();
}

/** How a write was sent, the last time it was; undefined where it was not. */
export function sendingOf({ steps }: Pick<JournalOperation, 'steps'>): JournalRecord | undefined {
  return steps.findLast(({ step }) => step === 'sending');
}

/** Whether a write may have reached the server. */
export function wasSent({ steps }: Pick<JournalOperation, 'steps'>): boolean {
  return steps.some(({ step }) => step === 'sending');
}

/** What a write is about: the policy, or an agent by its id. */
export function thingOf({ action, target }: Pick<JournalRecord, 'action' | 'target'>): string {
  return action === 'policy' ? 'policy' : `agent ${target.id ?? ''}`;
}

/** What a message on a write is about: a later one on the same takes its place. */
export function topicOf({ operation, steps: [{ action }] }: JournalOperation): string {
  return action === 'policy' ? 'policy' : operation;
}
