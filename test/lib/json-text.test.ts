import { expect, it } from 'vitest';

import { parseExactJson } from '../../src/lib/exact-json.ts';
import { jsonText } from '../../src/lib/json-text.ts';
import { discoverColumns } from '../../src/stores/llm/llm-fields.ts';
import { selectVisibleLlmCalls } from '../../src/stores/llm/select-llm-calls.ts';
import { createStores } from '../../src/stores/stores.ts';
import { textWithin } from '../../src/stores/base/text-within.ts';
import { detailLines, fieldsOf } from '../../src/ui/widgets/detail.ts';
import { listingOf, sampleCall } from '../helpers/sample-data.ts';

const DEPTH = 100_000;
const NESTED = [
  `{"id":"e1","metadata":${'['.repeat(DEPTH)}${']'.repeat(DEPTH)},"number":123456789012345678901234567890}`,
  `{"id":"e1","metadata":${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)},"number":123456789012345678901234567890}`,
] as const;

it('writes a value as JSON', () => {
  expect(jsonText({ a: [1, 'x'] })).toBe('{"a":[1,"x"]}');
  expect(jsonText({ a: 1 }, 2)).toBe('{\n  "a": 1\n}');
  expect(jsonText(undefined)).toBe('');
});

it.each(NESTED)('a value nested however deeply is read, searched and shown: %.20s', (text) => {
  const raw = parseExactJson(text) as Readonly<Record<string, unknown>>;
  expect(textWithin(raw)).toContain('e1');
  expect(detailLines(fieldsOf(raw, 'call'), 60, false).length).toBeGreaterThanOrEqual(3);
  const stores = createStores();
  stores.llmCalls.setState({ data: listingOf([sampleCall(raw)]) });
  expect(discoverColumns(selectVisibleLlmCalls(stores)).length).toBeGreaterThan(1);
});
