const LONGEST_INPUT = 65_536;

/**
 * What was typed or pasted into a field of one line: line ends become `joint`, control characters are left out, and at
 * most 64 kB are kept.
 */
export function cleanInput(text: string, joint = ' '): string {
  return text
    .slice(0, LONGEST_INPUT)
    .replace(/[\r\n]+$/, '')
    .replaceAll(/[\r\n]+/g, joint)
    .replaceAll('\t', ' ')
    .replaceAll(/\p{Cc}/gu, '');
}
