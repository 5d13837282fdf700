import { numberForms } from './exact-json.ts';

/**
 * A value as JSON in printable ASCII, in one line unless it is indented by so many spaces: everything from U+007F up is
 * written `\uXXXX`, lone surrogates too, so that no encoding and no terminal can change or act on it. Reading it gives the
 * same value. Numbers are written as they were sent where that was kept.
 */
export function asciiJson(value: unknown, indent?: number): string {
  // JSON.stringify writes what is below U+0020 and lone surrogates in that way already.
  return JSON.stringify(value, numberForms(), indent).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
