import type { Theme } from '../../theme.ts';
import { trusted, type Line } from '../../widgets/line.ts';

const ARROWS: readonly string[] = ['↑', '↓', '←', '→', 'Up', 'Down', 'Left', 'Right'];

/** The key of a command in a dialog: of several an arrow, since the letters beside it are known from the lists. */
export function shownKey(id: string, { keysOf, keyOf }: Theme): string {
  return keysOf(id).find((name) => ARROWS.includes(name)) ?? keyOf(id);
}

/** The keys that leave a question, the short one first: `n or Esc cancels`. */
export function cancelKeys(id: string, { keysOf }: Theme): Line {
  const [other] = keysOf(id).filter((name) => name !== 'Esc');
  return [
    ...(other === undefined ? [] : [trusted(other, 'key'), trusted(' or ')]),
    trusted('Esc', 'key'),
    trusted(' cancels'),
  ];
}
