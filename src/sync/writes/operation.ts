import type {
  JournalAction,
  JournalEntry,
  JournalOperation,
  JournalState,
  JournalTarget,
} from './journal.ts';
import { serverTimeText, type JournalContext } from './journal-clock.ts';
import type { Verdict } from './verdict.ts';

/** What is recorded of a write before it is made. */
export interface Intent {
  readonly action: JournalAction;
  readonly target: JournalTarget;
  /** As the person saw it. */
  readonly before: JournalState;
  readonly wanted: JournalState;
  readonly reason?: string | undefined;
  /** When a suspension is to end, in milliseconds since the epoch. */
  readonly until?: number | undefined;
  readonly isUndo?: true | undefined;
}

/** One write in the journal. Its methods reject with the journal's sentence when a step cannot be recorded. */
export class Operation {
  readonly id: string;
  readonly #context: JournalContext;
  readonly #about: Pick<JournalEntry, 'operation' | 'action' | 'target' | 'undo'>;

  constructor(
    id: string,
    { action, target, isUndo }: Pick<Intent, 'action' | 'target' | 'isUndo'>,
    context: JournalContext,
  ) {
    this.id = id;
    this.#context = context;
    this.#about = { operation: id, action, target, undo: isUndo };
  }

  /** One that the journal has already, for a further verdict on it. */
  static again({ operation, steps }: JournalOperation, context: JournalContext): Operation {
    const [{ action, target, undo }] = steps;
    return new Operation(operation, { action, target, isUndo: undo }, context);
  }

  intend({ before, wanted, reason, until }: Intent): Promise<void> {
    return this.#append({
      step: 'intent',
      before,
      after: wanted,
      reason: reason === '' ? undefined : reason,
      ...(until !== undefined && { until: new Date(until).toISOString() }),
    });
  }

  sending(before: JournalState): Promise<void> {
    return this.#append({ step: 'sending', before });
  }

  end(
    {
      kind,
      sentence,
      status,
      end,
    }: Pick<Verdict, 'kind' | 'sentence' | 'status'> & Pick<JournalEntry, 'end'>,
    after: JournalState | undefined,
  ): Promise<void> {
    return this.#append({
      step: 'verdict',
      verdict: kind,
      sentence,
      ...(end !== undefined && { end }),
      status,
      after,
    });
  }

  #append(
    step: Omit<JournalEntry, 'time' | 'server_time' | 'operation' | 'action' | 'target' | 'undo'>,
  ): Promise<void> {
    const { journal, clock } = this.#context;
    const time = new Date(clock.now()).toISOString();
    const serverTime = serverTimeText(clock);
    return journal.append({
      time,
      ...(serverTime !== undefined && { server_time: serverTime }),
      ...this.#about,
      ...step,
    });
  }
}
