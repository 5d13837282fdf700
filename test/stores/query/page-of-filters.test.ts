import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

import { EVENT_QUERY } from '../../../src/stores/events/events-view.ts';
import { parseQuery } from '../../../src/stores/query/parse-query.ts';

const PAGE = readFileSync(new URL('../../../docs/console.md', import.meta.url), 'utf8');
const [, examples = ''] = /^## Filters and ways on$[\s\S]*?```\n([\s\S]*?)```/m.exec(PAGE) ?? [];

it.each(examples.trim().split('\n'))('the page shows a filter that is one: %s', (line) => {
  const [text = ''] = line.split(/ {3,}/);
  const { terms, problems } = parseQuery(text, EVENT_QUERY);
  expect(problems).toEqual([]);
  expect(terms.length).toBeGreaterThan(2);
});
