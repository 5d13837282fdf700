import { expect, it } from 'vitest';

import { AGENT_ACTIONS } from '../../../src/cli/agents/agent-action.ts';
import { resultOf, statusOfResults } from '../../../src/cli/agents/agent-result.ts';
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
