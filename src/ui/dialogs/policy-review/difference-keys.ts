import { fitParts, part, shorter, type Part } from '../../widgets/fitted-parts.ts';
import type { Theme } from '../../theme.ts';
import { trusted, type Line } from '../../widgets/line.ts';

/** The last line of a dialog: its keys, as many as fit. */
export function keysLine(parts: readonly Part[], columns: number): Line {
  return [trusted(' '), ...fitParts(parts, columns - 2, { separator: trusted('   ') })];
}

/** A key and what it does. */
export function key(chord: string, does: string): Line {
  return [trusted(chord, 'key'), trusted(` ${does}`)];
}

/** The key that writes the policy, dim where nothing may be written now. */
export function writeKey(mayWrite: boolean, theme: Theme): Part {
  const chord = theme.keyOf('policy-review.write');
  const line = (does: string): Line =>
    mayWrite ? key(chord, does) : [trusted(chord, 'dim'), trusted(` ${does}`, 'dim')];
  return part(line('writes the policy'), shorter(2, line('writes')));
}
