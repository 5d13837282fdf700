const BLOCK_BITS = 20;
const BLOCK = 1 << BLOCK_BITS;
const WITHIN = BLOCK - 1;

/** Bytes of a character of UTF-8 behind its first. */
const MOST_CONTINUED = 3;

/**
 * Bytes that arrive piece by piece and stay where they were put: what was read of them stays valid while more arrives, and
 * no copy of all of them is ever made. Offsets count from the first byte.
 */
export class ByteBlocks {
  readonly #blocks: (Buffer | undefined)[] = [];
  #length = 0;

  /** Bytes that are here. */
  get length(): number {
    return this.#length;
  }

  /** Puts a piece at the end; it is copied. */
  append(piece: Uint8Array): void {
    for (let taken = 0; taken < piece.length;) {
      const within = this.#length & WITHIN;
      if (within === 0) {
        this.#blocks.push(Buffer.allocUnsafeSlow(BLOCK));
      }
      const block = this.#blocks[this.#length >> BLOCK_BITS] as Buffer;
      const count = Math.min(BLOCK - within, piece.length - taken);
      block.set(piece.subarray(taken, taken + count), within);
      taken += count;
      this.#length += count;
    }
  }

  /** Lets go of the bytes from `start` up to and without `end`, as far as they fill blocks: nothing of them is to be read again. */
  release(start: number, end: number): void {
    for (let block = (start + WITHIN) >> BLOCK_BITS; (block + 1) << BLOCK_BITS <= end; block++) {
      this.#blocks[block] = undefined;
    }
  }

  /** The bytes from `start` up to and without `end`; a copy only where they lie in several blocks. Not to be changed. */
  slice(start: number, end: number): Buffer {
    const pieces = [...this.pieces(start, end)];
    const [only = Buffer.alloc(0)] = pieces;
    return pieces.length < 2 ? only : Buffer.concat(pieces);
  }

  /** The same as they lie in the blocks, in pieces. Not to be changed. */
  *pieces(start: number, end: number): Generator<Buffer> {
    for (let at = start; at < end;) {
      const within = at & WITHIN;
      const count = Math.min(BLOCK - within, end - at);
      yield (this.#blocks[at >> BLOCK_BITS] as Buffer).subarray(within, within + count);
      at += count;
    }
  }

  /** That place, or the end of the character of UTF-8 in which it lies; not behind `last`. */
  characterEnd(place: number, last: number): number {
    let end = place;
    while (end < Math.min(last, place + MOST_CONTINUED) && this.#isContinued(end)) {
      end++;
    }
    return end;
  }

  /** Those bytes as UTF-8 text; what is no UTF-8 becomes U+FFFD. */
  text(start: number, end: number): string {
    return this.slice(start, end).toString('utf8');
  }

  #isContinued(place: number): boolean {
    return ((this.#blocks[place >> BLOCK_BITS]?.[place & WITHIN] ?? 0) & 0xc0) === 0x80;
  }
}
