import type { LeftOut, PastedText } from './pasted-text.ts';

/** The most keys that are kept of one chunk: what a terminal holds, so that a paste without brackets loses none. */
const MOST_KEYS = 4096;

/** What stood in one chunk: keys that came together, or a paste. */
export type ScannedInput =
  | {
      readonly kind: 'keys';
      /** Each a character or one of KEY; at most MOST_KEYS. */
      readonly keys: readonly string[];
      /** How many there were, those included that are nothing to the console: garbage, Alt, what is beyond the cap. */
      readonly together: number;
      /** The terminal said of one of them that it is still held down. */
      readonly hasRepeats: boolean;
    }
  | { readonly kind: 'paste'; readonly text: string; readonly leftOut: LeftOut }
  /** What the terminal answered to a question, without the escape character that it begins with. */
  | { readonly kind: 'reply'; readonly text: string };

/** The keys and pastes of the chunk that is being read. */
export class FoundInput {
  readonly inputs: ScannedInput[] = [];
  #keys: string[] = [];
  #together = 0;
  #hasRepeats = false;

  key(key: string, isRepeat = false): void {
    this.#together++;
    this.#hasRepeats ||= isRepeat;
    if (this.#keys.length < MOST_KEYS) {
      this.#keys.push(key);
    }
  }

  /** Something that nobody typed, or that no key stands for: what is beside it is not typed singly either. */
  garbage(): void {
    this.#together++;
  }

  /** Keys on either side of it did not come alone. */
  paste({ text, leftOut }: Pick<PastedText, 'text' | 'leftOut'>): void {
    this.garbage();
    this.endKeys();
    this.inputs.push({ kind: 'paste', text, leftOut });
    this.garbage();
  }

  /** It was asked for: what stands beside it was typed all the same. */
  reply(text: string): void {
    this.inputs.push({ kind: 'reply', text });
  }

  forgetKeys(): void {
    this.#keys = [];
    this.#together = 0;
    this.#hasRepeats = false;
  }

  endKeys(): void {
    if (this.#keys.length > 0) {
      this.inputs.push({
        kind: 'keys',
        keys: this.#keys,
        together: this.#together,
        hasRepeats: this.#hasRepeats,
      });
    }
    this.forgetKeys();
  }
}
