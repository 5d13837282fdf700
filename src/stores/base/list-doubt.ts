import type { ListDoubt } from './listing.ts';

/** Why it cannot be verified that a list of things is whole, as a part of a sentence; `things` is their name. */
export function listDoubtWords(doubt: ListDoubt, things: string): string {
  switch (doubt) {
    case 'not-counted':
      return `the server does not count its ${things}`;
    case 'denies-rows':
      return `the server gives more ${things} than it counts`;
    case 'exceeds-rows':
      return `the server counts more ${things} than it gives`;
    case 'more-after-end':
      return `the server gives more ${things} after it said there are no more`;
    case 'repeats-rows':
      return `the server gives the same ${things} again and again`;
    case 'moved':
      return 'the list changed each time it was read';
    case 'fewer':
      return `the server gave more ${things} before than it counts now`;
  }
}
