/** What a spreadsheet takes for the start of a formula, full-width forms included. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;
const NEEDS_QUOTES = /[",\r\n]/;

/**
 * One line of CSV without its end, quoted as RFC 4180 says. A field that a spreadsheet would calculate gets an
 * apostrophe before it, which makes it text there.
 */
export function csvLine(fields: readonly string[]): string {
  return fields.map(csvField).join(',');
}

function csvField(field: string): string {
  const text = FORMULA.test(field) ? `'${field}` : field;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
