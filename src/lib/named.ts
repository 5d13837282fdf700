import type { MixedText } from './mixed-text.ts';
import { safeString } from './safe-text.ts';
import { prose, type Quoted } from './untrusted.ts';

/**
 * What names something, quoted in a sentence: as a list shows it, with what is not plain ASCII escaped, so that nobody says
 * yes to a look-alike. Its tokens are ASCII and cannot be distinguished by their style there: what only looks like one is
 * escaped, too.
 */
export function named(text: string): Quoted {
  return prose(safeString(text, 'ident', true));
}

/** Names and prose in one row, quoted in a sentence. */
export function quotedText(parts: MixedText): Quoted {
  return prose(parts.map(({ text, profile }) => (profile === 'ident' ? named(text) : text)).join(''));
}

/** A sentence that was written down with the names in it as they are, quoted with these of them as `named` shows them. */
export function withNamed(text: string, names: readonly (string | undefined)[]): Quoted {
  return prose(
    names.reduce<string>(
      (text, name = '') =>
        name === '' || named(name) === name ? text : text.replaceAll(name, () => named(name)),
      text,
    ),
  );
}
