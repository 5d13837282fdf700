import type { Journal, JournalAction, JournalEntry, JournalState, JournalTarget } from './journal.ts';
import { serverTimeText, type JournalClock } from './journal-clock.ts';
import type { Verdict } from './verdict.ts';

/** What is recorded of a write before it is made. */
export interface Intent {
  readonly action: JournalAction;
  readonly target: JournalTarget;
  /** As the person saw it. */
  readonly before: JournalState;
  readonly wanted: JournalState;
  readonly reason?: string | undefined;
  readonly isUndo?: true | undefined;
}

/** One write in the journal. Its methods reject with the journal's sentence when a step cannot be recorded. */
export class Operation {
  readonly id: string;
  readonly #journal: Journal;
  readonly #clock: JournalClock;
  readonly #about: Pick<JournalEntry, 'operation' | 'action' | 'target' | 'undo'>;

  constructor(
    id: string,
    { action, target, isUndo }: Pick<Intent, 'action' | 'target' | 'isUndo'>,
    { journal, clock }: { readonly journal: Journal; readonly clock: JournalClock },
  ) {
    this.id = id;
    this.#journal = journal;
    this.#clock = clock;
    this.#about = { operation: id, action, target, undo: isUndo };
  }

  intend({ before, wanted, reason }: Intent): Promise<void> {
    return this.#append({
      step: 'intent',
      before,
      after: wanted,
      reason: reason === '' ? undefined : reason,
    });
  }

  sending(before: JournalState): Promise<void> {
    return this.#append({ step: 'sending', before });
  }

  end({ kind, sentence, status }: Verdict, after: JournalState | undefined): Promise<void> {
    return this.#append({ step: 'verdict', verdict: kind, sentence, status, after });
  }

  #append(
    step: Omit<JournalEntry, 'time' | 'server_time' | 'operation' | 'action' | 'target' | 'undo'>,
  ): Promise<void> {
    const time = new Date(this.#clock.now()).toISOString();
    const serverTime = serverTimeText(this.#clock);
    return this.#journal.append({
      time,
      ...(serverTime !== undefined && { server_time: serverTime }),
      ...this.#about,
      ...step,
    });
  }
}
