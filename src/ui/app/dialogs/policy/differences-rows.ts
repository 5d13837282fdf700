/** The frame of a table of changes with its heading. */
export const TABLE_ROWS = 3;
/** What each change takes in it. */
export const ROW_ROWS = 2;
/** The title, and the keys below. */
export const LINES_AROUND = 2;
/** What the change under the cursor is spelled out in, where there is room. */
export const SPELLED_ROWS = 4;

/** Rows that a table of changes wants, with so many lines above it. */
export function differencesRows(facts: number, differences: number): number {
  return LINES_AROUND + facts + TABLE_ROWS + ROW_ROWS * differences + SPELLED_ROWS;
}

/** Lines that what is to be known of a write usually takes on so many columns. */
export function usualFactRows(columns: number): number {
  return columns >= 120 ? 6 : columns >= 80 ? 9 : 12;
}
