import stringWidth from 'string-width';
import { PLAIN, type Attributes } from './attributes.ts';
import type { CellRow } from './cell-row.ts';
const seg = new Intl.Segmenter('en', { granularity: 'grapheme' });
export function cellRowOf(
  pieces: readonly { readonly text: string; readonly attributes: Attributes }[],
  columns: number,
): CellRow {
  const glyphs: string[] = [];
  const attributes: Attributes[] = [];
  for (const p of pieces)
    for (const { segment } of seg.segment(p.text)) {
      const w = stringWidth(segment);
      if (w === 0 || glyphs.length + w > columns) continue;
      glyphs.push(segment);
      attributes.push(p.attributes);
      if (w === 2) {
        glyphs.push('');
        attributes.push(p.attributes);
      }
    }
  while (glyphs.length < columns) {
    glyphs.push(' ');
    attributes.push(PLAIN);
  }
  return { glyphs, attributes };
}
