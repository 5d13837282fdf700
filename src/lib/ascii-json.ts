import { numberForms } from './exact-json.ts';
import { isUnseen } from './safe-text/characters.ts';
import { isNeededJoiner } from './safe-text/joiners.ts';

/**
 * A value as JSON in printable ASCII, in one line unless it is indented by so many spaces: everything from U+007F up is
 * written `\uXXXX`, lone surrogates too, so that no encoding and no terminal can change or act on it. Reading it gives the
 * same value. Numbers are written as they were sent where that was kept.
 */
export function asciiJson(value: unknown, indent?: number): string {
  // JSON.stringify writes what is below U+0020 and lone surrogates in that way already.
  return asciiText(JSON.stringify(value, numberForms(), indent));
}

/** JSON as it was written, in ASCII: everything from U+007F up is `\uXXXX`, which says the same. */
export function asciiText(json: string): string {
  return json.replace(/[\u007f-\uffff]/g, escapeOf);
}

/**
 * A text as JSON for people to edit: letters as they are, with the joiners that they need, and what else cannot be seen as
 * `\uXXXX`. Reading it gives the same text.
 */
export function readableJson(text: string): string {
  return JSON.stringify(text).replace(/[^ -~]/gu, (point, index: number, whole: string) =>
    isUnseen(point) && !isNeededJoiner(whole, index) ? point.replace(/[^]/g, escapeOf) : point,
  );
}

function escapeOf(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
