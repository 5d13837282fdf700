import { stripVTControlCharacters } from 'node:util';

import { expect, it } from 'vitest';

import { AGENT_ACTIONS } from '../../../src/cli/agents/agent-action.ts';
import {
  columnsFor,
  resultJson,
  resultOf,
  resultText,
  statusOfResults,
} from '../../../src/cli/agents/agent-result.ts';
import { sampleAgent } from '../../helpers/sample-data.ts';

const suspended = sampleAgent('agent-1', { status: 'suspended' });

it.each([
  ['is as requested before anything was sent', { after: suspended }, 'unchanged', 0],
  ['is otherwise', { after: sampleAgent('agent-1') }, 'refused', 1],
  ['is gone', { after: 'gone' }, 'refused', 1],
  ['cannot be read', {}, 'refused', 1],
  ['is as requested, and not as it was seen', { after: suspended, moved: suspended }, 'refused', 1],
  ['is as requested, and the server refused the change', { after: suspended, status: 400 }, 'refused', 1],
  ['is as requested, and the server refused the key', { after: suspended, status: 403 }, 'refused', 3],
] as const)('an agent that %s', (_what, seen, ending, status) => {
  const verdict = { kind: 'refused', sentence: 'Nothing was sent.', ...seen } as const;
  const result = resultOf(sampleAgent('agent-1'), AGENT_ACTIONS.suspend, verdict);
  expect([result.ending, statusOfResults([result])]).toEqual([ending, status]);
});

it.each([
  [true, String.raw`build-\u{430} is suspended.`],
  [false, String.raw`build-\u{430} is suspended.`],
])('a look-alike in a sentence is seen, in colours: %s; programs get the name', (colour, shown) => {
  const agent = sampleAgent('agent-1', { hostname: 'build-а', status: 'active' });
  const verdict = { kind: 'confirmed', sentence: 'Confirmed: build-а is suspended.' } as const;
  const result = resultOf(agent, AGENT_ACTIONS.suspend, verdict);
  const style = { ascii: false, colour, layout: { kind: 'pipe' }, thisYear: 2026 } as const;
  const [line = ''] = resultText(result, style, columnsFor([agent], style));
  expect(stripVTControlCharacters(line)).toMatch(/Confirmed: build-/);
  expect(stripVTControlCharacters(line)).toContain(shown);
  expect(line).not.toContain('а');
  expect((JSON.parse(resultJson(result)) as { sentence: string }).sentence).toBe(verdict.sentence);
});
