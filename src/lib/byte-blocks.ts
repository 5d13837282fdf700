const BLOCK_BITS = 20;
const BLOCK = 1 << BLOCK_BITS;
const WITHIN = BLOCK - 1;

/**
 * Bytes that arrive piece by piece and stay where they were put: what was read of them stays valid while more arrives, and
 * no copy of all of them is ever made. Offsets count from the first byte.
 */
export class ByteBlocks {
  readonly #blocks: Buffer[] = [];
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

  /** The bytes from `start` up to and without `end`; a copy only where they lie in several blocks. Not to be changed. */
  slice(start: number, end: number): Buffer {
    const first = start >> BLOCK_BITS;
    const last = (end - 1) >> BLOCK_BITS;
    if (end <= start) {
      return Buffer.alloc(0);
    }
    if (first === last) {
      return (this.#blocks[first] as Buffer).subarray(start & WITHIN, ((end - 1) & WITHIN) + 1);
    }
    const pieces: Buffer[] = [];
    for (let block = first; block <= last; block++) {
      const bytes = this.#blocks[block] as Buffer;
      pieces.push(
        bytes.subarray(
          block === first ? start & WITHIN : 0,
          block === last ? ((end - 1) & WITHIN) + 1 : BLOCK,
        ),
      );
    }
    return Buffer.concat(pieces);
  }

  /** Those bytes as UTF-8 text; what is no UTF-8 becomes U+FFFD. */
  text(start: number, end: number): string {
    return this.slice(start, end).toString('utf8');
  }
}
