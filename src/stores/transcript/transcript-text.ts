import type { Message, UnreadableMessage } from '../../contract/transcript/message.ts';
import type { Transcript } from '../../contract/transcript/transcript.ts';
import { isFolded, isHidden, type Folding } from './folding.ts';
import { LineCounts } from './line-counts.ts';
import { FOLDED, type MessageLayout, type MessageLine } from './message-layout.ts';
import type { MessageLayouts } from './message-layouts.ts';
import type { Place } from './pager-view.ts';

/** A line that is on the screen. */
export interface ShownLine {
  readonly place: Place;
  readonly line: MessageLine;
  readonly layout: MessageLayout;
}

/** The first line of all. */
const BEGINNING: Place = { message: 0, line: 0 };

/**
 * A transcript as lines for a width, some messages folded or left out. Only what is asked for is read and laid out; places
 * count from a message, so that no line before it need be known.
 */
export class TranscriptText {
  readonly counts = new LineCounts((message) =>
    this.isHidden(message) ? 0 : this.isFolded(message) ? FOLDED.lines.length : this.#layouts.height(message),
  );
  readonly #layouts: MessageLayouts;
  readonly #folding: Folding;

  constructor(layouts: MessageLayouts, folding: Folding) {
    this.#layouts = layouts;
    this.#folding = folding;
  }

  get transcript(): Transcript {
    return this.#layouts.transcript;
  }

  /** Messages that are here. */
  get count(): number {
    return this.transcript.count;
  }

  /** Whether a message takes no line. */
  isHidden(message: number): boolean {
    return isHidden(this.transcript, message, this.#folding);
  }

  /** Whether a message takes one line in place of all. */
  isFolded(message: number): boolean {
    return isFolded(this.transcript, message, this.#folding);
  }

  /** The message itself. */
  message(message: number): Message | UnreadableMessage {
    return this.#layouts.message(message);
  }

  /** The message laid out; of one that is not shown, as if it were folded. */
  layout(message: number): MessageLayout {
    return this.isHidden(message) || this.isFolded(message) ? FOLDED : this.#layouts.layout(message);
  }

  /** Lines that a message takes. */
  height(message: number): number {
    return this.isHidden(message) ? 0 : this.layout(message).lines.length;
  }

  /** The nearest message from that one on, in a direction, that is shown; undefined when there is none. */
  shown(from: number, direction: 1 | -1): number | undefined {
    for (let message = from; message >= 0 && message < this.count; message += direction) {
      if (!this.isHidden(message)) {
        return message;
      }
    }
    return undefined;
  }

  /** The line so many lines from a place, the first or the last one when there are not so many. */
  moved(place: Place, lines: number): Place {
    let { message, line } = this.settled(place);
    let left = lines;
    while (left > 0) {
      const height = this.height(message);
      if (line + left < height) {
        return { message, line: line + left };
      }
      const next = this.shown(message + 1, 1);
      if (next === undefined) {
        return { message, line: Math.max(0, height - 1) };
      }
      left -= height - line;
      message = next;
      line = 0;
    }
    while (left < 0) {
      if (line + left >= 0) {
        return { message, line: line + left };
      }
      const before = this.shown(message - 1, -1);
      if (before === undefined) {
        return { message, line: 0 };
      }
      left += line + 1;
      message = before;
      line = this.height(before) - 1;
    }
    return { message, line };
  }

  /** The place itself, or the nearest one that is shown. */
  settled({ message, line }: Place): Place {
    const wanted = Math.max(0, Math.min(message, this.count - 1));
    if (this.count === 0) {
      return BEGINNING;
    }
    const shown = this.shown(wanted, 1);
    if (shown === undefined) {
      const before = this.shown(wanted, -1);
      return before === undefined ? BEGINNING : { message: before, line: this.height(before) - 1 };
    }
    return shown === message
      ? { message, line: Math.min(line, this.height(message) - 1) }
      : { message: shown, line: 0 };
  }

  /** The first line of a page that ends with the last line. */
  lastTop(rows: number): Place {
    const last = this.settled({ message: this.count - 1, line: Number.MAX_SAFE_INTEGER });
    return this.moved(last, 1 - rows);
  }

  /** The place, or the first line of the last page when it is behind that. */
  limited(place: Place, rows: number): Place {
    const settled = this.settled(place);
    const last = this.lastTop(rows);
    return isBefore(last, settled) ? last : settled;
  }

  /** The lines of a page. */
  page(top: Place, rows: number): readonly ShownLine[] {
    const shown: ShownLine[] = [];
    let { message, line }: Place = this.settled(top);
    if (this.count === 0 || this.isHidden(message)) {
      return shown;
    }
    while (shown.length < rows) {
      const layout = this.layout(message);
      for (; line < layout.lines.length && shown.length < rows; line++) {
        shown.push({ place: { message, line }, line: layout.lines[line] as MessageLine, layout });
      }
      const next = this.shown(message + 1, 1);
      if (next === undefined) {
        break;
      }
      message = next;
      line = 0;
    }
    return shown;
  }
}

/** Whether a place stands before another one. */
export function isBefore(place: Place, other: Place): boolean {
  return place.message < other.message || (place.message === other.message && place.line < other.line);
}
