const LONGEST_INPUT = 65_536;

/** What was typed or pasted into a field of one line: without control characters, and at most 64 kB. */
export function cleanInput(text: string): string {
  return text
    .slice(0, LONGEST_INPUT)
    .replaceAll(/[\r\n\t]+/g, ' ')
    .replaceAll(/\p{Cc}/gu, '');
}
