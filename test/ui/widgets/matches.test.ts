import { expect, it } from 'vitest';

import { trusted } from '../../../src/ui/widgets/line.ts';
import { withMatches } from '../../../src/ui/widgets/matches.ts';

const textsOf = (text: string, search: string) =>
  withMatches([trusted(text)], search).map((span) => [span.text, span.style]);

it('marks a letter with the marks that belong to it, which would be lost where they stood alone', () => {
  expect(textsOf('xA\u0302\u0301y', 'a')).toEqual([
    ['x', 'plain'],
    ['A\u0302\u0301', 'match'],
    ['y', 'plain'],
  ]);
  expect(textsOf('xa\u0302y', '\u0302')).toEqual([
    ['x', 'plain'],
    ['a\u0302', 'match'],
    ['y', 'plain'],
  ]);
});

it('marks the place that was found where a letter before it is longer in the other case', () => {
  expect(textsOf('\u0130x end', 'END').at(-1)).toEqual(['end', 'match']);
});
