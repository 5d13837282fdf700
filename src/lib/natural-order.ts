/**
 * Keys by which plain comparison sorts text as people do. Where lists are long, making a key once a row is many times
 * cheaper than comparing with a collator, and loads nothing.
 */

/** Runs of digits longer than this are ordered as text. */
const MOST_DIGITS = 16;

function padded(text: string): string {
  return text.replace(/\d+/g, (digits) => digits.replace(/^0+(?=\d)/, '').padStart(MOST_DIGITS, '0'));
}

/** A key that puts `ci-2` before `ci-10`, whatever the case. */
export function naturalKey(text: string): string {
  return padded(text.toLowerCase());
}

/** Numbers with points between them, what stands behind a dash, and what follows that. */
const VERSION = /^v?(\d+(?:\.\d+){0,50})(?:-([^+]*))?/i;

/**
 * A key that puts `1.9.0` before `1.10.0` and `2.0.0-rc.1` before `2.0.0`, as semantic versioning has it for the usual
 * forms; what is no version stands behind all that are.
 */
export function versionKey(text: string): string {
  const match = VERSION.exec(text);
  if (match === null) {
    return `~${naturalKey(text)}`;
  }
  const [, core = '', prerelease] = match;
  // A blank sorts before a point, so that 1.2 stands before 1.2.1, and a dash before a tilde.
  return `${padded(core)} ${prerelease === undefined ? '~' : `-${naturalKey(prerelease)}`}`;
}
