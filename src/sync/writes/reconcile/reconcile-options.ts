import type { Client } from '../../../api/client.ts';
import type { Sentence } from '../../../lib/untrusted.ts';
import type { Stores } from '../../../stores/stores.ts';
import type { JournalContext } from '../journal-clock.ts';

/** With what it is found out what became of a change after it was judged. */
export interface ReconcileContext extends JournalContext {
  /** Only reads are made with it. */
  readonly client: Client;
}

/** The same where changes are compared with what is read into the stores, which need not be all of them. */
export interface ReconcileOptions<Needed = Stores> extends ReconcileContext {
  readonly stores: Needed;
  /** Tells the person; `topic` is what it is about, of one change alone. */
  readonly notify: (sentence: Sentence, topic: string | undefined) => void;
}
