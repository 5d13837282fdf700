import type { Transcript } from '../../contract/transcript/transcript.ts';
import { isReadable } from '../../contract/transcript/message.ts';
import { messageLabel, messageSummary, oneLine } from './message-text.ts';

/** An entry of the outline: a prompt of the user, or messages of one kind that follow each other. */
export interface OutlineEntry {
  readonly id: string;
  readonly kind: 'prompt' | 'tools' | 'other';
  readonly first: number;
  readonly last: number;
}

/** Messages of a run that are looked at for its line. */
const MOST_NAMED = 60;

/** Lines that are kept. */
const MOST_KEPT = 1000;

/**
 * The outline of a transcript: its prompts, its runs of tool calls and of unknown messages, in order. It grows with the
 * transcript; what it has stays.
 */
export class Outline {
  readonly #transcript: Transcript;
  #entries: readonly OutlineEntry[] = [];
  #looked = 0;
  readonly #texts = new Map<string, string>();

  constructor(transcript: Transcript) {
    this.#transcript = transcript;
  }

  get transcript(): Transcript {
    return this.#transcript;
  }

  /** The entries of all messages that are here: the same list as long as none came. */
  get entries(): readonly OutlineEntry[] {
    const { count } = this.#transcript;
    if (this.#looked < count) {
      const entries = [...this.#entries];
      for (; this.#looked < count; this.#looked++) {
        this.#add(entries, this.#looked);
      }
      this.#entries = entries;
    }
    return this.#entries;
  }

  /** The line of an entry, which may be long and is not safe to show. */
  textOf(entry: OutlineEntry): string {
    const key = `${entry.first} ${entry.last}`;
    let text = this.#texts.get(key);
    if (text === undefined) {
      text = outlineText(this.#transcript, entry);
      if (this.#texts.size >= MOST_KEPT) {
        this.#texts.clear();
      }
      this.#texts.set(key, text);
    }
    return text;
  }

  #add(entries: OutlineEntry[], message: number): void {
    const kind = ENTRY_KINDS[this.#transcript.kindOf(message)];
    if (kind === undefined) {
      return;
    }
    const last = entries.at(-1);
    // What an assistant says between two calls does not end a run.
    if (last?.kind === kind && kind !== 'prompt') {
      entries[entries.length - 1] = { ...last, last: message };
    } else {
      entries.push({ id: String(message), kind, first: message, last: message });
    }
  }
}

const ENTRY_KINDS = { user: 'prompt', tool: 'tools', other: 'other', assistant: undefined } as const;

/** A prompt's words, or how often each tool was called. */
function outlineText(transcript: Transcript, { kind, first, last }: OutlineEntry): string {
  if (kind === 'prompt') {
    const message = transcript.read(first);
    return messageSummary(message, transcript.sizeOf(first));
  }
  const names = new Map<string, number>();
  const end = Math.min(last, first + MOST_NAMED - 1);
  let messages = 0;
  for (let index = first; index <= end; index++) {
    if (ENTRY_KINDS[transcript.kindOf(index)] === kind) {
      const message = transcript.read(index);
      const tool = isReadable(message) ? message.tool : undefined;
      const name = kind === 'tools' ? tool : messageLabel(message);
      messages++;
      if (name !== undefined) {
        const text = oneLine(name);
        names.set(text, (names.get(text) ?? 0) + 1);
      }
    }
  }
  const calls = [...names.values()].reduce((sum, count) => sum + count, 0);
  const more = end < last ? ' and more' : '';
  const text = [...names]
    .sort((left, right) => right[1] - left[1])
    .map(([name, count]) => (count === 1 ? name : `${name} ×${count}`))
    .join(', ');
  const amount =
    kind === 'tools' && calls > 0
      ? `${calls} tool call${calls === 1 ? '' : 's'}`
      : `${messages} message${messages === 1 ? '' : 's'}`;
  return `${amount}${more}: ${text === '' ? 'without names' : text}`;
}
