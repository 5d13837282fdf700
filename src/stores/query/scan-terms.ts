import type { Pattern, Place, QueryPart, Segment } from './query.ts';

/** A value between commas, as it was typed. */
export interface ScannedValue extends Place {
  readonly pattern: Pattern;
}

/** What stands between two blanks of a query, taken apart but not understood yet. */
export interface ScannedTerm extends Place {
  readonly negated: boolean;
  /** What stands before the colon. */
  readonly name: (Place & { readonly text: string; readonly quoted: boolean }) | undefined;
  readonly values: readonly ScannedValue[];
  /** The quote that is not closed. */
  readonly unclosed: Place | undefined;
}

/** A name before a colon; not the beginning of an address. */
const NAME = /([\p{L}_$@][\p{L}\p{N}_$@.-]*):(?!\/\/)/uy;
/** A name in quotes, which may hold anything, as a whole or one of its parts: `"max age"`, `payload."max age"`. */
const QUOTED = String.raw`(?:[\p{L}_$@][\p{L}\p{N}_$@.-]*\.)?"(?:[^"\\]|\\.)*"(?:\.(?:[\p{L}\p{N}_$@-]+|"(?:[^"\\]|\\.)*"))*`;
const QUOTED_NAME = new RegExp(`(${QUOTED}):(?!//)`, 'suy');
const ONLY_QUOTED = new RegExp(`^${QUOTED}$`, 'su');
const BLANK = /\s/;

/** Takes a text apart: terms by blanks, `-` before what is negated, a name before a colon, values by commas, quotes. */
export function scanTerms(text: string): {
  readonly terms: readonly ScannedTerm[];
  readonly parts: readonly QueryPart[];
} {
  const scanner = new TermScanner(text);
  const terms: ScannedTerm[] = [];
  for (let term = scanner.next(); term !== undefined; term = scanner.next()) {
    terms.push(term);
  }
  return { terms, parts: scanner.parts };
}

class TermScanner {
  readonly parts: QueryPart[] = [];
  readonly #text: string;
  #at = 0;
  #unclosed: Place | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  next(): ScannedTerm | undefined {
    while (this.#at < this.#text.length && this.#isBlank()) {
      this.#at++;
    }
    if (this.#at === this.#text.length) {
      return undefined;
    }
    const start = this.#at;
    this.#unclosed = undefined;
    const negated = this.#takeNegation();
    const name = this.#takeName();
    const values = [this.#takeValue(name !== undefined)];
    while (name !== undefined && this.#text[this.#at] === ',') {
      this.#at++;
      values.push(this.#takeValue(true));
    }
    return { start, end: this.#at, negated, name, values, unclosed: this.#unclosed };
  }

  #isBlank(): boolean {
    return BLANK.test(this.#text[this.#at] as string);
  }

  #isEnd(endsAtComma: boolean): boolean {
    return this.#at >= this.#text.length || this.#isBlank() || (endsAtComma && this.#text[this.#at] === ',');
  }

  #takeNegation(): boolean {
    const next = this.#text[this.#at + 1];
    if (this.#text[this.#at] !== '-' || next === undefined || BLANK.test(next)) {
      return false;
    }
    this.parts.push({ role: 'negation', start: this.#at, end: this.#at + 1 });
    this.#at++;
    return true;
  }

  #takeName(): ScannedTerm['name'] {
    for (const pattern of [NAME, QUOTED_NAME]) {
      pattern.lastIndex = this.#at;
      const [whole, typed] = pattern.exec(this.#text) ?? [];
      if (whole !== undefined && typed !== undefined) {
        const start = this.#at;
        this.#at += whole.length;
        this.parts.push({ role: 'field', start, end: this.#at });
        const quoted = pattern === QUOTED_NAME;
        return { text: quoted ? withoutQuotes(typed) : typed, start, end: this.#at, quoted };
      }
    }
    return undefined;
  }

  #takeValue(endsAtComma: boolean): ScannedValue {
    const start = this.#at;
    const pattern: Segment[] = [];
    while (!this.#isEnd(endsAtComma)) {
      const isQuote = this.#text[this.#at] === '"';
      pattern.push(isQuote ? this.#takeQuoted() : this.#takePlain(endsAtComma));
    }
    return { start, end: this.#at, pattern };
  }

  #takeQuoted(): Segment {
    const start = this.#at++;
    let text = '';
    for (;;) {
      const character = this.#text[this.#at++];
      if (character === undefined) {
        this.#at = this.#text.length;
        this.#unclosed = { start, end: this.#at };
        break;
      }
      if (character === '"') {
        break;
      }
      const next = this.#text[this.#at];
      const isEscape = character === '\\' && (next === '"' || next === '\\');
      text += isEscape ? next : character;
      this.#at += isEscape ? 1 : 0;
    }
    this.parts.push({ role: 'quoted', start, end: this.#at });
    return { text, quoted: true };
  }

  #takePlain(endsAtComma: boolean): Segment {
    const start = this.#at;
    while (!this.#isEnd(endsAtComma) && this.#text[this.#at] !== '"') {
      this.#at++;
    }
    const text = this.#text.slice(start, this.#at);
    let from = start;
    for (const { index } of text.matchAll(/[*?]/g)) {
      this.#noteValue(from, start + index);
      this.parts.push({ role: 'wildcard', start: start + index, end: start + index + 1 });
      from = start + index + 1;
    }
    this.#noteValue(from, this.#at);
    return { text, quoted: false };
  }

  #noteValue(start: number, end: number): void {
    if (start < end) {
      this.parts.push({ role: 'value', start, end });
    }
  }
}

/** The name in a text that is one in quotes, or of which a part stands in them; undefined for any other text. */
export function unquotedName(text: string): string | undefined {
  return ONLY_QUOTED.test(text) ? withoutQuotes(text) : undefined;
}

function withoutQuotes(name: string): string {
  return name.replaceAll(/\\(["\\])|"/g, '$1');
}

/** The text of a value, whatever of it is quoted. */
export function textOfPattern(pattern: Pattern): string {
  return pattern.map(({ text }) => text).join('');
}

/** Whether a value stands in quotes as a whole. */
export function isQuoted(pattern: Pattern): boolean {
  return pattern.length > 0 && pattern.every(({ quoted }) => quoted);
}

/** Whether a value holds wildcards. */
export function hasWildcards(pattern: Pattern): boolean {
  return pattern.some(({ text, quoted }) => !quoted && /[*?]/.test(text));
}
