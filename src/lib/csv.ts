/** What a spreadsheet takes for the start of a formula, full-width forms included. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** A negative number is what it is in a spreadsheet, too. */
const NEGATIVE_NUMBER = /^-\d+(\.\d+)?(e[+-]?\d+)?$/i;
const NEEDS_QUOTES = /[",\r\n]/;

/**
 * What becomes of a field that a spreadsheet would calculate: `guarded` puts an apostrophe before it, which makes it text
 * there; `kept` leaves it as it is, for programs that compare values such as `@scope/name`.
 */
export type FormulaHandling = 'guarded' | 'kept';

/** What `guarded` does, as a help text or a note says it. */
export const GUARD_WORDS =
  "an apostrophe stands before values that a spreadsheet would calculate, so @scope/name is '@scope/name";

/** One line of CSV without its end, quoted as RFC 4180 says. */
export function csvLine(fields: readonly string[], formulas: FormulaHandling = 'guarded'): string {
  return fields.map((field) => csvField(field, formulas)).join(',');
}

function csvField(field: string, formulas: FormulaHandling): string {
  const isGuarded = formulas === 'guarded' && FORMULA.test(field) && !NEGATIVE_NUMBER.test(field);
  const text = isGuarded ? `'${field}` : field;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
