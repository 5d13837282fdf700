import { expect, it } from 'vitest';

import { selectVisibleAgents } from '../../../src/stores/agents/select-agents.ts';
import { selectVisibleEvents } from '../../../src/stores/events/select-events.ts';
import { selectVisibleSessions } from '../../../src/stores/sessions/select-sessions.ts';
import { createTestContext, openDialogOf, run } from '../../helpers/command-context.ts';
import { renderConsole } from '../../helpers/rendered-console.tsx';
import { listingOf, NOW, sampleAgent, sampleEvent, sampleSession } from '../../helpers/sample-data.ts';

/** Rows of each list: one as they should be, the others each with another name in which something hides. */
function createSuspiciousContext() {
  const context = createTestContext();
  const { stores } = context;
  stores.events.apply(
    [
      sampleEvent('plain', 10, { payload: { reasons: ['déjà vu'] } }),
      sampleEvent('package', 20, { subject: { package: 'lоdash' } }),
      sampleEvent('version', 30, { subject: { package: 'lodash', version: '1.0\u200b' } }),
      sampleEvent('host', 40, { client_id: 'client-2' }),
      sampleEvent('client', 50, { client_id: ' client-3' }),
    ],
    { at: NOW, fromHistory: false },
  );
  stores.agents.setState({
    data: listingOf([
      sampleAgent('agent-1'),
      sampleAgent('agent-2', { hostname: 'build\u202e2' }),
      sampleAgent('agent-4', { username: 'rооt' }),
    ]),
  });
  stores.sessions.setState({
    data: listingOf([
      sampleSession('plain', 0, { first_prompt: 'Où est la bibliothèque ?' }),
      sampleSession('branch', 60, { git_branch: 'mаin' }),
      sampleSession('project', 120, { project_path: '/srv/shop ' }),
    ]),
  });
  return context;
}

it('events with suspicious names are shown alone, and all again', async () => {
  const context = createSuspiciousContext();
  const { stores } = context;
  stores.view.setState({ tab: 'events' });
  const visible = () => selectVisibleEvents(stores).map(({ id }) => id);
  expect(visible()).toHaveLength(5);
  run(context, 'events.toggle-suspicious');
  expect(visible()).toEqual(['package', 'version', 'host', 'client']);
  const screen = await renderConsole(context, { columns: 140 });
  expect(screen.text).toContain('only suspicious names');
  expect(screen.text.match(/⚑/g)).toHaveLength(4);
  run(context, 'view.back');
  expect(visible()).toHaveLength(5);
});

it('agents with suspicious names are shown alone', () => {
  const context = createSuspiciousContext();
  context.stores.view.setState({ tab: 'agents' });
  run(context, 'agents.choose-flag');
  void openDialogOf(context, 'choice').choose('suspicious');
  expect(selectVisibleAgents(context.stores, NOW).map(({ id }) => id)).toEqual(['agent-4', 'agent-2']);
});

it('sessions with suspicious names are shown alone, and all again', () => {
  const context = createSuspiciousContext();
  context.stores.view.setState({ tab: 'sessions' });
  const visible = () => selectVisibleSessions(context.stores).map(({ id }) => id);
  run(context, 'sessions.toggle-suspicious');
  expect(visible()).toEqual(['branch', 'project']);
  run(context, 'view.back');
  expect(visible()).toEqual(['plain', 'branch', 'project']);
});
