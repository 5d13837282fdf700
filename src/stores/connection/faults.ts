/** Something in the program itself that went wrong, and that it goes on after. */
export interface Fault {
  /** What was being done, as the end of a sentence that begins with "while": `drawing the events`. */
  readonly doing: string;
  /** What was thrown; it may hold text of others. */
  readonly error: unknown;
  /** How often it has happened by now. */
  readonly count: number;
}

/** So many faults that differ are distinguished; of a program in which more go wrong, enough was reported. */
const MOST_KNOWN = 100;

/**
 * Where faults of the program are reported that it goes on after. One that happens again, as with every frame, is counted;
 * listeners hear of the first, the tenth, the hundredth and so on.
 */
export class Faults {
  readonly #known = new Map<string, Fault>();
  readonly #listeners = new Set<(fault: Fault) => void>();

  /** All that happened, each once, the first one first. */
  get all(): readonly Fault[] {
    return [...this.#known.values()];
  }

  /** Takes note of a fault. Never throws. */
  report(doing: string, error: unknown): void {
    const key = `${doing}\n${placeOf(error)}`;
    const known = this.#known.get(key);
    if (known === undefined && this.#known.size >= MOST_KNOWN) {
      return;
    }
    const fault: Fault = { doing, error: known?.error ?? error, count: (known?.count ?? 0) + 1 };
    this.#known.set(key, fault);
    if (Number.isInteger(Math.log10(fault.count))) {
      for (const listener of this.#listeners) {
        try {
          listener(fault);
        } catch {
          // What reports faults must not make more of them.
        }
      }
    }
  }

  /** Hears of faults from now on; the function returned ends it. */
  onFault(listener: (fault: Fault) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Does something and gives what it returns, or reports that it threw, and gives something else. */
  guard<Result>(doing: string, act: () => Result, instead: (error: unknown) => Result): Result {
    try {
      return act();
    } catch (error) {
      this.report(doing, error);
      return instead(error);
    }
  }

  /** The same of something that is only done; one that is done later reports it when it is rejected. */
  run(doing: string, act: () => unknown): void {
    void this.begin(doing, act);
  }

  /** The same, and what resolves once it is done, whether it failed or not; undefined where it is done already. */
  begin(doing: string, act: () => unknown): Promise<void> | undefined {
    const done = this.guard<unknown>(doing, act, () => undefined);
    return done instanceof Promise
      ? done.then(
          () => undefined,
          (error: unknown) => this.report(doing, error),
        )
      : undefined;
  }
}

/**
 * The same store, in which a listener that throws is reported, and keeps neither the change that it hears of nor other
 * listeners from what they do.
 */
export function guardListeners<
  State,
  Store extends { readonly subscribe: (listener: (state: State, before: State) => void) => () => void },
>(store: Store, faults: Faults): Store {
  const { subscribe } = store;
  return Object.assign(store, {
    subscribe: (listener: (state: State, before: State) => void) =>
      subscribe((state, before) => faults.run('taking in what is new', () => listener(state, before))),
  });
}

/** What a fault is distinguished from others by: where it was thrown. Its words may differ each time. */
function placeOf(error: unknown): string {
  if (!(error instanceof Error)) {
    return typeof error;
  }
  const frame = /^\s+at .+$/m.exec(error.stack ?? '')?.[0].trim();
  return `${error.name} ${frame ?? error.message}`;
}

/** What was thrown, in words; anything at all can be. */
export function faultText(error: unknown): string {
  try {
    return error instanceof Error ? error.message || error.name : String(error);
  } catch {
    return 'something that cannot be put in words';
  }
}
