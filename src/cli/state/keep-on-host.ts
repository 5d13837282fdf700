import type { Clock } from '../../lib/clock.ts';
import { nextTurn, systemSlices } from '../../lib/slices.ts';
import type { JsonValue, KeptOnHost } from '../../stores/kept/kept-on-host.ts';
import {
  readStateFile,
  STATE_VERSION,
  stateWrittenAt,
  stateWriting,
  writeStateFileNow,
  type StateRead,
} from './state-file.ts';

/** Milliseconds from a change until it is written: filters are typed letter by letter. */
const DELAY = 2000;

/** Milliseconds between two looks at what another console has written. */
const LOOK = 60_000;

/** What keeping needs. */
export interface KeepingOptions {
  /** The file; its folder is made when something is written first. */
  readonly path: string;
  readonly userId: number;
  readonly clock: Clock;
  /** Tells the user what is not kept, and why. */
  readonly say: (sentence: string) => void;
}

/**
 * Gives each store back what was kept of it, and keeps what changes from then on: seconds after a change, and when the
 * function returned is called. What another console wrote meanwhile is merged where a store says how, taken over where
 * this one changed nothing, and lost only where both changed the same; what a store can take in of it while it runs, it is
 * given every minute. Where nothing can be written, it says so once and
 * keeps nothing.
 */
export function keepOnHost(kept: readonly KeptOnHost[], options: KeepingOptions): () => void {
  const { path, userId, clock, say } = options;
  const { state = {}, problem, isRefused }: StateRead = readStateFile(path, userId);
  for (const store of kept) {
    if (Object.hasOwn(state, store.name)) {
      store.restore(state[store.name]);
    }
  }
  if (problem !== undefined) {
    say(
      `${isRefused === true ? 'Filters and layout are not kept' : 'Filters and layout start anew'}: ${problem}`,
    );
  }
  if (isRefused === true) {
    return () => undefined;
  }
  const changed = new Set<KeptOnHost>();
  let cancel: (() => void) | undefined;
  let isBroken = false;
  let isStopped = false;
  /** What a text is being made of. */
  let underWay: readonly KeptOnHost[] = [];

  let seenAt = stateWrittenAt(path);

  /** What is in the file now, of which each store takes in what it can. */
  function readTheirs(): Readonly<Record<string, unknown>> {
    seenAt = stateWrittenAt(path);
    const { state: theirs = {} } = readStateFile(path, userId);
    for (const store of kept) {
      if (Object.hasOwn(theirs, store.name)) {
        store.takeIn?.(theirs[store.name]);
      }
    }
    return theirs;
  }

  let cancelLook = clock.schedule(LOOK, look);
  function look(): void {
    if (stateWrittenAt(path) !== seenAt) {
      readTheirs();
    }
    cancelLook = clock.schedule(LOOK, look);
  }

  /** As `textToWrite`, with keys and frames coming between the pieces of what may take long. */
  async function textInPieces(): Promise<string> {
    const theirs = readTheirs();
    const merged: Record<string, unknown> = { ...theirs, version: STATE_VERSION };
    underWay = [...changed];
    changed.clear();
    for (const store of underWay) {
      const steps = store.readInPieces?.(theirs[store.name]);
      merged[store.name] =
        steps === undefined ? mergedWith(store, theirs[store.name]) : await doneInSlices(steps);
    }
    return `${JSON.stringify(merged)}\n`;
  }

  function textToWrite(): string {
    const theirs = readTheirs();
    const merged: Record<string, unknown> = { ...theirs, version: STATE_VERSION };
    for (const store of changed) {
      merged[store.name] = mergedWith(store, theirs[store.name]);
    }
    changed.clear();
    return `${JSON.stringify(merged)}\n`;
  }

  function fail(error: unknown): void {
    isBroken = true;
    const { code } = error as NodeJS.ErrnoException;
    say(`Filters and layout are not kept: ${path} cannot be written (${code ?? 'unknown'}).`);
  }

  async function write(): Promise<void> {
    cancel = undefined;
    try {
      // Nothing is written before the first frame.
      const { writeStateFile } = await import('./write-state-file.ts');
      const text = await textInPieces();
      if (!isStopped) {
        underWay = [];
        await writeStateFile(text, stateWriting(path));
      }
    } catch (error) {
      fail(error);
    }
  }

  const stops = kept.map((store) =>
    store.subscribe(() => {
      changed.add(store);
      if (!isBroken) {
        cancel ??= clock.schedule(DELAY, () => void write());
      }
    }),
  );
  return () => {
    isStopped = true;
    stops.forEach((stop) => stop());
    underWay.forEach((store) => changed.add(store));
    cancel?.();
    cancelLook();
    if (changed.size > 0 && !isBroken) {
      try {
        writeStateFileNow(path, textToWrite());
      } catch (error) {
        fail(error);
      }
    }
  };
}

async function doneInSlices<Result>(steps: Generator<void, Result>): Promise<Result> {
  let hasTime = systemSlices.begin();
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) {
      return value;
    }
    if (!hasTime()) {
      await nextTurn(systemSlices);
      hasTime = systemSlices.begin();
    }
  }
}

function mergedWith(store: KeptOnHost, theirs: unknown): JsonValue {
  const mine = store.read();
  return store.merge === undefined || theirs === undefined ? mine : store.merge(mine, theirs);
}
