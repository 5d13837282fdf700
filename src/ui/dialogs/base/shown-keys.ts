import type { Theme } from '../../theme.ts';
import { trusted, type Line } from '../../widgets/line.ts';

/** The keys that close a dialog: Esc always does, and another key where one was chosen for it. */
export function closeKeys(id: string, { keysOf }: Theme): string {
  const [first = 'Esc'] = keysOf(id);
  return first === 'Esc' ? first : `${first} Esc`;
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
