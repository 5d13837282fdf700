import type { Step } from './pattern-program.ts';
import { compilePattern } from './pattern-program.ts';
import { hasCapital, parsePattern, PatternError } from './pattern-syntax.ts';

/** A match has so many code units at the most. */
export const LONGEST_MATCH = 1000;

const LINE_FEED = 10;
const ASCII = 128;

/** Passing so many characters with which no match begins takes as long as one step. */
const SKIPPED_AS_STEP = 16;

/** Where a match is. */
interface Place {
  readonly start: number;
  readonly end: number;
}

/**
 * A regular expression that is matched line by line, all ways through it at once: the time it takes grows with the text
 * and never explodes, whoever wrote either. It finds what the expression of the language finds, the first way first, but
 * nothing empty, nothing across lines and nothing longer than `LONGEST_MATCH`.
 */
export class LinePattern {
  readonly #steps: readonly Step[];
  /** By the code of an ASCII character, whether a match can begin with it. */
  readonly #begins: Uint8Array;

  private constructor(steps: readonly Step[]) {
    this.#steps = steps;
    this.#begins = beginningsOf(steps);
  }

  /** A pattern, whose case counts once it has a capital letter; or why it is none. */
  static read(source: string): LinePattern | PatternError {
    try {
      return new LinePattern(compilePattern(parsePattern(source, !hasCapital(source))));
    } catch (error) {
      if (error instanceof PatternError) {
        return error;
      }
      throw error;
    }
  }

  /**
   * All matches of a text that begin at a place or behind it, in order; in pieces of about so many steps, with something else
   * to come in between.
   */
  *findInPieces(text: string, most: number, from = 0): Generator<readonly Place[]> {
    const matching = new Matching(this.#steps, this.#begins, text, from);
    while (!matching.isDone) {
      yield matching.goOn(most);
    }
  }
}

/** The characters with which a match can begin. */
function beginningsOf(steps: readonly Step[]): Uint8Array {
  const begins = new Uint8Array(ASCII);
  const met = new Set<number>();
  const open = [0];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const step = steps[at];
    if (step === undefined || met.has(at)) {
      continue;
    }
    met.add(at);
    if (step.kind === 'character') {
      begins.forEach((known, code) => (begins[code] = known === 1 || step.test.has(code) ? 1 : 0));
    } else if (step.kind === 'either') {
      open.push(step.first, step.second);
    } else if (step.kind !== 'end') {
      open.push(step.kind === 'go' ? step.to : at + 1);
    }
  }
  return begins;
}

/** The ways through a pattern that are open at a place of the text, the first ones first, and where each began. */
class Ways {
  readonly steps: Int32Array;
  readonly starts: Float64Array;
  readonly #placeOf: Int32Array;
  count = 0;

  constructor(most: number) {
    this.steps = new Int32Array(most);
    this.starts = new Float64Array(most);
    this.#placeOf = new Int32Array(most);
  }

  /** Adds a way, unless one that comes before it is at that step already. */
  add(step: number, start: number): boolean {
    const place = this.#placeOf[step] as number;
    if (place < this.count && this.steps[place] === step) {
      return false;
    }
    this.#placeOf[step] = this.count;
    this.steps[this.count] = step;
    this.starts[this.count] = start;
    this.count++;
    return true;
  }
}

class Matching {
  readonly #steps: readonly Step[];
  readonly #begins: Uint8Array;
  readonly #text: string;
  #ways: Ways;
  #next: Ways;
  readonly #open: number[] = [];
  #at: number;
  #found: Place | undefined;
  isDone = false;

  constructor(steps: readonly Step[], begins: Uint8Array, text: string, from: number) {
    this.#steps = steps;
    this.#begins = begins;
    this.#text = text;
    this.#ways = new Ways(steps.length);
    this.#next = new Ways(steps.length);
    this.#at = from;
  }

  /** Goes on for about so many steps; returns the matches that this found. */
  goOn(most: number): readonly Place[] {
    const found: Place[] = [];
    let left = most;
    while (left > 0 && !this.isDone) {
      if (this.#ways.count === 0 && this.#found === undefined) {
        left -= this.#skip(left * SKIPPED_AS_STEP) / SKIPPED_AS_STEP;
      }
      left -= 1 + this.#step();
      if (this.#ways.count === 0 && this.#found !== undefined) {
        found.push(this.#found);
        this.#at = this.#found.end;
        this.#found = undefined;
      } else if (this.#at > this.#text.length) {
        this.isDone = true;
      }
    }
    return found;
  }

  /** Goes to the next character with which a match can begin; returns how many were passed. */
  #skip(most: number): number {
    const from = this.#at;
    const end = Math.min(this.#text.length, from + most);
    while (this.#at < end) {
      const code = this.#text.charCodeAt(this.#at);
      if (code >= ASCII || this.#begins[code] === 1) {
        break;
      }
      this.#at++;
    }
    return this.#at - from;
  }

  /** Takes one character; returns how many ways were looked at. */
  #step(): number {
    const at = this.#at;
    const ways = this.#ways;
    if (this.#found === undefined) {
      this.#follow(ways, 0, at, at);
    }
    const code = this.#text.codePointAt(at) ?? LINE_FEED;
    const next = at + (code > 0xffff ? 2 : 1);
    this.#next.count = 0;
    for (let index = 0; index < ways.count; index++) {
      const number = ways.steps[index] as number;
      const start = ways.starts[index] as number;
      const step = this.#steps[number];
      if (step?.kind === 'end') {
        if (start < at) {
          this.#found = { start, end: at };
          break;
        }
      } else if (
        step?.kind === 'character' &&
        code !== LINE_FEED &&
        next - start <= LONGEST_MATCH &&
        step.test.has(code)
      ) {
        this.#follow(this.#next, number + 1, start, next);
      }
    }
    const looked = ways.count;
    this.#ways = this.#next;
    this.#next = ways;
    this.#at = next;
    return looked;
  }

  /** Adds all ways that lead on from a step without a character, the first ones first. */
  #follow(ways: Ways, from: number, start: number, at: number): void {
    const open = this.#open;
    open.push(from);
    for (let number = open.pop(); number !== undefined; number = open.pop()) {
      const step = this.#steps[number];
      if (step === undefined || !ways.add(number, start)) {
        continue;
      }
      if (step.kind === 'either') {
        open.push(step.second, step.first);
      } else if (step.kind === 'go') {
        open.push(step.to);
      } else if (step.kind === 'place' && this.#isAt(step.place, at)) {
        open.push(number + 1);
      }
    }
  }

  #isAt(place: (Step & { kind: 'place' })['place'], at: number): boolean {
    switch (place) {
      case 'line start':
        return at === 0 || isLineEnd(this.#text.charCodeAt(at - 1));
      case 'line end':
        return at >= this.#text.length || isLineEnd(this.#text.charCodeAt(at));
      case 'word edge':
        return this.#isWordAt(at - 1) !== this.#isWordAt(at);
      case 'no word edge':
        return this.#isWordAt(at - 1) === this.#isWordAt(at);
    }
  }

  #isWordAt(at: number): boolean {
    const code = this.#text.charCodeAt(at);
    return (
      (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122)
    );
  }
}

function isLineEnd(code: number): boolean {
  return code === LINE_FEED || code === 13;
}
