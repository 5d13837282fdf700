import { rmSync } from 'node:fs';

import type { Clock } from '../../lib/clock.ts';
import { lazyImport } from '../../lib/lazy-import.ts';
import { ownValue } from '../../lib/own-value.ts';
import { nextTurn, systemSlices } from '../../lib/slices.ts';
import type { JsonValue, KeptOnHost } from '../../stores/base/kept-on-host.ts';
import {
  readStateFile,
  replaceStateFile,
  STATE_VERSION,
  stateWriting,
  writeStateFileNow,
} from './state-file.ts';
import { restoreKept, usableOf, type State } from './restore-kept.ts';
import { MOST_BYTES, stampOf, whyNotWritten } from './state-place.ts';
import type { StateWriting } from './write-state-file.ts';

/** Milliseconds from a change until it is written: filters are typed letter by letter. */
const DELAY = 2000;

/** Milliseconds between two looks whether another console has written: a draft that both edit should not drift apart. */
const LOOK = 1000;

/** Milliseconds until it is tried again what another console came before, or what could not be written. */
const SOON = 100;
const LATER = 30_000;

/** What keeping needs. */
export interface KeepingOptions {
  /** The file; its folder is made when something is written first. */
  readonly path: string;
  readonly userId: number;
  readonly clock: Clock;
  /** What it holds, for sentences: the beginning of one, in the plural. */
  readonly what?: string;
  /** Shows the user what is not kept, why, and what to do. */
  readonly say: (sentence: string) => void;
  /** Writes what is to take the place of the file, which a disk may refuse; by default into the file system. */
  readonly disk?: StateDisk;
}

/** Where a state file is written: meanwhile, and at the end of the program at once. */
export interface StateDisk {
  write(text: string, writing: StateWriting): Promise<void>;
  writeNow(path: string, makeText: () => string): void;
}

/** What keeps some stores in a file. */
export interface Keeping {
  /** Keeps the last changes, and ends it. */
  readonly stop: () => void;
  /** Takes in what is kept of these stores elsewhere, and keeps it; false when there is nothing of them. */
  readonly takeOver: (theirs: Readonly<Record<string, unknown>>) => boolean;
}

const EVERYTHING = 'Filters, layout, what was acknowledged and a draft of the policy';

const loadWriter = lazyImport(() => import('./write-state-file.ts'));

const DISK: StateDisk = {
  write: async (text, writing) => (await loadWriter()).writeStateFile(text, writing),
  writeNow: writeStateFileNow,
};

/**
 * Gives each store back what was kept of it, and keeps what changes from then on: seconds after a change, and when the
 * function returned is called. What another console wrote meanwhile is never overwritten unseen: it is taken in and merged
 * where a store says how, taken over where this one changed nothing, and is replaced only where both changed the same. What a
 * store can take in while it runs, it is given a second after it was written. Where nothing can be written, it says so once,
 * keeps what there is in memory and tries again. Where a newer program wrote the file, another one beside it is used.
 */
export function persistSlices(kept: readonly KeptOnHost[], options: KeepingOptions): Keeping {
  const { userId, clock, say, what = EVERYTHING, disk = DISK } = options;
  const restored = restoreKept(kept, { path: options.path, userId, what, say });
  if (restored.isRefused) {
    return { stop: () => undefined, takeOver: () => false };
  }
  const { path, findDamage } = restored;
  let { seen } = restored;
  const changed = new Set<KeptOnHost>();
  let cancel: (() => void) | undefined;
  let isWriting = false;
  let isStopped = false;
  let failure: string | undefined;
  /** What was written, and may not have come to its place. */
  let unplaced: string | undefined;
  /** What a text is being made of. */
  let underWay = new Map<KeptOnHost, JsonValue | undefined>();

  /** What is in the file now, of which each store takes in what it can. Throws when nothing may be written there any more. */
  function readTheirs(): State | undefined {
    seen = stampOf(path);
    const read = readStateFile(path, userId, findDamage);
    if (read.isRefused === true) {
      throw new Error(read.problem);
    }
    if (read.problem !== undefined) {
      say(`${read.problem} It is written anew with what this console has.`);
    }
    const { state } = read;
    const usable = usableOf(kept, state);
    usable.forEach((store) => store.takeIn?.(ownValue(state ?? {}, store.name)));
    // Where the file is gone, or a part of no use, what this console did not change is only in its memory.
    kept
      .filter((store) => state === undefined || (Object.hasOwn(state, store.name) && !usable.includes(store)))
      .forEach((store) => changed.add(store));
    return state;
  }

  let cancelLook = clock.schedule(LOOK, look);
  function look(): void {
    takeInNow();
    cancelLook = clock.schedule(LOOK, look);
  }

  function takeInNow(): void {
    const now = stampOf(path);
    if (now !== undefined && now !== seen && !isWriting) {
      try {
        readTheirs();
      } catch {
        // It is reported when something is to be written.
      }
    }
  }

  function begin(): State {
    const theirs = readTheirs() ?? {};
    underWay = new Map([...changed].map((store) => [store, undefined]));
    changed.clear();
    return theirs;
  }

  function textOf(theirs: State): string {
    const mine = [...underWay].map(([{ name }, value]) => [name, value]);
    const text = `${JSON.stringify({ ...theirs, version: STATE_VERSION, ...Object.fromEntries(mine) })}\n`;
    if (Buffer.byteLength(text) > MOST_BYTES) {
      throw new Error(`it is more than ${path} can hold. Write the draft, or take it back.`);
    }
    return text;
  }

  /** The text to be written, with keys and frames coming between the pieces of what may take long. */
  async function textInPieces(): Promise<string> {
    const theirs = begin();
    for (const store of underWay.keys()) {
      const steps = store.readInPieces?.(ownValue(theirs, store.name));
      underWay.set(
        store,
        steps === undefined ? mergedWith(store, ownValue(theirs, store.name)) : await doneInSlices(steps),
      );
    }
    return textOf(theirs);
  }

  function textAtOnce(): string {
    const theirs = begin();
    underWay.forEach((_, store) => underWay.set(store, mergedWith(store, ownValue(theirs, store.name))));
    return textOf(theirs);
  }

  function removeUnplaced(): void {
    if (unplaced !== undefined) {
      rmSync(unplaced, { force: true });
      unplaced = undefined;
    }
  }

  /** What was under way is still to be written. */
  function giveUp(): void {
    underWay.forEach((_, store) => changed.add(store));
    underWay = new Map();
  }

  function succeed(): void {
    seen = stampOf(path);
    underWay.forEach((value, store) => store.written?.(value ?? null));
    underWay = new Map();
    if (failure !== undefined) {
      failure = undefined;
      say('What could not be kept on this host is kept by now.');
    }
  }

  function fail(error: unknown): void {
    giveUp();
    changed.forEach((store) => store.notWritten?.());
    const sentence = failureSentence(path, what, error);
    if (sentence !== failure) {
      failure = sentence;
      say(sentence);
    }
  }

  function writeAfter(delay: number): void {
    cancel ??= clock.schedule(delay, () => void write());
  }

  function writeAtOnce(): void {
    cancel?.();
    cancel = undefined;
    writeAfter(0);
  }

  async function write(): Promise<void> {
    cancel = undefined;
    if (isWriting) {
      writeAfter(SOON);
      return;
    }
    isWriting = true;
    try {
      const writing = stateWriting(path, clock.monotonic());
      removeUnplaced();
      unplaced = writing.temporary;
      const text = isStopped ? undefined : await textInPieces();
      if (text !== undefined && !isStopped) {
        await disk.write(text, writing);
      }
      if (!isStopped) {
        if (replaceStateFile(writing, seen)) {
          succeed();
        } else {
          giveUp();
          writeAfter(SOON);
        }
      }
    } catch (error) {
      if (!isStopped) {
        fail(error);
        writeAfter(LATER);
      }
    }
    isWriting = false;
  }

  const stops = kept.flatMap((store) => [
    store.subscribe((isUrgent = false) => {
      changed.add(store);
      if (!isStopped && isUrgent) {
        writeAtOnce();
      } else if (!isStopped) {
        writeAfter(DELAY);
      }
    }),
    ...(store.beforeNeeded === undefined ? [] : [store.beforeNeeded(takeInNow)]),
  ]);
  if (restored.isTakenInPart) {
    // What was taken of it is nowhere else under the name of the file any more.
    kept.forEach((store) => changed.add(store));
    writeAfter(DELAY);
  }
  function stop(): void {
    isStopped = true;
    stops.forEach((stop) => stop());
    cancel?.();
    cancelLook();
    giveUp();
    removeUnplaced();
    if (changed.size > 0) {
      try {
        disk.writeNow(path, textAtOnce);
        succeed();
      } catch (error) {
        fail(error);
      }
    }
  }
  /** Takes in what was kept elsewhere, as what another console had. */
  function takeOver(theirs: State): boolean {
    const there = usableOf(kept, theirs);
    for (const store of kept) {
      const why = Object.hasOwn(theirs, store.name)
        ? store.whyUnusable?.(ownValue(theirs, store.name))
        : undefined;
      if (why !== undefined) {
        say(`${what} are not taken over: what is kept there ${why}. It stays there as it is.`);
      }
    }
    if (there.length === 0) {
      return false;
    }
    const own = readTheirs() ?? {};
    for (const store of there) {
      const value = ownValue(theirs, store.name);
      if (store.takeIn === undefined) {
        store.restore(value);
      } else {
        store.takeIn(value);
      }
      // It was not in this file, from which it would seem to be gone otherwise.
      store.written?.((ownValue(own, store.name) ?? null) as JsonValue);
      changed.add(store);
    }
    writeAtOnce();
    return true;
  }
  return { stop, takeOver };
}

function failureSentence(path: string, what: string, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const why = code === undefined ? message : whyNotWritten(path, error);
  return `${what} are not kept: ${why.replace(/\.?$/, '.')} It is tried again by itself, and until then they are in this console alone.`;
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
