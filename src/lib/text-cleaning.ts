const LONGEST_INPUT = 65_536;
const LINE_ENDS = '\r\n\u2028\u2029';

/**
 * What was typed or pasted into a field of one line: line ends and tabs become blanks. Left out are control
 * characters and lone surrogates. Other characters that cannot be seen stay, since without them it would be another text:
 * whoever draws it shows them as tokens. At most 64 kB are kept.
 */
export function cleanInput(text: string): string {
  return text
    .slice(0, endOfText(text))
    .replaceAll(/[\r\n\u2028\u2029]+/g, ' ')
    .replaceAll('\t', ' ')
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, '');
}

/**
 * What was typed without the blanks around it. `trim` would also take away what cannot be seen (U+00A0, U+FEFF), and leave
 * another text than the one that was typed and is shown.
 */
export function withoutBlanks(text: string): string {
  return text.replace(/^ +/, '').replace(/(?<! ) +$/, '');
}

/** Where the line ends begin that stand at the end of what is taken. */
function endOfText(text: string): number {
  let end = Math.min(text.length, LONGEST_INPUT);
  while (end > 0 && LINE_ENDS.includes(text.charAt(end - 1))) {
    end--;
  }
  return end;
}
