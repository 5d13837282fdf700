import { expect, it } from 'vitest';

import { BOLD, INVERSE, PLAIN, UNDERLINED, inColour } from '../../../src/terminal/screen/attributes.ts';
import { leanRow } from '../../../src/terminal/screen/lean-row.ts';
import { cellRowOf } from '../../../src/terminal/screen/row-builder.ts';

const GREEN = inColour(2);

function leanOf(text: string, attributes = PLAIN) {
  const row = leanRow(cellRowOf([{ text, attributes }], text.length));
  return { text: row.glyphs.join(''), attributes: [...new Set(row.attributes)] };
}

it.each([
  ['─ Outcomes ─────────│──────', '─ Outcomes          │      '],
  ['07:54Z ────━━━━━┻──', '07:54Z          ┻──'],
  ['┈┈┈ 12 ┈┈┈┈', '┈┈┈ 12     '],
])('leaves out the rules of %s, and what is shorter than a rule in its place', (text, lean) => {
  expect(leanOf(text).text).toBe(lean);
});

it('fills the cells of a bar with blanks in its colour', () => {
  expect(leanOf('███████', GREEN)).toEqual({ text: '       ', attributes: [GREEN | INVERSE] });
  expect(leanOf('███▏', GREEN)).toEqual({ text: '███▏', attributes: [GREEN] });
  const twoBars = cellRowOf(
    [
      { text: '███', attributes: GREEN },
      { text: '█████', attributes: BOLD },
    ],
    8,
  );
  expect(leanRow(twoBars).glyphs.join('')).toBe('███     ');
  // What is inverse already would be hidden.
  expect(leanOf('█████', INVERSE | UNDERLINED).text).toBe('█████');
});

it('is the row itself where nothing is left out', () => {
  const row = cellRowOf([{ text: 'a row – with ██ and ──', attributes: PLAIN }], 24);
  expect(leanRow(row)).toBe(row);
  expect(leanRow(row)).toBe(leanRow(row));
});
