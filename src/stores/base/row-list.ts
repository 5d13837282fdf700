import { append } from '../../lib/long-lists.ts';

/** What a list of rows and an array of them have in common. */
export interface Rows<Row> extends Iterable<Row> {
  readonly length: number;
  at(index: number): Row | undefined;
  slice(start?: number, end?: number): readonly Row[];
}

/** Rows of a piece at most; changing a list copies the pieces that change. */
const MOST = 512;

/** A piece that is smaller than this is joined with its neighbour, where both have room in one. */
const FEW = 128;

type Piece<Row> = readonly Row[];

/**
 * A list that does not change: another one is made of it, which shares with it what stayed the same. Making one costs the
 * rows that differ and a step for each piece, whatever the length, and leaves next to nothing behind to be collected.
 */
export class RowList<Row> implements Rows<Row> {
  readonly length: number;
  readonly #pieces: readonly Piece<Row>[];
  /** The place at which each piece begins. */
  readonly #starts: readonly number[];
  /** The piece that was asked for last: neighbours are often asked for one after the other. */
  #last = 0;

  /** A list of pieces that do not change any more; none may be empty. */
  constructor(pieces: readonly (readonly Row[])[] = []) {
    const starts: number[] = [];
    let length = 0;
    for (const piece of pieces) {
      starts.push(length);
      length += piece.length;
    }
    this.#pieces = pieces;
    this.#starts = starts;
    this.length = length;
  }

  static of<Row>(rows: Iterable<Row>): RowList<Row> {
    if (rows instanceof RowList) {
      return rows as RowList<Row>;
    }
    const builder = new RowListBuilder<Row>();
    for (const row of rows) {
      builder.push(row);
    }
    return builder.list();
  }

  /** The pieces that it is made of, in order. */
  get pieces(): readonly (readonly Row[])[] {
    return this.#pieces;
  }

  /** The row at a place, counted from the end when it is negative, as arrays do. */
  at(index: number): Row | undefined {
    const place = index < 0 ? this.length + index : index;
    if (place < 0 || place >= this.length) {
      return undefined;
    }
    const piece = this.#pieceAt(place);
    return this.#pieces[piece]?.[place - (this.#starts[piece] as number)];
  }

  /** The rows from one place up to another, as an array. */
  slice(start = 0, end = this.length): readonly Row[] {
    const rows: Row[] = [];
    for (const piece of this.#within(start, end)) {
      append(rows, piece);
    }
    return rows;
  }

  /** The rows from one place up to another, as a list; this one when these are all. */
  within(start: number, end: number): RowList<Row> {
    return start <= 0 && end >= this.length ? this : new RowList([...this.#within(start, end)]);
  }

  /**
   * The list without the rows at some places, and with others before the rows at some places; all of these are in order.
   * A place that is the length stands for the end.
   */
  changed(gone: readonly number[], places: readonly number[], added: readonly Row[]): RowList<Row> {
    const pieces: Piece<Row>[] = [];
    let nextGone = 0;
    let nextAdded = 0;
    for (const [number, piece] of this.#pieces.entries()) {
      const start = this.#starts[number] as number;
      const isLast = number === this.#pieces.length - 1;
      const end = start + piece.length + (isLast ? 1 : 0);
      const isTouched = (gone[nextGone] ?? Infinity) < end || (places[nextAdded] ?? Infinity) < end;
      if (!isTouched) {
        put(pieces, piece);
        continue;
      }
      const made: Row[] = [];
      for (let place = start; place < end; place++) {
        for (; places[nextAdded] === place; nextAdded++) {
          made.push(added[nextAdded] as Row);
        }
        if (gone[nextGone] === place) {
          nextGone++;
        } else if (place < start + piece.length) {
          made.push(piece[place - start] as Row);
        }
      }
      put(pieces, made);
    }
    put(pieces, added.slice(nextAdded));
    return new RowList(pieces);
  }

  /** How many rows, from a place here and from a place in another list on, are the same ones, up to the end of either. */
  sameFrom(place: number, other: RowList<Row>, otherPlace: number): number {
    const most = Math.min(this.length - place, other.length - otherPlace);
    let same = 0;
    while (same < most) {
      const number = this.#pieceAt(place + same);
      const otherNumber = other.#pieceAt(otherPlace + same);
      const piece = this.#pieces[number] as Piece<Row>;
      const otherPiece = other.#pieces[otherNumber] as Piece<Row>;
      const from = place + same - (this.#starts[number] as number);
      const otherFrom = otherPlace + same - (other.#starts[otherNumber] as number);
      const count = Math.min(piece.length - from, otherPiece.length - otherFrom);
      if (piece !== otherPiece || from !== otherFrom) {
        for (let index = 0; index < count; index++) {
          if (piece[from + index] !== otherPiece[otherFrom + index]) {
            return same + index;
          }
        }
      }
      same += count;
    }
    return same;
  }

  *[Symbol.iterator](): Generator<Row, undefined> {
    for (const piece of this.#pieces) {
      yield* piece;
    }
    return undefined;
  }

  map<Result>(make: (row: Row, index: number) => Result): readonly Result[] {
    return this.slice().map(make);
  }

  filter(passes: (row: Row, index: number) => boolean): readonly Row[] {
    return this.slice().filter(passes);
  }

  *#within(start: number, end: number): Generator<Piece<Row>, undefined> {
    const first = Math.max(0, start);
    const stop = Math.min(this.length, end);
    for (let place = first; place < stop;) {
      const number = this.#pieceAt(place);
      const piece = this.#pieces[number] as Piece<Row>;
      const begins = this.#starts[number] as number;
      const isWhole = place === begins && begins + piece.length <= stop;
      yield isWhole ? piece : piece.slice(place - begins, stop - begins);
      place = begins + piece.length;
    }
    return undefined;
  }

  #pieceAt(place: number): number {
    const last = this.#last;
    if (place >= (this.#starts[last] as number)) {
      if (place < (this.#starts[last + 1] ?? this.length)) {
        return last;
      }
      if (place < (this.#starts[last + 2] ?? this.length)) {
        this.#last = last + 1;
        return last + 1;
      }
    }
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] as number) <= place) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    this.#last = low;
    return low;
  }
}

/** Adds a piece, in parts when it is too large, or to the one before it when it is small. */
function put<Row>(pieces: Piece<Row>[], piece: Piece<Row>): void {
  const before = pieces.at(-1);
  if (piece.length === 0) {
    return;
  }
  if (
    before !== undefined &&
    (piece.length < FEW || before.length < FEW) &&
    before.length + piece.length <= MOST
  ) {
    pieces[pieces.length - 1] = [...before, ...piece];
  } else if (piece.length <= MOST) {
    pieces.push(piece);
  } else {
    const parts = Math.ceil(piece.length / MOST);
    for (let part = 0; part < parts; part++) {
      const start = Math.floor((piece.length * part) / parts);
      pieces.push(piece.slice(start, Math.floor((piece.length * (part + 1)) / parts)));
    }
  }
}

/** Makes a list by adding to its end; the lists that it gave meanwhile do not grow. */
export class RowListBuilder<Row> {
  readonly #pieces: Piece<Row>[];
  #end: Row[];
  #list: RowList<Row> | undefined;

  /** Begins with the rows of a list. */
  constructor(list?: RowList<Row>) {
    this.#pieces = list?.pieces.slice(0, -1) ?? [];
    this.#end = [...(list?.pieces.at(-1) ?? [])];
    this.#list = list;
  }

  push(row: Row): void {
    this.#list = undefined;
    if (this.#end.length >= MOST) {
      this.#pieces.push(this.#end);
      this.#end = [];
    }
    this.#end.push(row);
  }

  /** What was added until now; the same list as before when that was nothing. */
  list(): RowList<Row> {
    this.#list ??= new RowList(
      this.#end.length === 0 ? [...this.#pieces] : [...this.#pieces, [...this.#end]],
    );
    return this.#list;
  }
}
