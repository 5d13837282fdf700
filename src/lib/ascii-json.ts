/**
 * A value as one line of JSON in printable ASCII: everything from U+007F up is written `\uXXXX`, lone surrogates too, so
 * that no encoding and no terminal can change or act on it. Reading it gives the same value.
 */
export function asciiJson(value: unknown): string {
  // JSON.stringify writes what is below U+0020 and lone surrogates in that way already.
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
