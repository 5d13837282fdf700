/** Bytes that are collected; it grows as it must and is used again and again. */
export class ByteBuffer {
  #bytes = new Uint8Array(16_384);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  byte(value: number): void {
    if (this.#length === this.#bytes.length) {
      this.#grow(1);
    }
    this.#bytes[this.#length++] = value;
  }

  /** Text that is ASCII alone. */
  ascii(text: string): void {
    for (let index = 0; index < text.length; index++) {
      this.byte(text.charCodeAt(index));
    }
  }

  append(bytes: Uint8Array): void {
    if (this.#length + bytes.length > this.#bytes.length) {
      this.#grow(bytes.length);
    }
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Forgets all that came after the first `length` bytes. */
  cut(length: number): void {
    this.#length = length;
  }

  /** A copy of what came after the first `start` bytes. */
  copy(start = 0): Uint8Array {
    return this.#bytes.slice(start, this.#length);
  }

  #grow(needed: number): void {
    const larger = new Uint8Array(2 * (this.#length + needed));
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}
