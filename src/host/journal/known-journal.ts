import { append } from '../../lib/long-lists.ts';
import type { FileHandle } from 'node:fs/promises';

import { nextTurn, systemSlices } from '../../lib/slices.ts';
import {
  operationOf,
  thingOf,
  type JournalOperation,
  type JournalReading,
  type JournalReadOptions,
  type JournalRecord,
  type OriginCheck,
} from '../../sync/writes/journal.ts';
import type { JournalIdentity } from './journal-identity.ts';
import { factsOf, recordOf, type LineFacts } from './journal-record.ts';
import { endOfLines, linesFromEnd } from './lines-from-end.ts';
import { openJournalFile, type JournalSource } from './read-journal-file.ts';
import { storedOperations, type StoredOperation } from './stored-operations.ts';

const DAY = 24 * 60 * 60 * 1000;

/** What was begun so many milliseconds before what is asked for is still looked for a verdict. */
const UNFINISHED_FOR = 30 * DAY;

/** It is read so much further back than is asked for: who asks next may ask for a little more. */
const MARGIN = 3 * DAY;

/** An operation of which all lines are held, and what was read of them so far. */
interface Known extends Pick<StoredOperation, 'operation' | 'time' | 'thing'> {
  serverTime: number | undefined;
  readonly lines: string[];
  hasVerdict: boolean;
  /** How many of the lines were read, and what was in them. */
  read: number;
  readonly records: JournalRecord[];
  /** Once it has a verdict, it stays what it is until the next line. */
  result: JournalOperation | undefined;
}

/** What is held of a file. */
interface Held {
  readonly file: string;
  /** All that was begun since then is held, and of the thirty days before it what has no verdict. */
  readonly since: number;
  /** The lines before that byte were read. */
  end: number;
  /** In the order in which they were begun. */
  readonly operations: Known[];
  readonly byId: Map<string, Known>;
  readonly byThing: Map<string, Known[]>;
}

/**
 * What a journal says of the writes to one organization. It is read from its end once, no further back than somebody asked for,
 * and from then on only what was added to it: all who read the journal in a process share one reading. Lines of other
 * organizations are passed over before they are read.
 */
export class KnownJournal {
  readonly #source: JournalSource;
  readonly #identity: Pick<JournalIdentity, 'base_url' | 'key'>;
  #held: Held | undefined;
  #reading: Promise<unknown> = Promise.resolve();

  constructor(source: JournalSource, identity: Pick<JournalIdentity, 'base_url' | 'key'>) {
    this.#source = source;
    this.#identity = identity;
  }

  /** What was begun since a time, as `Journal.read` gives it. `origin` says what holds now of the processes that wrote it. Rejects with a JournalError. */
  read(since: number, options: JournalReadOptions, origin: OriginCheck): Promise<JournalReading> {
    const reading = this.#reading.then(() => this.#read(since, options, origin));
    this.#reading = reading.catch(() => undefined);
    return reading;
  }

  async #read(
    since: number,
    { about, onPart }: JournalReadOptions,
    origin: OriginCheck,
  ): Promise<JournalReading> {
    const file = await openJournalFile(this.#source);
    if (file === undefined) {
      this.#held = undefined;
      return { operations: [], damaged: 0 };
    }
    let held: Held;
    try {
      held = await this.#catchUp(file, since);
    } finally {
      await file.close();
    }
    const operations: JournalOperation[] = [];
    let damaged = 0;
    const among = about === undefined ? held.operations : (held.byThing.get(thingOf(about)) ?? []);
    for (const known of among.toReversed()) {
      if (isWanted(known, since)) {
        append(operations, this.#operationOf(known, origin));
        damaged += known.read - known.records.length;
      }
    }
    onPart?.(operations);
    return { operations, damaged };
  }

  /** Holds all that is wanted of what is in the file now. */
  async #catchUp(handle: FileHandle, since: number): Promise<Held> {
    const { dev, ino, size } = await handle.stat();
    const file = `${dev}:${ino}`;
    const held = this.#held;
    // What follows the last line feed is half a line: nothing was sent yet on the strength of that.
    if (held !== undefined && held.file === file && held.since <= since && held.end <= size) {
      const end = await endOfLines(handle, held.end, size);
      await this.#takeNew(handle, held, end);
      return held;
    }
    const anew: Held = {
      file,
      since: since - MARGIN,
      end: await endOfLines(handle, 0, size),
      operations: [],
      byId: new Map(),
      byThing: new Map(),
    };
    const newest: StoredOperation[] = [];
    const from = anew.since - UNFINISHED_FOR;
    for await (const part of storedOperations(handle, { from, end: anew.end, mark: this.#identity.key })) {
      append(
        newest,
        part.operations.filter((each) => isWanted(each, anew.since)),
      );
      await nextTurn(systemSlices);
    }
    newest.reverse().forEach((stored) => hold(anew, stored));
    this.#held = anew;
    return anew;
  }

  /** Takes in what was added. A step whose intent is not held is of one that is too old to be asked for. */
  async #takeNew(file: FileHandle, held: Held, end: number): Promise<void> {
    const added: (readonly [line: string, facts: LineFacts])[] = [];
    for await (const lines of linesFromEnd(file, { start: held.end, end })) {
      for (const line of lines) {
        const facts = line.includes(this.#identity.key) ? factsOf(line) : undefined;
        if (facts !== undefined) {
          added.push([line, facts]);
        }
      }
      await nextTurn(systemSlices);
    }
    held.end = end;
    for (const [line, { operation, step, thing, time, serverTime }] of added.reverse()) {
      const known = held.byId.get(operation);
      if (known !== undefined) {
        known.lines.push(line);
        known.serverTime ??= serverTime;
        known.hasVerdict ||= step === 'verdict';
        known.result = undefined;
      } else if (step === 'intent') {
        hold(held, {
          operation,
          thing,
          time,
          serverTime,
          hasVerdict: false,
          lines: [line],
        });
      }
    }
  }

  /** None where all of its lines are damaged, or it was of another organization after all. */
  #operationOf(known: Known, origin: OriginCheck): readonly JournalOperation[] {
    if (known.result !== undefined) {
      return [known.result];
    }
    const { base_url: server, key } = this.#identity;
    for (const line of known.lines.slice(known.read)) {
      const record = recordOf(line);
      append(known.records, record === undefined ? [] : [record]);
    }
    known.read = known.lines.length;
    const [first, ...others] = known.records;
    if (first === undefined || first.base_url !== server || first.key !== key) {
      return [];
    }
    const operation = operationOf([first, ...others], origin);
    if (known.records.some(({ step }) => step === 'verdict')) {
      known.result = operation;
    }
    return [operation];
  }
}

/** By either clock: one that is wrong must not hide it. */
function isWanted(
  { time, serverTime = time, hasVerdict }: Pick<Known, 'time' | 'serverTime' | 'hasVerdict'>,
  since: number,
): boolean {
  const latest = Math.max(time, serverTime);
  return latest >= since || (!hasVerdict && latest >= since - UNFINISHED_FOR);
}

function hold(held: Held, { lines, ...stored }: StoredOperation): void {
  const known = { ...stored, lines: [...lines], read: 0, records: [], result: undefined };
  held.operations.push(known);
  held.byId.set(stored.operation, known);
  const alike = held.byThing.get(stored.thing);
  if (alike === undefined) {
    held.byThing.set(stored.thing, [known]);
  } else {
    alike.push(known);
  }
}
