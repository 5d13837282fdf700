import { asciiJson } from '../../lib/ascii-json.ts';

/** What a position counts for: one server and one filter. A key may be exchanged for a new one meanwhile. */
export interface PositionScope {
  readonly server: string;
  readonly filter: Readonly<Record<string, string>>;
}

/** An event that was taken, and when it happened, in milliseconds; undefined where it carries no time that can be read. */
export interface TakenEvent {
  readonly id: string;
  readonly time: number | undefined;
}

/** The version of the form of a position. A later one is not read. */
const VERSION = 1;

/** A position that cannot be used; the message says what is wrong with it. */
export class PositionError extends Error {}

/**
 * How far events were forwarded: of all that happened after `begin`, which the receiver has taken, by their ids, and through
 * when all of it was read. A restart reads everything after `begin` that is not among these, so what came in late
 * meanwhile is found, and nothing is left out that was read and not taken.
 *
 * It is written as lines that are only ever added: each method that changes it gives the line to be written. Times are
 * milliseconds.
 */
export class ForwardPosition {
  readonly scope: PositionScope;
  readonly #taken = new Map<string, number | undefined>();
  #begin: number;
  #through: number | undefined;

  constructor(scope: PositionScope, begin: number) {
    this.scope = scope;
    this.#begin = begin;
  }

  /** Before which nothing is read again. */
  get begin(): number {
    return this.#begin;
  }

  /** Through when everything was read and taken; undefined before the first complete reading. */
  get through(): number | undefined {
    return this.#through;
  }

  /** How many events are remembered. */
  get size(): number {
    return this.#taken.size;
  }

  has(id: string): boolean {
    return this.#taken.has(id);
  }

  /** The events that were taken and are remembered, those after `since`; those without a time always. */
  *takenSince(since = Number.NEGATIVE_INFINITY): Iterable<TakenEvent> {
    for (const [id, time] of this.#taken) {
      if (time === undefined || time > since) {
        yield { id, time };
      }
    }
  }

  /** Notes that the receiver has taken these. */
  take(events: readonly TakenEvent[]): string {
    for (const { id, time } of events) {
      this.#taken.set(id, time);
    }
    return takenLine(events);
  }

  /** Notes that all was read and taken through a time, and that nothing before `begin` has to be read again. */
  move(begin: number, through: number | undefined): string {
    this.#begin = Math.max(begin, this.#begin);
    this.#through = Math.max(through ?? Number.NEGATIVE_INFINITY, this.#through ?? Number.NEGATIVE_INFINITY);
    if (this.#through === Number.NEGATIVE_INFINITY) {
      this.#through = undefined;
    }
    for (const [id, time] of this.#taken) {
      if (time !== undefined && time <= this.#begin) {
        this.#taken.delete(id);
      }
    }
    return this.#moveLine();
  }

  /** Where to begin so that about so many of the newest events are remembered. */
  beginFor(most: number): number {
    if (this.size <= most) {
      return this.#begin;
    }
    const times = Float64Array.from([...this.#taken.values()].filter((time) => time !== undefined)).sort();
    return times[times.length - most - 1] ?? this.#begin;
  }

  /** All of it, as the lines of a new file. */
  *lines(): Iterable<string> {
    yield asciiJson({ vigil_forward: VERSION, ...this.scope, begin: this.#begin });
    if (this.#through !== undefined) {
      yield this.#moveLine();
    }
    let part: TakenEvent[] = [];
    for (const event of this.takenSince()) {
      part.push(event);
      if (part.length === IDS_PER_LINE) {
        yield takenLine(part);
        part = [];
      }
    }
    if (part.length > 0) {
      yield takenLine(part);
    }
  }

  /**
   * Reads what was written. The last line may be half a one, where a crash met its writing: what it says was not noted yet.
   * Throws a PositionError for anything else that cannot be read.
   */
  static read(text: string): ForwardPosition {
    const lines = text.split('\n');
    // What stands behind the last line end was not written whole.
    lines.pop();
    const [first, ...others] = lines.map((line, index) => parsed(line, index + 1));
    if (first === undefined) {
      throw new PositionError('It has no first line.');
    }
    const { vigil_forward: version, server, filter, begin } = first;
    if (version !== VERSION) {
      throw new PositionError(
        version === undefined
          ? 'It is no position of vigil forward.'
          : 'It was written by another version of vigil.',
      );
    }
    if (typeof server !== 'string' || !isTime(begin)) {
      throw new PositionError('Line 1 is damaged.');
    }
    const position = new ForwardPosition({ server, filter: filter as PositionScope['filter'] }, begin);
    others.forEach((line, index) => {
      if (Array.isArray(line['taken'])) {
        position.take(
          line['taken'].map(([id, time]: [string, number | null]) => ({ id, time: time ?? undefined })),
        );
      } else if (isTime(line['begin'])) {
        position.move(line['begin'], isTime(line['through']) ? line['through'] : undefined);
      } else {
        throw new PositionError(`Line ${index + 2} is damaged.`);
      }
    });
    return position;
  }

  #moveLine(): string {
    return asciiJson({ begin: this.#begin, through: this.#through ?? null });
  }
}

/** So many ids stand in a line of a new file. */
const IDS_PER_LINE = 500;

function takenLine(events: readonly TakenEvent[]): string {
  return asciiJson({ taken: events.map(({ id, time }) => [id, time ?? null]) });
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function parsed(line: string, number: number): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null) {
      return value as Readonly<Record<string, unknown>>;
    }
  } catch {
    // Said below.
  }
  throw new PositionError(`Line ${number} is damaged.`);
}
