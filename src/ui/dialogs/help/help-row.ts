import type { Sentence } from '../../../lib/untrusted.ts';

/** A row of the help: a heading, a blank one, or a key or word with what it means. */
export interface HelpRow {
  readonly heading?: string;
  /** The keys or the word. */
  readonly keys?: string;
  readonly text?: string;
  /** Why it cannot be done now. */
  readonly reason?: Sentence | undefined;
}
