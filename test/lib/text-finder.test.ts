import fc from 'fast-check';
import { expect, it } from 'vitest';

import { createFinder, readSought, typedFor, type Sought } from '../../src/lib/text-finder.ts';

const placesOf = (sought: Sought, text: string) =>
  [...(createFinder(sought)?.find(text) ?? [])].map(({ start, end }) => [start, end]);

it('what is to be typed for words finds what the words find, whatever signs they have', () => {
  const unit = fc.constantFrom('/', 'a', 'B', '.', '*', '(', '[', '\\', '-', 'é', '"');
  fc.assert(
    fc.property(
      fc.string({ unit, minLength: 1, maxLength: 5 }).map((words) => `/${words}/`),
      fc.string({ unit, maxLength: 20 }),
      fc.boolean(),
      (words, text, isIn) => {
        const sought = readSought(typedFor({ kind: 'words', words }));
        if (sought instanceof Error) {
          throw sought;
        }
        const searched = isIn ? `${text}${words}${text}` : text;
        expect(placesOf(sought, searched)).toEqual(placesOf({ kind: 'words', words }, searched));
      },
    ),
  );
});

it('a pattern stands between two slashes, and nothing else is one', () => {
  const kindOf = (typed: string) => {
    const sought = readSought(typed);
    return sought instanceof Error ? sought.message : sought.kind;
  };
  expect(['/a/', '//', '/a', 'a/', 'a', '/', '/(/'].map(kindOf)).toEqual([
    'pattern',
    'words',
    'words',
    'words',
    'words',
    'words',
    expect.stringContaining('missing'),
  ]);
});
