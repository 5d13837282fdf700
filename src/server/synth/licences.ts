/**
 * Whether an SPDX expression is covered by a list of allowed identifiers: one side of an OR is enough, both sides of an
 * AND are needed, AND binds tighter. Upper and lower case are the same. An exception (`GPL-2.0-only WITH …`) must be
 * listed as it is written. Parentheses are read as if they were not there, which is stricter or equal for the
 * expressions that packages carry.
 */
export function isLicenceAllowed(expression: string, allowed: ReadonlySet<string>): boolean {
  return expression
    .replace(/[()]/g, ' ')
    .split(/\s+OR\s+/i)
    .some((alternative) =>
      alternative.split(/\s+AND\s+/i).every((identifier) => allowed.has(identifier.trim().toLowerCase())),
    );
}
