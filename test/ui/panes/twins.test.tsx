import { beforeEach, expect, it, vi } from 'vitest';

import { openPage } from '../../../src/commands/base/entity-stack.ts';
import { asUntrusted } from '../../../src/lib/untrusted.ts';
import { run, type TestContext } from '../../helpers/command-context.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';
import { operationsFrom } from '../../helpers/journal-entries.ts';
import { KEYS, renderConsole } from '../../helpers/rendered-console.tsx';
import { listingOf, sampleAgent } from '../../helpers/sample-data.ts';
import { speakConsole } from '../../helpers/spoken-console.ts';

let context: TestContext;

/** Three that nothing tells apart but their ids, and one that has a name of its own. */
beforeEach(() => {
  context = createFilledContext();
  const twins = ['one', 'two', 'three'].map((end) =>
    sampleAgent(`agt-${end}-0000`, { hostname: 'twin', machine_id: 'm', client_id: `client-${end}` }),
  );
  const other = sampleAgent('agt-other-0000', { hostname: 'zoe', machine_id: 'm', client_id: 'client-zoe' });
  context.stores.agents.setState({ data: listingOf([...twins, other]) });
  run(context, 'tab.agents');
});

it.each([
  ['agt-two-0000', '● done twin (agt-two-…): Confirmed: it is as'],
  ['agt-other-0000', '● done Confirmed: it is as'],
])('the verdict on %s says which agent it was where the name does not', async (id, told) => {
  context.stores.view.setState(({ agents }) => ({ agents: { ...agents, cursor: id } }));
  const screen = await renderConsole(context, { columns: 120, rows: 30 });
  await screen.press('S', KEYS.enter);
  await context.clock.advance(1000);
  await screen.press('y');
  await vi.dynamicImportSettled();
  await screen.draw();
  expect(context.sync.agentRequests).toMatchObject([{ agent: { id } }]);
  expect(screen.text).toContain(told);
});

it('the list shows and says which agent each row is, and nothing more of the others', async () => {
  context.stores.view.setState(({ agents }) => ({ agents: { ...agents, detail: false } }));
  const screen = await renderConsole(context, { columns: 80, rows: 24 });
  expect(screen.text).toMatch(/active +twin \(agt-one-…\) [^]*active +twin \(agt-two-…\) /);
  expect(screen.text).toMatch(/active +zoe {2}/);
  const spoken = await speakConsole(context);
  run(context, 'list.first');
  expect(await spoken.press('j')).toEqual([expect.stringMatching(/^twin \(agt-thre…\), active, /)]);
  expect((await spoken.press('G')).join(' ')).toMatch(/^zoe, active, /);
});

it('the journal says of each change which agent it was made to', async () => {
  context.sync.journal = {
    operations: operationsFrom(
      ...['one', 'two', 'other'].map((end) => ({
        operation: end,
        target: { id: `agt-${end}-0000`, hostname: end === 'other' ? 'zoe' : 'twin' },
        reason: 'mining',
      })),
    ),
    damaged: 0,
  };
  const screen = await renderConsole(context, { columns: 100, rows: 30 });
  run(context, 'journal.open');
  await screen.draw();
  expect(screen.text).toMatch(/suspend +twin \(agt-one-…\) +mining/);
  expect(screen.text).toMatch(/suspend +twin \(agt-two-…\) +mining/);
  expect(screen.text).toMatch(/suspend +zoe +mining/);
});

it.each([
  ['agt-two-0000', 'twin (agt-two-…)'],
  ['agt-other-0000', 'zoe'],
])('the page of %s says which agent it is of, and which share its machine id', async (id, title) => {
  const end = id.split('-')[1] === 'other' ? 'zoe' : 'two';
  openPage(context, { kind: 'agent', agentId: asUntrusted(id), clientId: asUntrusted(`client-${end}`) });
  const screen = await renderConsole(context, { columns: 120, rows: 40 });
  expect(screen.text).toContain(` agent ${title} · `);
  expect(screen.text).toMatch(/same machine id: ● active +twin \(agt-one-…\)/);
  run(context, 'view.back');
  context.stores.view.setState(({ agents }) => ({ agents: { ...agents, cursor: id, detail: true } }));
  await screen.draw();
  expect(screen.text).toMatch(/same machine id as twin \(agt-one-…\)/);
});
