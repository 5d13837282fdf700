import type { Style, Theme } from '../theme.ts';
import { untrusted, trusted, type Line } from '../widgets/line.ts';
import type { Untrusted } from '../../lib/untrusted.ts';

/** The outcome of an event as a shape, a word and a colour; what is not known is shown as it was sent. */
export function outcomeCell(outcome: Untrusted | undefined, theme: Theme): Line {
  switch (outcome) {
    case 'block':
      return [trusted(`${theme.glyph('block')} BLOCK`, 'block')];
    case 'review':
      return [trusted(`${theme.glyph('review')} REVIEW`, 'review')];
    case 'allow':
      return [trusted(`${theme.glyph('allow')} allow`, 'allow')];
    default:
      return [
        trusted(`${theme.glyph('unknown')} `, 'warn'),
        ...untrusted(outcome ?? 'none', { profile: 'ident', style: 'warn', ascii: theme.ascii }),
      ];
  }
}

/** The same as a word alone, for where it is said. */
export function outcomeWord(outcome: Untrusted | undefined, { ascii }: Theme): Line {
  switch (outcome) {
    case 'block':
      return [trusted('BLOCK', 'block')];
    case 'review':
      return [trusted('REVIEW', 'review')];
    default:
      return untrusted(outcome ?? 'no outcome', { profile: 'ident', ascii });
  }
}

/** The style of an outcome where its word stands beside it. */
export function outcomeStyle(outcome: string): Style {
  return outcome === 'block' || outcome === 'review' || outcome === 'allow' ? outcome : 'plain';
}
