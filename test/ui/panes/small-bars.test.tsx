import { describe, expect, it } from 'vitest';

import { openPage } from '../../../src/commands/base/entity-stack.ts';
import { receive } from '../../../src/stores/base/resource-store.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';
import { renderConsole } from '../../helpers/rendered-console.tsx';
import { listingOf, NOW, sampleAgent, sampleEvent } from '../../helpers/sample-data.ts';

const HOUR = 3_600_000;

/** An agent with an event now and four a few hours ago. */
function contextWith(coveredHours: number) {
  const context = createFilledContext();
  const { stores } = context;
  const agent = sampleAgent('agent-1', { hostname: 'build-90', client_id: 'client-90' });
  receive(stores.agents, listingOf([agent, sampleAgent('agent-2', { hostname: 'idle' })]), NOW);
  const ages = [60, 18_000, 18_060, 18_120, 18_180];
  const events = ages.map((age) => sampleEvent(`of-90-${age}`, age, { client_id: 'client-90' }));
  stores.events.apply(events, { at: NOW, fromHistory: false });
  stores.events.setState({ coveredSince: NOW - coveredHours * HOUR });
  stores.view.setState({ tab: 'agents', minute: NOW });
  return context;
}

describe('the small bars of agents', () => {
  const rowOf = (text: string) => text.split('\n').find((line) => line.includes('build-90')) ?? '';

  it('say how many events each had in the last day, and when', async () => {
    const screen = await renderConsole(contextWith(48), { columns: 160, rows: 45 });
    expect(screen.text).toMatch(/FLAGS +EVENTS 24 H/);
    expect(rowOf(screen.text)).toMatch(/ 5 {10}▇ ▂$/);
  });

  it('say that there may be more where not all of it is loaded, and show what is not', async () => {
    const screen = await renderConsole(contextWith(8), { columns: 160, rows: 45 });
    expect(rowOf(screen.text)).toMatch(/ 5\+ ┈{7} {2} ?▇ ▂$/);
  });

  it('have ASCII forms', async () => {
    const screen = await renderConsole(contextWith(8), { columns: 160, rows: 45, ascii: true });
    expect(rowOf(screen.text)).toMatch(/ 5\+ \.{7,8} +[^ .] +[^ .]$/);
  });

  it('stand only where all other columns have room, or where they were chosen', async () => {
    const context = contextWith(48);
    const narrow = await renderConsole(context, { columns: 132, rows: 36 });
    expect(narrow.text).not.toContain('EVENTS 24 H');
    const { view } = context.stores;
    view.setState(({ agents }) => ({ agents: { ...agents, columns: ['HOST', 'EVENTS 24 H'] } }));
    await narrow.draw();
    expect(rowOf(narrow.text)).toMatch(/build-90 +5 {10}▇ ▂$/);
  });
});

it('the small bars of counts are about the times that a filter names', async () => {
  const context = contextWith(48);
  const { view } = context.stores;
  view.setState(({ events }) => ({ tab: 'events', events: { ...events, text: 'time:03:00..05:59' } }));
  openPage(context, { kind: 'count', of: 'events', by: 'client', within: [] });
  const screen = await renderConsole(context, { columns: 160, rows: 45 });
  expect(screen.text).toMatch(/LAST +03:00 to 05:59/);
  expect(screen.text).toMatch(/client-90 +4 .* {2,}▇ *$/m);
});
