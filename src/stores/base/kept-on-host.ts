/** What JSON can hold. */
export type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | { readonly [name: string]: JsonValue };

/**
 * A store of which something is kept on this host from one start to the next so that nobody sets
 * it up anew: where the user is, how panes look, what was acknowledged. Never data of the API beyond ids, and never
 * the key.
 */
export interface KeptOnHost {
  /** Names its part of the file: letters and dashes. */
  readonly name: string;
  /** It names data by its ids, which mean nothing in another start of the demo. */
  readonly isOfData?: true;
  /** What is to be kept, as it is now. It costs little: it is asked for after each change. */
  read(): JsonValue;
  /**
   * What is to be kept, merged with what another console wrote (undefined when there is none), where that may take long: it
   * yields after each small piece of the work.
   */
  readInPieces?(theirs: unknown): Generator<void, JsonValue>;
  /** Whether `restore` would take all of what was kept; without it, what it leaves out is no loss. */
  isWhole?(value: unknown): boolean;
  /**
   * Why nothing of what was kept may be used, as the end of a sentence that begins with where it is kept; undefined when it
   * may. Then it is given to none of the functions below.
   */
  whyUnusable?(value: unknown): string | undefined;
  /** Takes over what was kept. The file may have been edited: what is valid is taken, all else left as it is. */
  restore(value: unknown): void;
  /**
   * What two consoles that keep the same thing both have: what this one has, with what the other one wrote meanwhile.
   * Without it, the last one that writes wins.
   */
  merge?(mine: JsonValue, theirs: unknown): JsonValue;
  /**
   * Takes in what is in the file, where another console that runs now may have written it; nothing is kept again for it. It is
   * called before each writing too, so that what `read` gives then has both in it.
   */
  takeIn?(theirs: unknown): void;
  /** What `read` or `merge` gave is in the file by now: what another console changes from then on is a change of that. */
  written?(value: JsonValue): void;
  /** It could not be written, and is only in memory until it is. */
  notWritten?(): void;
  /**
   * Calls `listener` whenever what is kept may have changed, and with true where other consoles should know of it at once;
   * the function returned ends it.
   */
  subscribe(listener: (isUrgent?: boolean) => void): () => void;
  /** Calls `look` before what another console may have written is needed; the function returned ends it. */
  beforeNeeded?(look: () => void): () => void;
}
