import { safeString } from '../../lib/safe-text.ts';
import { asUntrusted } from '../../lib/untrusted.ts';

/** So much of a term is shown. */
const LONGEST = 60;

/** A part of a query as it stands in a sentence. */
export function shownTerm(text: string): string {
  const cut = text.length > LONGEST ? '…' : '';
  return `${safeString(asUntrusted(text.slice(0, LONGEST)), 'cell')}${cut}`;
}
