import { KINDS, type MessageKind } from './message.ts';

const FIRST_ROOM = 256;

/** Where the messages of one array stand in the bytes of an answer, what they are and when they were. */
export class MessageIndex {
  #starts = new Float64Array(FIRST_ROOM);
  #ends = new Float64Array(FIRST_ROOM);
  #kinds = new Uint8Array(FIRST_ROOM);
  #times = new Float64Array(FIRST_ROOM);
  #count = 0;
  #latest = Number.NEGATIVE_INFINITY;
  /** The first bytes of the array's contents, and the first byte behind them once it is closed. */
  readonly contentStart: number;
  contentEnd: number | undefined;
  /** Places, counted from 0, at which something other than a message stands. */
  readonly damaged: number[] = [];

  constructor(contentStart: number) {
    this.contentStart = contentStart;
  }

  get count(): number {
    return this.#count;
  }

  /** Adds a message: its bytes, its kind, and its time in milliseconds where it has one. */
  add(start: number, end: number, kind: MessageKind, time: number | undefined): void {
    const index = this.#count;
    if (index === this.#starts.length) {
      this.#grow(index * 2);
    }
    this.#latest = time === undefined || time < this.#latest ? this.#latest : time;
    this.#starts[index] = start;
    this.#ends[index] = end;
    this.#kinds[index] = KINDS.indexOf(kind);
    this.#times[index] = this.#latest;
    this.#count++;
  }

  start(index: number): number {
    return this.#starts[index] as number;
  }

  end(index: number): number {
    return this.#ends[index] as number;
  }

  kind(index: number): MessageKind {
    return KINDS[this.#kinds[index] as number] as MessageKind;
  }

  /** The latest time of the messages through that one, which never falls; -Infinity before the first that has one. */
  latestTime(index: number): number {
    return this.#times[index] as number;
  }

  #grow(room: number): void {
    this.#starts = moved(this.#starts, new Float64Array(room));
    this.#ends = moved(this.#ends, new Float64Array(room));
    this.#kinds = moved(this.#kinds, new Uint8Array(room));
    this.#times = moved(this.#times, new Float64Array(room));
  }
}

function moved<Column extends Float64Array | Uint8Array>(column: Column, larger: Column): Column {
  larger.set(column);
  return larger;
}
