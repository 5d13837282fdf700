import { expect, it } from 'vitest';

import { agentsCsv, agentsText } from '../../../src/cli/agents/agent-format.ts';
import { NOW, sampleAgent } from '../../helpers/sample-data.ts';

const STYLE = { colour: false, ascii: true, layout: { kind: 'pipe' }, thisYear: 2026 } as const;

it.each([
  ['a text that is none', 'yest\u202eerday', 'seen: no time: yest<U+202E>erday', 'yest<U+202E>erday'],
  ['a number', 1772000000, 'seen: no time: 1772000000', '1772000000'],
  ['nothing', undefined, 'seen: not known', ''],
])('shows %s in the place of a time as it was sent', (_what, sent, text, cell) => {
  const agents = [sampleAgent('agent-1', { last_seen_at: sent })];
  expect(agentsText(agents, STYLE, NOW).join('\n')).toContain(text);
  expect(agentsCsv(agents, 'kept')[1]?.split(',').at(-1)).toBe(cell);
});
