import { expect, it } from 'vitest';

import { agentResultsLines } from '../../../src/ui/dialogs/agent-results/agent-results-dialog.ts';
import { createTheme } from '../../../src/ui/theme.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';
import { NOW, sampleAgent } from '../../helpers/sample-data.ts';

it('says the day of what was seen on another one', () => {
  const commands = createFilledContext();
  const clock = new Date(NOW).toISOString().slice(11, 19);
  const item = {
    agent: sampleAgent('agent-1'),
    state: 'contradicted' as const,
    sentence: `It was active at ${clock}Z.`,
    saidAt: NOW,
    after: undefined,
    mayResend: false,
    isStop: false,
  };
  commands.stores.agentRun.setState({
    run: {
      action: 'suspend',
      reason: '',
      isUndo: false,
      items: [item, { ...item, agent: sampleAgent('agent-2') }],
      phase: 'done',
      stop: undefined,
      startedAt: NOW,
      pace: { since: 0, from: 0 },
    },
  });
  const shownAt = (now: number) =>
    agentResultsLines(
      { kind: 'agent-results', number: 1, cursor: undefined, onlyProblems: false },
      { commands, theme: createTheme({ colour: false, ascii: true }), now },
      { columns: 120, rows: 12 },
    )
      .map((line) => line.map(({ text }) => text).join(''))
      .join('\n');
  expect(shownAt(NOW + 60_000)).toContain(`active at ${clock}Z.`);
  expect(shownAt(NOW + 24 * 60 * 60 * 1000)).toContain(
    `active at ${new Date(NOW).toISOString().slice(0, 10)} ${clock}Z.`,
  );
});
