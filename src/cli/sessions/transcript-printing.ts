import { createHash, type Hash } from 'node:crypto';

import { Transcript } from '../../contract/transcript/transcript.ts';
import { nextTurn, systemSlices } from '../../lib/slices.ts';
import { append } from '../../lib/long-lists.ts';
import { jsonText } from '../../lib/json-text.ts';
import type { LineOutput } from '../output/line-output.ts';

/** Code units of lines that are gathered before they are written. */
const AT_ONCE = 8_192;

/**
 * Prints a transcript while it arrives and lets go of what is printed, so that it never holds more than what is to be printed
 * next. One that arrives anew is gone through without a word up to where it was printed, and printed on from there, unless it
 * is another one by then.
 */
export class TranscriptPrinting {
  readonly transcript = new Transcript();
  readonly #output: LineOutput;
  readonly #linesOf: (transcript: Transcript, index: number) => readonly string[];
  /** Messages of what arrives now that were gone through, and the list in which they are. */
  #passed = 0;
  #list: number | undefined;
  /** Over the bytes of these. */
  #digest: Hash = createHash('sha256');
  /** The same over all that are printed. */
  #printedDigest = '';
  #printed = 0;
  #printedBefore = 0;
  #isOther = false;
  #failure: Error | undefined;

  constructor(output: LineOutput, linesOf: (transcript: Transcript, index: number) => readonly string[]) {
    this.#output = output;
    this.#linesOf = linesOf;
  }

  /** Messages that are printed, or left out as the flags ask for. */
  get printed(): number {
    return this.#printed;
  }

  /** Whether more is printed than before it began to arrive the last time. */
  get cameFurther(): boolean {
    return this.#printed > this.#printedBefore && !this.#isOther;
  }

  /** Whether what arrives is no longer what was printed the beginning of: then nothing more is printed. */
  get isOther(): boolean {
    return this.#isOther;
  }

  /** A mistake in the program, which ended the printing: thrown where it arrives, it would pass for one of the server. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  /** Takes that it arrives anew. */
  begin(): void {
    this.#passed = 0;
    this.#list = undefined;
    this.#digest = createHash('sha256');
    this.#printedBefore = this.#printed;
  }

  /** Prints what has arrived since; resolves once that was taken, so that no more arrives before. */
  async take(): Promise<void> {
    // Signals come in between.
    await nextTurn(systemSlices);
    this.#noteList();
    const { transcript } = this;
    while (this.#passed < transcript.count && !this.#isOver) {
      try {
        await this.#output.write(this.#nextLines());
      } catch (error) {
        this.#failure = error instanceof Error ? error : new Error(jsonText(error));
      }
      transcript.release(this.#passed);
    }
  }

  /** Prints the rest once all has arrived. */
  async end(): Promise<void> {
    await this.take();
    this.#isOther ||= this.#passed < this.#printed;
  }

  /** While it arrives, another list may turn out to be that of the messages. */
  #noteList(): void {
    const { listStart, count } = this.transcript;
    if (count === 0) {
      return;
    }
    if (this.#list !== undefined && this.#list !== listStart) {
      this.#isOther ||= this.#printed > 0;
      this.#passed = 0;
      this.#digest = createHash('sha256');
    }
    this.#list = listStart;
  }

  get #isOver(): boolean {
    return this.#isOther || this.#failure !== undefined || this.#output.ended.aborted;
  }

  #nextLines(): readonly string[] {
    const { transcript } = this;
    const lines: string[] = [];
    for (let size = 0; size < AT_ONCE && this.#passed < transcript.count && !this.#isOther;) {
      for (const piece of transcript.bytesOf(this.#passed)) {
        this.#digest.update(piece);
      }
      if (this.#passed < this.#printed) {
        this.#passed++;
        this.#isOther = this.#passed === this.#printed && this.#digestNow !== this.#printedDigest;
      } else {
        const printed = this.#linesOf(transcript, this.#passed);
        append(lines, printed);
        size += printed.reduce((sum, { length }) => sum + length, 0);
        this.#passed++;
        this.#printed = this.#passed;
      }
    }
    this.#printedDigest =
      this.#passed === this.#printed && !this.#isOther ? this.#digestNow : this.#printedDigest;
    return lines;
  }

  get #digestNow(): string {
    return this.#digest.copy().digest('base64');
  }
}
