import { safeString } from '../../lib/safe-text.ts';
import type { Journal, JournalEntry } from '../../sync/writes/journal.ts';

/** The writes of this process that were begun and have no verdict yet, for what there is to say when it ends. */
export class OpenOperations {
  readonly #last = new Map<string, JournalEntry>();
  #endings = 0;
  /** Is called with each verdict once it is recorded, or cannot be. */
  onVerdict: (entry: JournalEntry) => void = () => undefined;

  /** The same journal; of what is recorded in it, this keeps what has no verdict yet. */
  watch(journal: Journal): Journal {
    return {
      append: async (entry) => {
        if (entry.step === 'verdict') {
          // Whoever asked is informed, whether or not it can be recorded.
          this.#last.delete(entry.operation);
          this.#endings++;
          try {
            await journal.append(entry);
          } finally {
            this.#endings--;
            this.onVerdict(entry);
          }
          return;
        }
        await journal.append(entry);
        this.#last.set(entry.operation, entry);
      },
      read: (options) => journal.read(options),
    };
  }

  /** The last step of each. */
  get open(): readonly JournalEntry[] {
    return [...this.#last.values()];
  }

  /** Whether every one has its verdict, and that is recorded, or cannot be. */
  get isOver(): boolean {
    return this.#last.size === 0 && this.#endings === 0;
  }

  /** A sentence on each of them, safe for a terminal, for when the process ends now. */
  get sentences(): readonly string[] {
    return this.open.map(({ step, action, target }) => {
      const of = action === 'policy' ? 'the policy' : safeString(target.hostname ?? target.id ?? '', 'ident');
      const what = action === 'policy' ? `The change of ${of}` : `The change of ${of} (${action})`;
      return step === 'intent'
        ? `${what} was not sent.`
        : `${what} was sent, and its outcome is unknown: vigil checks it at the next start.`;
    });
  }
}
