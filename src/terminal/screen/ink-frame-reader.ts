import { PLAIN, type Attributes } from './attributes.ts';
import { blankRow, type CellRow, type Frame } from './cell-row.ts';
import type { RejectedCells } from './rejected-cells.ts';
import { RowBuilder } from './row-builder.ts';
import { afterSgr } from './sgr.ts';

/** A control sequence: parameters, intermediates and the final byte, ECMA-48 5.4. */
const CONTROL_SEQUENCE = /\[([\x30-\x3f]*)([\x20-\x2f]*)([\x40-\x7e])/y;
const NUMERIC_PARAMETERS = /^[0-9;]*$/;
/** OSC, DCS, SOS, PM and APC, each up to its terminator. */
const CONTROL_STRING = /[\]PX^_][^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)/y;

/**
 * Turns the frames of Ink, text with SGR sequences whose lines are joined by line feeds, into rows of cells. Of all
 * sequences only SGR with the parameters that Attributes knows is obeyed; everything else is left out and counted. One
 * that does not end in its line hides nothing: all but its escape character is shown. Each line begins plain, as
 * Ink's lines do. A line that was in the frame before gives the same row object as it did then.
 */
export class InkFrameReader {
  readonly #dropped: RejectedCells | undefined;
  #rows = new Map<string, CellRow>();
  #columns = 0;

  constructor(dropped?: RejectedCells) {
    this.#dropped = dropped;
  }

  /** The frame with exactly that many columns and rows. */
  read(text: string, columns: number, rows: number): Frame {
    if (columns !== this.#columns) {
      this.#columns = columns;
      this.#rows = new Map();
    }
    const seen = new Map<string, CellRow>();
    const lines = text.split('\n', rows);
    const frame = Array.from({ length: rows }, (_, index) => {
      const line = lines[index] ?? '';
      if (line === '') {
        return blankRow(columns);
      }
      const row = this.#rows.get(line) ?? seen.get(line) ?? this.#parse(line);
      seen.set(line, row);
      return row;
    });
    this.#rows = seen;
    return frame;
  }

  #parse(line: string): CellRow {
    const row = new RowBuilder(this.#columns, this.#dropped);
    let attributes: Attributes = PLAIN;
    let start = 0;
    for (;;) {
      const escape = line.indexOf('\u001b', start);
      if (escape !== start) {
        row.append(escape === -1 ? line.slice(start) : line.slice(start, escape), attributes);
      }
      if (escape === -1) {
        return row.finish();
      }
      const body = escape + 1;
      const [, parameters, intermediates, final] = matchAt(CONTROL_SEQUENCE, line, body) ?? [];
      if (final === 'm' && intermediates === '' && NUMERIC_PARAMETERS.test(parameters ?? '')) {
        const after = afterSgr(attributes, parameters ?? '');
        attributes = after.attributes;
        this.#drop(after.unknown);
        start = CONTROL_SEQUENCE.lastIndex;
      } else {
        this.#drop(1);
        start = endOfSequence(line, body);
      }
    }
  }

  #drop(count: number): void {
    if (this.#dropped !== undefined) {
      this.#dropped.count += count;
    }
  }
}

function endOfSequence(line: string, body: number): number {
  const pattern = [CONTROL_SEQUENCE, CONTROL_STRING].find((each) => matchAt(each, line, body) !== null);
  return pattern?.lastIndex ?? body;
}

function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index;
  return pattern.exec(text);
}
