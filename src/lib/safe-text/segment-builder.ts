import stringWidth from 'string-width';

import { cellsOf } from './graphemes.ts';
import { areJoined } from './characters.ts';
import { escapeToken, moreToken, timesSign } from './tokens.ts';

/** A piece of text that is safe to draw. */
export interface SafeSegment {
  readonly text: string;
  /** A token that stands for something that cannot be shown; drawn inverse, so that plain text cannot imitate it. */
  readonly token: boolean;
}

const MARKS_ON_A_BASE = 3;

/** A grapheme of more columns, or so long, is no cell of a screen. */
const MOST_COLUMNS = 2;
const LONGEST_GRAPHEME = 16;

/** Puts segments together: collapses runs of one token, counts marks past the third, keeps graphemes from joining. */
export class SegmentBuilder {
  readonly #segments: SafeSegment[] = [];
  readonly #times: string;
  readonly #strict: boolean;
  #plain = '';
  /** Kept apart: to look at the end of a text that grows would copy all of it each time. */
  #hasBase = false;
  #token = '';
  #tokenCount = 0;
  #marks = 0;
  #extraMarks = 0;
  /** Whether the plain text may hold graphemes of several parts. */
  #mayJoin = false;

  /** When strict, a grapheme that is measured otherwise than the sum of its parts is escaped. */
  constructor({ ascii, strict }: { readonly ascii: boolean; readonly strict: boolean }) {
    this.#times = timesSign(ascii);
    this.#strict = strict;
  }

  /** Whether a token stands directly before what comes next. */
  get isAfterToken(): boolean {
    return (
      this.#extraMarks > 0 ||
      (this.#plain === '' && (this.#tokenCount > 0 || this.#segments.at(-1)?.token === true))
    );
  }

  /** Adds text in which nothing joins what stands beside it, line feeds included. */
  run(text: string): void {
    if (text === '') {
      return;
    }
    this.#endToken();
    this.#endMarks();
    this.#plain += text;
    this.#hasBase = !text.endsWith('\n');
  }

  /** Adds a code point that is shown as it is, unless it would join what stands before this text on the screen. */
  plain(point: string): void {
    if (!this.#hasBase && areJoined('a', point)) {
      this.token(escapeToken(point.codePointAt(0) as number));
    } else {
      this.run(point);
      this.#mayJoin = true;
    }
  }

  /** Adds a mark: shown on its base, counted past the third, escaped without a base, where it would settle elsewhere. */
  mark(point: string): void {
    if (!this.#hasBase) {
      this.token(escapeToken(point.codePointAt(0) as number));
    } else if (this.#marks < MARKS_ON_A_BASE) {
      this.#marks++;
      this.#plain += point;
      this.#mayJoin = true;
    } else {
      this.#extraMarks++;
    }
  }

  token(text: string): void {
    this.#endMarks();
    this.#endPlain();
    if (this.#token === text) {
      this.#tokenCount++;
    } else {
      this.#endToken();
      this.#token = text;
      this.#tokenCount = 1;
    }
  }

  finish(): readonly SafeSegment[] {
    this.#endMarks();
    this.#endPlain();
    this.#endToken();
    return this.#segments;
  }

  #endMarks(): void {
    this.#marks = 0;
    if (this.#extraMarks > 0) {
      const text = moreToken(this.#extraMarks, 'marks');
      this.#extraMarks = 0;
      this.#endPlain();
      this.#segments.push({ text, token: true });
    }
  }

  #endToken(): void {
    if (this.#tokenCount > 0) {
      const text = this.#tokenCount === 1 ? this.#token : `${this.#token}${this.#times}${this.#tokenCount}`;
      this.#segments.push({ text, token: true });
      this.#token = '';
      this.#tokenCount = 0;
    }
  }

  #endPlain(): void {
    const text = this.#plain;
    if (text === '') {
      return;
    }
    this.#plain = '';
    this.#hasBase = false;
    this.#endToken();
    if (!this.#mayJoin) {
      this.#pushPart(text, false);
      return;
    }
    this.#mayJoin = false;
    const last = [...text.slice(-2)].at(-1) ?? '';
    if (areJoined(last, 'a')) {
      // It would take in what stands behind this text on the screen.
      this.#pushGraphemes(text.slice(0, -last.length));
      this.#pushPart(escapeToken(last.codePointAt(0) as number), true);
    } else {
      this.#pushGraphemes(text);
    }
  }

  #pushGraphemes(text: string): void {
    let kept = '';
    for (const { segment: grapheme } of cellsOf(text)) {
      const points = [...grapheme];
      if (points.length === 1 || this.#isCell(grapheme, points)) {
        kept += grapheme;
      } else {
        this.#pushPart(kept, false);
        kept = '';
        for (const point of points) {
          this.#pushPart(escapeToken(point.codePointAt(0) as number), true);
        }
      }
    }
    this.#pushPart(kept, false);
  }

  #isCell(grapheme: string, points: readonly string[]): boolean {
    const width = stringWidth(grapheme);
    return (
      width > 0 &&
      width <= MOST_COLUMNS &&
      grapheme.length <= LONGEST_GRAPHEME &&
      (!this.#strict || width === widthOfParts(points))
    );
  }

  #pushPart(text: string, token: boolean): void {
    if (text !== '') {
      this.#segments.push({ text, token });
    }
  }
}

function widthOfParts(points: readonly string[]): number {
  return points.reduce((width, point) => width + stringWidth(point), 0);
}
