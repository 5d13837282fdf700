import { ByteBlocks } from '../../lib/byte-blocks.ts';
import { parseExactJson } from '../../lib/exact-json.ts';
import { formatCount } from '../../lib/format-number.ts';
import { asUntrusted, type Untrusted } from '../../lib/untrusted.ts';
import type { JsonObject } from '../tolerant.ts';
import { MESSAGE_CAPS, withinSize, WRITTEN_CAPS, type SizeCaps } from '../size-gate.ts';
import { readMessage, type Message, type MessageKind, type UnreadableMessage } from './message.ts';
import { MessageIndex } from './message-index.ts';
import { MessageScanner } from './message-scanner.ts';

/** Longer ones would hold up what draws them; their beginning is shown, and an export has them whole. In bytes. */
export const LARGEST_READ = 2_000_000;

/** Bytes of a message that is not read that are given all the same. */
const BEGINNING = 60_000;

/** Bytes of a message that are decoded in one go where it comes in parts. */
const PART = 131_072;

/** What is taken out of a text has so many characters at the most: a key, each character of it as `\\u0041`. */
const LONGEST_TAKEN_OUT = 8192;

const NO_MESSAGES = new MessageIndex(0);

/**
 * The content of a session while it arrives and afterwards ("Session content"): its bytes as they were sent, and where in
 * them each message is. A message is read when it is asked for, so that 100 MB of them take little more than 100 MB. Only
 * what fills it changes it: `begin`, `add` and `finish`.
 */
export class Transcript {
  #bytes = new ByteBlocks();
  #scanner = new MessageScanner(this.#bytes);
  #list: MessageIndex | undefined;
  #redact = (text: string) => text;
  #expectedBytes: number | undefined;
  #envelope: JsonObject = {};
  #problem: string | undefined;

  /** Forgets what came before; `redact` takes secrets out of what is read of it, `expectedBytes` is how long it will be. */
  begin({
    redact,
    expectedBytes,
  }: {
    readonly redact: (text: string) => string;
    readonly expectedBytes: number | undefined;
  }): void {
    this.#bytes = new ByteBlocks();
    this.#scanner = new MessageScanner(this.#bytes);
    this.#list = undefined;
    this.#redact = redact;
    this.#expectedBytes = expectedBytes;
    this.#envelope = {};
    this.#problem = undefined;
  }

  /** Takes the next bytes. */
  add(piece: Uint8Array): void {
    this.#bytes.append(piece);
    this.#scanner.scan(piece);
  }

  /**
   * Records that nothing more comes. `readEnvelope` gets the answer with the number of a list in place of the contents
   * of each list of messages, as `{"messages": [0]}`, and says which object is the session's content. Throws what it
   * throws, and a SyntaxError when there is not one message and the answer is not JSON; what was read of a longer one
   * before the place where it is not JSON stays.
   */
  finish(readEnvelope: (body: unknown) => JsonObject): void {
    const { brokenAt, isEnded, likely } = this.#scanner;
    if (!isEnded) {
      if ((likely?.count ?? 0) === 0) {
        throw new SyntaxError('it is not JSON');
      }
      this.#list = likely;
      this.#problem =
        brokenAt === undefined
          ? `The transcript ends in the middle: ${messages(this.count)} of it arrived.`
          : `The transcript is not JSON from byte ${brokenAt + 1} on: ${messages(this.count)} came before.`;
      return;
    }
    const envelope = readEnvelope(parseExactJson(this.#skeleton()));
    const place = (envelope['messages'] as readonly unknown[])[0];
    this.#list = this.#scanner.lists[Number(place)] ?? NO_MESSAGES;
    this.#envelope = envelope;
    const { counted } = this;
    if (counted !== undefined && counted !== this.count) {
      this.#problem = `The server counts ${messages(counted)} in the transcript and gave ${formatCount(this.count)}.`;
    }
  }

  /** Bytes that are here. */
  get bytes(): number {
    return this.#bytes.length;
  }

  /** Bytes that it will have, as far as the server says so. */
  get expectedBytes(): number | undefined {
    return this.#expectedBytes;
  }

  /** Messages that are here. */
  get count(): number {
    return this.#messages.count;
  }

  /** Messages that the server counts in it; undefined where it does not say so, and until all is here. */
  get counted(): number | undefined {
    const count = this.#envelope['message_count'];
    return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
  }

  /** Why it is not whole, or not known to be, as a sentence; undefined while nothing is known to be wrong. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** Places in the list, counted from 0, of what is no message. */
  get damaged(): readonly number[] {
    return this.#messages.damaged;
  }

  /** The session's own identifier, once all is here. */
  get session_id(): Untrusted | undefined {
    const id = this.#envelope['session_id'];
    return typeof id === 'string' ? asUntrusted(id) : undefined;
  }

  /** What was sent beside the messages, once all is here; the number of a list stands in for them. */
  get envelope(): JsonObject {
    return this.#envelope;
  }

  kindOf(index: number): MessageKind {
    return this.#messages.kind(index);
  }

  /** The latest time of the messages through that one; undefined before the first that has one. It never falls. */
  latestTime(index: number): number | undefined {
    const time = this.#messages.latestTime(index);
    return time === Number.NEGATIVE_INFINITY ? undefined : time;
  }

  /** Bytes of a message. */
  sizeOf(index: number): number {
    return this.#messages.end(index) - this.#messages.start(index);
  }

  /** Where a message begins, as a share of all bytes from 0 to 1. */
  shareBefore(index: number): number {
    return this.bytes === 0 ? 0 : this.#messages.start(index) / this.bytes;
  }

  /** The first message that begins at that share of all bytes or later; the last one when there is none. */
  messageAtShare(share: number): number {
    const wanted = share * this.bytes;
    return this.#first((index) => this.#messages.start(index) >= wanted);
  }

  /** The first message at that time or later; the last one when all are earlier. */
  messageAtTime(time: number): number {
    return this.#first((index) => this.#messages.latestTime(index) >= time);
  }

  /** Reads a message, counted from 0. */
  read(index: number): Message | UnreadableMessage {
    if (this.sizeOf(index) > LARGEST_READ) {
      return { text: this.#textOf(index, BEGINNING), problem: 'too large' };
    }
    return this.#read(index, MESSAGE_CAPS);
  }

  /** Reads a message, counted from 0, however large it is: for what is written elsewhere, not for the screen. */
  readWhole(index: number): Message | UnreadableMessage {
    return this.#read(index, WRITTEN_CAPS);
  }

  #read(index: number, caps: SizeCaps): Message | UnreadableMessage {
    const text = this.textOf(index);
    try {
      return readMessage(withinSize(parseExactJson(text) as JsonObject, caps));
    } catch {
      return { text, problem: 'not JSON' };
    }
  }

  /** The bytes of a message as they were sent, in pieces. Not to be changed. */
  bytesOf(index: number): Iterable<Uint8Array> {
    return this.#bytes.pieces(this.#messages.start(index), this.#messages.end(index));
  }

  /** Where the list begins in which the messages are: while it arrives, another one may turn out to be that. */
  get listStart(): number {
    return this.#messages.contentStart;
  }

  /** Lets go of the bytes of the messages before one: none of them is to be read again. */
  release(before: number): void {
    if (before > 0) {
      this.#bytes.release(this.listStart, this.#messages.end(before - 1));
    }
  }

  /** A message as it was sent. */
  textOf(index: number): Untrusted {
    return this.#textOf(index, Number.POSITIVE_INFINITY);
  }

  /** The same in parts, each decoded when it is asked for: what is large would hold up everything else. */
  *textParts(index: number): Generator<string> {
    const [bytes, redact, last] = [this.#bytes, this.#redact, this.#messages.end(index)];
    let kept = '';
    for (let start = this.#messages.start(index); start < last;) {
      const end = bytes.characterEnd(Math.min(last, start + PART), last);
      const text = redact(kept + bytes.text(start, end));
      // What is to be taken out may lie on both sides of where a part ends.
      const given = end === last ? text.length : Math.max(0, text.length - LONGEST_TAKEN_OUT);
      yield text.slice(0, given);
      kept = text.slice(given);
      start = end;
    }
  }

  /** The beginning of what came, to show a person what it was. */
  beginning(): Untrusted {
    return asUntrusted(this.#redact(this.#bytes.text(0, Math.min(this.bytes, 400))));
  }

  get #messages(): MessageIndex {
    return this.#list ?? this.#scanner.likely ?? NO_MESSAGES;
  }

  #textOf(index: number, most: number): Untrusted {
    const start = this.#messages.start(index);
    return asUntrusted(
      this.#redact(this.#bytes.text(start, Math.min(this.#messages.end(index), start + most))),
    );
  }

  /** The first message for which it holds, where it holds for all behind one for which it does. */
  #first(holds: (index: number) => boolean): number {
    let low = 0;
    let high = Math.max(0, this.count - 1);
    while (low < high) {
      const middle = (low + high) >> 1;
      if (holds(middle)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** The answer with the number of a list in place of the contents of each. */
  #skeleton(): string {
    const pieces: string[] = [];
    let from = 0;
    for (const [number, { contentStart, contentEnd = this.bytes }] of this.#scanner.lists.entries()) {
      pieces.push(this.#bytes.text(from, contentStart), String(number));
      from = contentEnd;
    }
    pieces.push(this.#bytes.text(from, this.bytes));
    return this.#redact(pieces.join('')).replace(/^\ufeff/, '');
  }
}

function messages(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'message' : 'messages'}`;
}
