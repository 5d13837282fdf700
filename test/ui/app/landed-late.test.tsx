import { beforeEach, expect, it, vi } from 'vitest';

import { notify } from '../../../src/commands/base/command.ts';
import { receive } from '../../../src/stores/base/resource-store.ts';
import { UnknownOutcomeWatcher } from '../../../src/sync/writes/reconcile/unknown-outcome-watcher.ts';
import { withNotes } from '../../../src/sync/writes/observed-journal.ts';
import { createWriter } from '../../../src/sync/writes/writer.ts';
import { createTestContext, openDialogOf, run, type TestContext } from '../../helpers/command-context.ts';
import { createFakeClient } from '../../helpers/fake-client.ts';
import { LaggingService } from '../../helpers/lagging-service.ts';
import { countedIds, createMemoryJournal } from '../../helpers/memory-journal.ts';
import { KEYS, renderConsole, type RenderedConsole } from '../../helpers/rendered-console.tsx';
import { listingOf, sampleAgent } from '../../helpers/sample-data.ts';
import { settle } from '../../helpers/virtual-clock.ts';

const SECOND = 1000;
/** Longer than a change is waited for. */
const LAG = 10 * SECOND;

let context: TestContext;
let service: LaggingService;
let screen: RenderedConsole;

const messages = () => context.stores.view.getState().messages.map(({ text }) => text);

/** Lets the list be read as it is stored. */
async function read(): Promise<void> {
  const { status } = service.now;
  const agent = sampleAgent('agent-1', { hostname: 'build-1', generation: 1, status });
  receive(context.stores.agents, listingOf([agent]), context.clock.now());
  await settle();
  await screen.draw();
}

/** Answers a question with `y`, and waits for what becomes of it. */
async function agree(): Promise<void> {
  await context.clock.advance(SECOND);
  await screen.press('y');
  await vi.dynamicImportSettled();
  await context.clock.advance(LAG);
  await screen.draw();
}

async function undo(): Promise<void> {
  run(context, 'agents.undo');
  await vi.dynamicImportSettled();
  await settle();
  await screen.draw();
}

beforeEach(async () => {
  context = createTestContext();
  const { stores, clock, sync } = context;
  service = new LaggingService(clock, 'numbers');
  service.nextLag = () => LAG;
  const client = createFakeClient(clock, (call) => service.answer(call));
  const journal = createMemoryJournal();
  const landings = new UnknownOutcomeWatcher({
    client,
    clock,
    journal,
    stores,
    notify: (sentence, topic) =>
      notify(context, sentence, sentence.startsWith('Confirmed') ? 'good' : 'bad', topic),
  });
  landings.start();
  const writer = createWriter({
    client,
    clock,
    journal: withNotes(journal, (operation) => landings.note(operation)),
    newId: countedIds(),
  });
  sync.changeAgentStatus = (request) => writer.changeAgentStatus(request);
  sync.readJournal = (options) => journal.read(options);
  stores.view.setState({ tab: 'agents' });
  screen = await renderConsole(context, { columns: 110, rows: 30 });
  await read();
  await screen.press('S', KEYS.enter);
  await agree();
});

it('a suspension that was contradicted is confirmed in the results once it is seen, and can be undone', async () => {
  expect(screen.text).toContain('1 contradicted');
  expect(screen.text).toContain('Contradicted: the server took the change, but build-1 is active');
  await screen.press(KEYS.escape);
  await undo();
  expect(messages()[0]).toBe(
    'Cannot undo: the change to build-1 was never confirmed. Check it, then press S.',
  );

  await read();
  expect(messages()[0]).toMatch(/^Confirmed late: build-1 is suspended\. It was contradicted at/);
  run(context, 'agents.results');
  await screen.draw();
  expect(screen.text).toContain('1 confirmed');
  expect(screen.text).toContain('Confirmed late: build-1 is suspended.');
  expect(screen.text).not.toMatch(/contradicted {2}|1 contradicted|sends again|By now it is/);
  await screen.press(KEYS.escape);

  await undo();
  expect(openDialogOf(context, 'agent-question').plan).toMatchObject({
    action: 'reactivate',
    agents: [{ id: 'agent-1', status: 'suspended' }],
    undoes: { passedOver: [] },
  });
});

it('an undoing that was contradicted is over once it is seen: it is not offered again', async () => {
  await screen.press(KEYS.escape);
  await read();
  await undo();
  await agree();
  expect(screen.text).toContain('Contradicted: the server took the change, but build-1 is suspended');
  await screen.press(KEYS.escape);
  expect(context.stores.agentRun.getState().undoable?.agents).toHaveLength(1);

  await read();
  expect(messages()[0]).toMatch(/^Confirmed late: build-1 is active again\./);
  await undo();
  expect(context.stores.view.getState().dialogs).toEqual([]);
  expect(messages()[0]).toBe('There is nothing to undo: the last change, of build-1, was an undoing itself.');
});

it('a change over which an earlier one was carried out is a problem in the results, and is not offered to be undone', async () => {
  await screen.press(KEYS.escape);
  await read();
  service.nextLag = () => 0;
  service.fault = 'dropped';
  run(context, 'agents.change-status');
  await agree();
  await screen.press(KEYS.escape);
  run(context, 'agents.change-status');
  await agree();
  await read();
  await screen.press('S', KEYS.enter);
  await agree();
  await read();
  expect(messages()[0]).toBe('Confirmed: build-1 is suspended.');

  service.setStatus('active');
  await read();
  expect(messages()[0]).toMatch(/^Landed late, over a later change: build-1 is active again\./);
  run(context, 'agents.results');
  await screen.draw();
  expect(screen.text).toContain('1 contradicted');
  expect(screen.text).toContain('Landed late, over a later change');
  await screen.press(KEYS.escape);
  await undo();
  // The reactivation counts again.
  expect(openDialogOf(context, 'agent-action').plan).toMatchObject({
    action: 'suspend',
    agents: [{ id: 'agent-1', status: 'active' }],
  });
});
