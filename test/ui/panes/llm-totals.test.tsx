import { describe, expect, it } from 'vitest';

import { noteFailure, receive } from '../../../src/stores/base/resource-store.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';
import { ManualSlices } from '../../helpers/manual-slices.ts';
import { KEYS, renderConsole, type RenderOptions } from '../../helpers/rendered-console.tsx';
import { listingOf, NOW, sampleCall, secondsAgo } from '../../helpers/sample-data.ts';

async function showTotals(calls?: readonly Readonly<Record<string, unknown>>[], options: RenderOptions = {}) {
  const context = createFilledContext();
  context.stores.view.setState({ tab: 'llm' });
  if (calls !== undefined) {
    receive(context.stores.llmCalls, listingOf(calls.map(sampleCall)), NOW);
  }
  const screen = await renderConsole(context, { columns: 140, rows: 40, ...options });
  await screen.press('v');
  return { ...context, screen };
}

describe('the totals of LLM calls', () => {
  it('tell calls, tokens, cost and percentiles by provider and model, with units as the data has them', async () => {
    const { screen } = await showTotals();
    expect(screen.text).toMatch(/COST USD▼ +P50 ms +P95 ms +P99 ms/);
    expect(screen.text).toMatch(/all +all calls +8 +n\/a +8,028 +828 +2\.00 +803 +807 +807/);
    expect(screen.text).toMatch(/model +large-1 acme-ai +4/);
    expect(screen.text).toMatch(/provider +acme-ai +8/);
  });

  it('show the cost over time by model, with a legend, also in ASCII', async () => {
    const { screen } = await showTotals(undefined, { ascii: true });
    expect(screen.text).toContain('cost by minute, all 2.00 USD of 8 calls that have it');
    expect(screen.text).toContain('# large-1 1.00   = small-1 1.00');
    expect(screen.text).toMatch(/^ +0\.50 .*==/m);
  });

  it('show the days beside one that cost many times as much, and say where that is cut', async () => {
    const calls = Array.from({ length: 20 }, (_, index) => ({
      timestamp: secondsAgo(index * 86_400),
      model: 'large-1',
      cost_usd: index === 7 ? 500 : 4,
    }));
    const { screen } = await showTotals(calls, { columns: 140, rows: 50 });
    expect(screen.text).toContain(
      'cost by day, all 576.00 USD of 20 calls that have it · most 500.00, cut at 8',
    );
    const bars = screen.lines.filter((line) => line.includes('█') && !line.includes('large-1'));
    expect(bars.length).toBeGreaterThan(8);
    // Half of the rows show the others.
    const wide = bars.filter((line) => line.split('█').length > 50);
    expect(wide.length).toBeGreaterThan(bars.length / 3);
  });

  it('say n/a where the data has no numbers, and of how many calls a figure is made', async () => {
    const { screen } = await showTotals([
      { timestamp: secondsAgo(10), model: 'a', cost: 'free', tokens_in: 5 },
      { timestamp: secondsAgo(20), model: 'a', cost: 'free' },
    ]);
    expect(screen.text).toContain('cost over time n/a');
    await screen.press('p');
    expect(screen.text).toMatch(/cost +n\/a/);
    expect(screen.text).toContain('from cost, given by 0 of 2');
    expect(screen.text).toContain('no field of the data looks like it');
  });

  it('lead to the calls that they are made of', async () => {
    const { stores, screen } = await showTotals();
    await screen.press('j', 'j', KEYS.enter);
    expect(stores.view.getState().llm).toMatchObject({
      shows: 'calls',
      text: 'model:"large-1" provider:"acme-ai"',
    });
    expect(screen.text).toContain('4 of 8 calls');
  });

  it('have the dearest first, or are sorted by another figure, those that do not tell it last', async () => {
    const { stores, screen, clock } = await showTotals([
      { timestamp: secondsAgo(10), provider: 'acme', model: 'often', cost_usd: 1 },
      { timestamp: secondsAgo(11), provider: 'acme', model: 'often', cost_usd: 1 },
      { timestamp: secondsAgo(12), provider: 'acme', model: 'dear', cost_usd: 9 },
      { timestamp: secondsAgo(13), provider: 'acme', model: 'untold' },
    ]);
    const models = () => [...screen.text.matchAll(/^.{0,3}model +(\w+) acme/gm)].map(([, name]) => name);
    expect(models()).toEqual(['dear', 'often', 'untold']);
    await screen.press('s');
    await clock.advance(500);
    await screen.press('j', KEYS.enter);
    expect(stores.view.getState().llm.totalsSort).toEqual({ column: 'calls', descending: true });
    expect(models()).toEqual(['often', 'dear', 'untold']);
  });
});

it('a filter over many calls tells how far it has come in the last row', async () => {
  const slices = new ManualSlices();
  const context = createFilledContext({ slices });
  const calls = Array.from({ length: 3000 }, (_, index) =>
    sampleCall({ id: `call-${index}`, model: 'large' }),
  );
  receive(context.stores.llmCalls, listingOf(calls), NOW);
  context.stores.view.setState({ tab: 'llm' });
  const screen = await renderConsole(context, { columns: 140, rows: 40 });
  slices.runAll();
  updatePane(context.stores.view, 'llm', { text: 'large' });
  await screen.draw();
  expect(screen.text).toMatch(/filtering, 1,\d{3} of 3,000 looked at/);
  slices.runAll();
  await screen.draw();
  expect(screen.text).not.toContain('looked at');
});

it('totals that are still being added up say of how many calls they are, in the head too', async () => {
  const slices = new ManualSlices();
  const context = createFilledContext({ slices });
  const { stores } = context;
  const calls = Array.from({ length: 1200 }, (_, index) =>
    sampleCall({ id: `call-${index}`, timestamp: secondsAgo(index), model: `m${index % 2}`, cost_usd: 0.25 }),
  );
  stores.view.setState({ tab: 'llm' });
  updatePane(stores.view, 'llm', { shows: 'totals' });
  const screen = await renderConsole(context, { columns: 140, rows: 40 });
  const read = async (count: number) => {
    receive(stores.llmCalls, listingOf(calls.slice(0, count)), NOW);
    await screen.draw();
  };
  await read(1000);
  slices.runAll();
  await screen.draw();
  expect(screen.text).toContain('1,000 calls · 08:43:21Z to 09:00:00Z · 2 models · cost 250.00 USD');
  expect(screen.text).toContain(', all 250.00 USD of 1,000 calls that have it');
  await read(1200);
  expect(screen.text).toContain(
    '1,200 calls · 08:40:01Z to 09:00:00Z · 2 models of 1,000 calls · cost 250.00 USD of 1,000 calls',
  );
  expect(screen.text).toContain(', so far 250.00 USD of 1,000 calls that have it');
  await screen.resize(60, 24);
  expect(screen.text).toMatch(/1,200 calls(?! · .*cost 250.00 USD(?! of 1,000 calls))/);
  slices.runAll();
  await screen.draw();
  expect(screen.text).toContain('1,200 calls · since 08:40:01Z · 2 models · cost 300.00 USD');
});

it('are no filter where they are sorted', async () => {
  const { stores, screen } = await showTotals();
  updatePane(stores.view, 'llm', { totalsSort: { column: 'cost', descending: true } });
  await screen.draw();
  expect(screen.text).not.toContain('clears the filters');
});

it.each([
  [undefined, 'reading older ones, 8 of 20'],
  [403, 'older ones are not read, 8 of 20'],
])('says whether older calls are being read after an answer with status %s', async (status, words) => {
  const context = createFilledContext();
  const { llmCalls, view } = context.stores;
  view.setState({ tab: 'llm' });
  const rows = llmCalls.getState().data?.rows ?? [];
  receive(llmCalls, { rows, total: 20, damaged: [], reach: 'reading' }, NOW);
  if (status !== undefined) {
    noteFailure(llmCalls, { message: 'Refused.', at: NOW, status });
  }
  const screen = await renderConsole(context, { columns: 140 });
  expect(screen.text).toContain(words);
});
