import type { ByteBlocks } from '../../lib/byte-blocks.ts';
import { parseTime } from '../../lib/format-time.ts';
import { kindOfType } from './message.ts';
import { MessageIndex } from './message-index.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;

/** What a byte outside of texts can be. */
const NOTHING = 0;
const SPACE = 1;
const OF_VALUE = 2;
const SIGN = 3;

const CLASSES = new Uint8Array(256);
for (const [characters, kind] of [
  [' \t\n\r', SPACE],
  ['-+.0123456789eEtrufalsn', OF_VALUE],
  ['{}[],:"', SIGN],
] as const) {
  for (const character of characters) {
    CLASSES[character.charCodeAt(0)] = kind;
  }
}

/** Names that matter: of the list of messages, and of two fields of a message. */
const NO_NAME = 0;
const MESSAGES = 1;
const TYPE = 2;
const TIMESTAMP = 3;
const NAMES: readonly (readonly [name: number, text: Buffer])[] = [
  [MESSAGES, Buffer.from('messages')],
  [TYPE, Buffer.from('type')],
  [TIMESTAMP, Buffer.from('timestamp')],
];
const LONGEST_NAME = 'timestamp'.length;
/** Each of its characters may be written as `\u0061`. */
const LONGEST_WRITTEN = 6 * LONGEST_NAME;

/** Bytes of a text that are looked at one by one: most names end sooner than a search begins. */
const SHORT = 16;

/** Times and types are not longer; what is longer is neither. */
const LONGEST_FIELD = 64;

/**
 * Finds the messages in the bytes of a session's content while they arrive ("Session content"), without reading more of
 * them than where they begin and end, what they are and when they were. The list of messages may stand in the answer itself
 * or in an object that the answer wraps it in; where there are several, each is recorded. Bytes must come in order, and be in
 * the blocks already.
 */
export class MessageScanner {
  readonly #bytes: ByteBlocks;
  /** The lists of messages, in the order in which they begin. */
  readonly lists: MessageIndex[] = [];
  /** Of each list, whether it stands in the answer itself. */
  readonly #isOuter: boolean[] = [];
  #offset = 0;
  #closers = new Uint8Array(64);
  #depth = 0;
  #isEnded = false;
  #brokenAt: number | undefined;
  #textStart = -1;
  #isEscaped = false;
  #hasEscapes = false;
  #isNameNext = false;
  #isName = false;
  #name = NO_NAME;
  #list: MessageIndex | undefined;
  /** Containers that are open around an element of the list. */
  #listDepth = Number.POSITIVE_INFINITY;
  #elements = 0;
  #isElementBegun = false;
  #messageStart = -1;
  #typeStart = -1;
  #typeEnd = -1;
  #timeStart = -1;
  #timeEnd = -1;

  constructor(bytes: ByteBlocks) {
    this.#bytes = bytes;
  }

  /** The list that is most likely the one: that of the answer itself, else the first. */
  get likely(): MessageIndex | undefined {
    const outer = this.#isOuter.lastIndexOf(true);
    return this.lists[outer < 0 ? 0 : outer];
  }

  /** Whether the answer came to its end. */
  get isEnded(): boolean {
    return this.#isEnded && this.#brokenAt === undefined;
  }

  /** The first byte that cannot stand where it stands; nothing behind it was looked at. */
  get brokenAt(): number | undefined {
    return this.#brokenAt;
  }

  /** Looks at the next bytes. */
  scan(piece: Uint8Array): void {
    const base = this.#offset;
    this.#offset += piece.length;
    let at = base === 0 && piece[0] === 0xef && piece[1] === 0xbb && piece[2] === 0xbf ? 3 : 0;
    if (this.#brokenAt !== undefined) {
      return;
    }
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.length);
    if (this.#textStart >= 0) {
      at = this.#skipText(bytes, at, base);
    }
    const { length } = bytes;
    while (at < length) {
      const byte = bytes[at] as number;
      const kind = CLASSES[byte] as number;
      if (kind === SIGN) {
        if (byte === QUOTE && this.#depth > 0) {
          this.#beginText(base + at);
          at = this.#skipText(bytes, at + 1, base);
          continue;
        }
        if (!this.#takeSign(byte, base + at)) {
          this.#brokenAt = base + at;
          return;
        }
      } else if (kind === OF_VALUE) {
        if (this.#depth === 0) {
          this.#brokenAt = base + at;
          return;
        }
        this.#beginElement();
        this.#name = NO_NAME;
      } else if (kind === NOTHING) {
        this.#brokenAt = base + at;
        return;
      }
      at++;
    }
  }

  #beginText(at: number): void {
    this.#textStart = at + 1;
    this.#isEscaped = false;
    this.#hasEscapes = false;
    this.#isName = this.#isNameNext;
    this.#isNameNext = false;
    this.#beginElement();
  }

  /** Goes on in a text; returns where it goes on behind it, or the end of the piece. */
  #skipText(bytes: Buffer, from: number, base: number): number {
    const { length } = bytes;
    let at = from;
    if (this.#isEscaped && at < length) {
      this.#isEscaped = false;
      at++;
    }
    for (const near = Math.min(length, at + SHORT); at < near; at++) {
      const byte = bytes[at];
      if (byte === QUOTE) {
        this.#endText(base + at);
        return at + 1;
      }
      if (byte === BACKSLASH) {
        this.#hasEscapes = true;
        at++;
      }
    }
    if (at > length) {
      this.#isEscaped = true;
      return length;
    }
    for (let start = at; start < length;) {
      const quote = bytes.indexOf(QUOTE, start);
      const end = quote < 0 ? length : quote;
      let backslashes = 0;
      while (end - backslashes > start && bytes[end - backslashes - 1] === BACKSLASH) {
        backslashes++;
      }
      this.#hasEscapes ||= backslashes > 0;
      if (quote < 0) {
        this.#isEscaped = backslashes % 2 === 1;
        return length;
      }
      if (backslashes % 2 === 0) {
        this.#endText(base + quote);
        return quote + 1;
      }
      start = quote + 1;
    }
    return length;
  }

  #endText(at: number): void {
    const start = this.#textStart;
    this.#textStart = -1;
    if (this.#isName) {
      this.#isName = false;
      if (this.#depth <= 2 || this.#depth === this.#listDepth + 1) {
        this.#noteName(start, at);
      }
    } else if (this.#name !== NO_NAME) {
      if (this.#name === TYPE) {
        this.#typeStart = start;
        this.#typeEnd = at;
      } else if (this.#name === TIMESTAMP) {
        this.#timeStart = start;
        this.#timeEnd = at;
      }
      this.#name = NO_NAME;
    }
  }

  #noteName(start: number, end: number): void {
    this.#name = NO_NAME;
    const length = end - start;
    if (length > LONGEST_WRITTEN) {
      return;
    }
    const written = this.#hasEscapes ? this.#unescaped(start, end) : undefined;
    for (const [name, text] of NAMES) {
      if (written === undefined ? this.#isText(start, end, text) : written === text.toString()) {
        this.#name = name;
      }
    }
    if (this.#depth === this.#listDepth + 1) {
      if (this.#name === TYPE) {
        this.#typeStart = -1;
      } else if (this.#name === TIMESTAMP) {
        this.#timeStart = -1;
      }
    } else if (this.#name !== MESSAGES) {
      this.#name = NO_NAME;
    }
  }

  #isText(start: number, end: number, text: Buffer): boolean {
    return end - start === text.length && this.#bytes.slice(start, end).equals(text);
  }

  #unescaped(start: number, end: number): string {
    const text = this.#bytes.text(start, end);
    try {
      return String(JSON.parse(`"${text}"`));
    } catch {
      return text;
    }
  }

  /** Notes that the place in the list of messages is taken. */
  #beginElement(): void {
    if (this.#depth === this.#listDepth && !this.#isElementBegun) {
      this.#isElementBegun = true;
      this.#list?.damaged.push(this.#elements++);
    }
  }

  /** Whether a sign can stand there. */
  #takeSign(byte: number, at: number): boolean {
    switch (byte) {
      case COMMA:
        this.#isNameNext = this.#closers[this.#depth - 1] === CLOSE_OBJECT;
        this.#name = NO_NAME;
        if (this.#depth === this.#listDepth) {
          this.#isElementBegun = false;
        }
        return this.#depth > 0;
      case COLON:
        return this.#closers[this.#depth - 1] === CLOSE_OBJECT;
      case OPEN_OBJECT:
        return this.#open(CLOSE_OBJECT, at);
      case OPEN_LIST:
        return this.#open(CLOSE_LIST, at);
      default:
        return this.#close(byte, at);
    }
  }

  #open(closer: number, at: number): boolean {
    if (this.#isEnded || (this.#depth === 0 && closer !== CLOSE_OBJECT)) {
      return false;
    }
    if (this.#depth === this.#listDepth && !this.#isElementBegun) {
      if (closer === CLOSE_OBJECT) {
        this.#isElementBegun = true;
        this.#elements++;
        this.#messageStart = at;
        this.#typeStart = -1;
        this.#timeStart = -1;
      } else {
        this.#beginElement();
      }
    } else if (closer === CLOSE_LIST && this.#name === MESSAGES && this.#list === undefined) {
      this.#list = new MessageIndex(at + 1);
      this.lists.push(this.#list);
      this.#isOuter.push(this.#depth === 1);
      this.#listDepth = this.#depth + 1;
      this.#elements = 0;
      this.#isElementBegun = false;
    }
    this.#name = NO_NAME;
    if (this.#depth === this.#closers.length) {
      const larger = new Uint8Array(this.#depth * 2);
      larger.set(this.#closers);
      this.#closers = larger;
    }
    this.#closers[this.#depth++] = closer;
    this.#isNameNext = closer === CLOSE_OBJECT;
    return true;
  }

  #close(closer: number, at: number): boolean {
    if (this.#depth === 0 || this.#closers[this.#depth - 1] !== closer) {
      return false;
    }
    this.#depth--;
    this.#isNameNext = false;
    this.#name = NO_NAME;
    if (this.#depth === this.#listDepth && this.#messageStart >= 0) {
      this.#endMessage(at + 1);
    } else if (this.#depth === this.#listDepth - 1 && this.#list !== undefined) {
      this.#list.contentEnd = at;
      this.#list = undefined;
      this.#listDepth = Number.POSITIVE_INFINITY;
    }
    this.#isEnded ||= this.#depth === 0;
    return true;
  }

  #endMessage(end: number): void {
    const type = this.#field(this.#typeStart, this.#typeEnd);
    const time = parseTime(this.#field(this.#timeStart, this.#timeEnd));
    this.#list?.add(this.#messageStart, end, kindOfType(type), time);
    this.#messageStart = -1;
  }

  #field(start: number, end: number): string | undefined {
    if (start < 0 || end - start > LONGEST_FIELD) {
      return undefined;
    }
    const text = this.#bytes.slice(start, end).toString('latin1');
    return text.includes('\\') ? this.#unescaped(start, end) : text;
  }
}
