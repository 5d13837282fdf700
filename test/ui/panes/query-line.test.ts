import { expect, it } from 'vitest';

import { EVENT_QUERY } from '../../../src/stores/events/events-view.ts';
import { parseQuery } from '../../../src/stores/query/parse-query.ts';
import { queryLine } from '../../../src/ui/panes/query-line.ts';

const shown = (text: string) =>
  queryLine(parseQuery(text, EVENT_QUERY), EVENT_QUERY, false)
    .map((part) => part.text)
    .join('');

it.each([
  ['package:"l\u043edash"', 'package:"l\\u{43e}dash"'],
  ['-host:b\u0430d f\u00fcr', '-host:b\\u{430}d f\u00fcr'],
  ['reason:"f\u00fcr npm"', 'reason:"f\u00fcr npm"'],
  ['package:"a  b " x', 'package:"a  b " x'],
])('a query shows names as lists do, and prose in its letters: %s', (text, expected) => {
  expect(shown(text)).toBe(expected);
});
