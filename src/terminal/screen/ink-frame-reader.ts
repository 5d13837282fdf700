import { PLAIN, inColour } from './attributes.ts';
import { cellRowOf } from './cell-row-of.ts';
import type { CellRow } from './cell-row.ts';
export class InkFrameReader {
  read(frame: string, size: { readonly columns: number; readonly rows: number }): readonly CellRow[] {
    return frame
      .split('\n')
      .slice(0, size.rows)
      .map((line) => {
        let a = PLAIN;
        const pieces: { text: string; attributes: number }[] = [];
        let at = 0;
        for (const m of line.matchAll(/\u001b\[([\d;]*)m/g)) {
          pieces.push({ text: line.slice(at, m.index), attributes: a });
          at = m.index + m[0].length;
          for (const q of (m[1] || '0').split(';').map(Number))
            a =
              q === 0
                ? 0
                : q === 1
                  ? a | 1
                  : q === 2
                    ? a | 2
                    : q === 7
                      ? a | 8
                      : q === 27
                        ? a & ~8
                        : q === 22
                          ? a & ~3
                          : q === 39
                            ? a & 15
                            : q >= 30 && q < 38
                              ? (a & 15) | inColour(q - 30)
                              : a;
        }
        pieces.push({ text: line.slice(at), attributes: a });
        return cellRowOf(pieces, size.columns);
      });
  }
}
