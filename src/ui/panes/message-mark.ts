import type { Message } from '../../stores/view/view-store.ts';
import type { Style, Theme } from '../theme.ts';

/** How serious a message is, as a shape, a word and a colour; plain ones have none. */
export function messageMark(
  { tone }: Pick<Message, 'tone'>,
  theme: Theme,
): { readonly mark: string; readonly style: Style } {
  switch (tone) {
    case 'good':
    case 'done':
      return { mark: `${theme.glyph('live')} done   `, style: 'good' };
    case 'bad':
      return { mark: `${theme.glyph('block')} problem`, style: 'bad' };
    case 'plain':
      return { mark: '         ', style: 'plain' };
  }
}
