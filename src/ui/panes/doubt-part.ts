import type { ListDoubt } from '../../stores/base/listing.ts';
import { listDoubtWords } from '../../stores/base/list-doubt.ts';
import { leftOut, part, shorter, type Part } from '../widgets/fitted-parts.ts';
import { trusted } from '../widgets/line.ts';
import { DROP_ORDER } from './footer-ranks.ts';

/** That it cannot be verified that a list is whole, and why. */
export function doubtPart(doubt: ListDoubt, things: string): Part {
  return part(
    [trusted(`unverified: ${listDoubtWords(doubt, things)}`, 'warn')],
    shorter(DROP_ORDER.words, [trusted('unverified', 'warn')]),
    leftOut(DROP_ORDER.completeness),
  );
}
