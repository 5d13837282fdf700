import { expect, it } from 'vitest';

import { openDialog } from '../../../src/commands/base/command.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import { createTestContext } from '../../helpers/command-context.ts';
import { renderConsole } from '../../helpers/rendered-console.tsx';
import { listingOf, sampleAgent, samplePolicy, sampleSession } from '../../helpers/sample-data.ts';
import { speakConsole } from '../../helpers/spoken-console.ts';

/** What a server sent in the place of times. */
const AGENT = sampleAgent('agent-1', { last_seen_at: 'yesterday', registered_at: 1772000000 });
const SESSION = sampleSession('s1', 60, { created_at: 17720000, modified_at: 'noon' });
const POLICY = samplePolicy({}, { updated_at: 1772000001 });

function contextOn(tab: 'agents' | 'sessions' | 'policy') {
  const context = createTestContext();
  const { agents, sessions, policy, view } = context.stores;
  agents.setState({ data: listingOf([AGENT]) });
  sessions.setState({ data: listingOf([SESSION]) });
  policy.setState({ data: POLICY });
  view.setState({ tab });
  return context;
}

it.each([
  ['agents', [/yesterday \?/, /1772000000 \?/]],
  ['sessions', [/noon \?/]],
  ['policy', [/changed no time: 1772000001/]],
] as const)('of %s stand as they were sent, marked', async (tab, told) => {
  const context = contextOn(tab);
  updatePane(context.stores.view, tab, { detail: false });
  const screen = await renderConsole(context, { columns: 240, rows: 24 });
  told.forEach((words) => expect(screen.text).toMatch(words));
});

it.each([
  ['agents', ['yesterday (no time)', '1772000000 (no time)']],
  ['sessions', ['17720000 (no time)', 'noon (no time)']],
] as const)('are marked in the detail of %s', async (tab, told) => {
  const context = contextOn(tab);
  updatePane(context.stores.view, tab, { detail: true });
  const screen = await renderConsole(context, { columns: 200, rows: 50 });
  told.forEach((words) => expect(screen.text).toContain(words));
});

it('are marked in a question about an agent', async () => {
  const context = contextOn('agents');
  const plan = {
    ...{ action: 'suspend' as const, agents: [AGENT], skipped: [], filteredOut: [], offScreen: [] },
    undoes: undefined,
  };
  openDialog(context, { kind: 'agent-question', plan, reason: '', isResend: false });
  const screen = await renderConsole(context, { columns: 120, rows: 30 });
  expect(screen.text).toMatch(/last seen +yesterday \?/);
});

it('are said as what they are', async () => {
  const context = contextOn('agents');
  const spoken = await speakConsole(context);
  expect((await spoken.press('ctrl+g')).join(' ')).toMatch(/1772000000 \(no time\)/);
  await spoken.press('1');
  expect((await spoken.press('3')).join(' ')).toMatch(/, no time: yesterday/);
});
