import { safeSegments } from '../lib/safe-text.ts';
import { ASCII_FORGERY, escapeToken } from '../lib/safe-text/tokens.ts';

/**
 * Text of a server as a part of a sentence: one line, at most `most` characters, nothing in it that could act on a
 * terminal. Controls become `^[`, which stays as it is when the sentence is made safe once more to be drawn; what only
 * looks like such a token is escaped, since nothing sets tokens apart in a sentence.
 */
export function quote(text: string, most: number): string {
  // A character is one or two units, so twice as many hold enough.
  const start = text.slice(0, 2 * most + 2).replace(/\s+/g, ' ');
  const points = [...start.trim()];
  const cut = points
    .slice(0, most)
    .join('')
    .replace(ASCII_FORGERY, (sign) => escapeToken(sign.charCodeAt(0)))
    .replace(/\p{Cc}/gu, inCaretNotation);
  const safe = safeSegments(cut, 'cell').map((segment) => segment.text);
  return `${safe.join('')}${points.length > most || text.length > 2 * most + 2 ? '…' : ''}`;
}

function inCaretNotation(control: string): string {
  const code = control.charCodeAt(0);
  if (code < 0x20) {
    return `^${String.fromCharCode(code + 0x40)}`;
  }
  return code === 0x7f ? '^?' : `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}
