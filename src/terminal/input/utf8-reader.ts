/** How many bytes the sequence has that a byte begins; 1 for a byte that begins none. */
function lengthFrom(lead: number): number {
  if (lead >= 0xf0 && lead <= 0xf4) {
    return 4;
  }
  if (lead >= 0xe0) {
    return lead <= 0xef ? 3 : 1;
  }
  return lead >= 0xc2 ? 2 : 1;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

/** How many bytes at the end begin a character that is not whole yet: 0 to 3. */
function unfinishedBytes(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (!isContinuation(byte)) {
      return lengthFrom(byte) > back ? back : 0;
    }
  }
  return 0;
}

/**
 * Text from bytes that are cut anywhere. What is no UTF-8 becomes U+FFFD. The beginning of a character that what comes
 * next does not continue is forgotten, so that it does not count as a part of the next key.
 */
export class Utf8Reader {
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  #begun: Uint8Array = new Uint8Array(0);

  /** The characters that are whole now. */
  read(bytes: Uint8Array): string {
    if (bytes.length === 0) {
      return '';
    }
    const whole =
      this.#begun.length > 0 && isContinuation(bytes[0]) ? Buffer.concat([this.#begun, bytes]) : bytes;
    const end = whole.length - unfinishedBytes(whole);
    // A copy: what is kept must not hold the memory of the whole chunk.
    this.#begun = Uint8Array.from(whole.subarray(end));
    return this.#decoder.decode(whole.subarray(0, end));
  }

  /** Forgets the beginning of a character. */
  reset(): void {
    this.#begun = new Uint8Array(0);
  }
}
