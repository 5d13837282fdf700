import { expect, it, onTestFinished } from 'vitest';

import { openSessionAt } from '../../src/commands/sessions/session-at.ts';
import type { CommandContext } from '../../src/commands/base/command.ts';
import { asUntrusted } from '../../src/lib/untrusted.ts';
import type { Choices } from '../../src/server/base/choices.ts';
import { createTestContext, openDialogOf } from '../helpers/command-context.ts';
import { connectConsole, type ConnectedConsole } from './connected-console.ts';

const HOUR = 3_600_000;

const DIALECTS: readonly Partial<Choices>[] = [
  {},
  { 'session-id': 'numeric' },
  { 'session-id': 'session-id', 'session-wrapping': 'wrapped' },
  { 'session-order': 'oldest-first', 'time-precision': 'milliseconds' },
  { 'session-order': 'id-hash', 'session-id': 'numeric', 'session-wrapping': 'wrapped' },
];

async function connect(choices: Partial<Choices> = {}): Promise<{
  readonly console: ConnectedConsole;
  readonly context: CommandContext;
}> {
  const console = await connectConsole({ choices });
  onTestFinished(() => console.stop());
  const { stores, sync, clock } = console;
  stores.view.setState({ tab: 'events' });
  return { console, context: { ...createTestContext(), stores, sync, clock } };
}

/** The session that such a machine recorded last. */
function lastSession({ organization }: ConnectedConsole) {
  const [session] = organization.sessions;
  if (session === undefined) {
    throw new Error('There is no session.');
  }
  return session;
}

it.each(DIALECTS.map((choices) => [choices] as const))(
  'an event leads to the session of its machine at that time, opened: %j',
  async (choices) => {
    const { console, context } = await connect(choices);
    const session = lastSession(console);
    openSessionAt(context, asUntrusted(session.client_id), session.created_at + HOUR);
    await console.until(() => {
      expect(console.stores.view.getState().pager?.session.session_id).toBe(session.session_id);
      expect(console.stores.transcript.getState().data).toMatchObject({ state: 'whole' });
    });
    expect(console.stores.transcript.getState().failure).toBeUndefined();
  },
);

it.each(DIALECTS.map((choices) => [choices] as const))(
  'the nearest session is offered with its distance when none was at work: %j',
  async (choices) => {
    const { console, context } = await connect(choices);
    const session = lastSession(console);
    openSessionAt(context, asUntrusted(session.client_id), session.modified_at + 2 * HOUR + 1000);
    await console.until(() => void openDialogOf(context, 'confirm'));
    const dialog = openDialogOf(context, 'confirm');
    expect(dialog.lines).toContainEqual({ label: 'host', value: session.agent_hostname });
    expect(dialog.lines).toContainEqual({ label: 'distance', value: 'ended 2h before' });
    dialog.confirm();
    await console.until(() =>
      expect(console.stores.view.getState().pager?.session.session_id).toBe(session.session_id),
    );
  },
);

it('says that a machine recorded no session, and stays where it is', async () => {
  const { console, context } = await connect();
  const recorded = new Set(console.organization.sessions.map(({ client_id: clientId }) => clientId));
  const without = console.organization.agents.find(({ client_id: clientId }) => !recorded.has(clientId));
  openSessionAt(context, asUntrusted(without?.client_id ?? ''), console.clock.now());
  await console.until(() =>
    expect(console.stores.view.getState().notice?.text).toMatch(
      /^There is no session of .* to open\. No session of it was recorded\.$/,
    ),
  );
  expect(console.stores.view.getState()).toMatchObject({ tab: 'events', pager: undefined });
});
