import type { Message, UnreadableMessage } from '../../contract/transcript/message.ts';
import type { Transcript } from '../../contract/transcript/transcript.ts';
import type { Faults } from '../connection/faults.ts';
import { layOutMessage, UNSHOWN, type LayoutOptions, type MessageLayout } from './message-layout.ts';
import { messageText } from './message-text.ts';

/** Lines and messages that are kept at most. */
const MOST_LINES = 40_000;
const MOST_MESSAGES = 500;

export interface MessageLayoutOptions extends LayoutOptions {
  readonly raw: boolean;
}

/**
 * The messages of a transcript laid out for a width, each when it is asked for. What was asked for of late is kept, and of
 * every message how many lines it takes.
 */
export class MessageLayouts {
  readonly transcript: Transcript;
  readonly options: MessageLayoutOptions;
  readonly #faults: Faults;
  readonly #messages = new Map<number, Message | UnreadableMessage>();
  readonly #layouts = new Map<number, MessageLayout>();
  #keptLines = 0;
  /** 0 for one that was not laid out yet. */
  #heights = new Uint32Array(1024);

  constructor(transcript: Transcript, options: MessageLayoutOptions, faults: Faults) {
    this.transcript = transcript;
    this.options = options;
    this.#faults = faults;
  }

  /** The message itself. */
  message(index: number): Message | UnreadableMessage {
    let message = this.#messages.get(index);
    if (message === undefined) {
      message = this.transcript.read(index);
      if (this.#messages.size >= MOST_MESSAGES) {
        this.#messages.delete(this.#messages.keys().next().value as number);
      }
      this.#messages.set(index, message);
    }
    return message;
  }

  /** The message laid out. */
  layout(index: number): MessageLayout {
    const kept = this.#layouts.get(index);
    if (kept !== undefined) {
      this.#layouts.delete(index);
      this.#layouts.set(index, kept);
      return kept;
    }
    const layout = this.#layOut(index, () => this.message(index));
    this.#layouts.set(index, layout);
    this.#keptLines += layout.lines.length;
    for (const [oldest, { lines }] of this.#layouts) {
      if (this.#keptLines <= MOST_LINES || oldest === index) {
        break;
      }
      this.#layouts.delete(oldest);
      this.#keptLines -= lines.length;
    }
    return layout;
  }

  /** Lines that the message takes; nothing else of it is kept. */
  height(index: number): number {
    const known = this.#heights[index] ?? 0;
    return known > 0 ? known : this.#layOut(index, () => this.transcript.read(index)).lines.length;
  }

  #layOut(index: number, read: () => Message | UnreadableMessage): MessageLayout {
    const layout = this.#faults.guard(
      'laying out a message of a transcript',
      () => layOutMessage(messageText(read(), this.options.raw), index === 0, this.options),
      () => UNSHOWN,
    );
    if (index >= this.#heights.length) {
      const larger = new Uint32Array(Math.max(index + 1, this.#heights.length * 2));
      larger.set(this.#heights);
      this.#heights = larger;
    }
    this.#heights[index] = layout.lines.length;
    return layout;
  }
}
