import { describe, expect, it } from 'vitest';

import { MOST_LLM_CALLS } from '../../../src/stores/llm/llm-listing.ts';
import { noteFailure, receive } from '../../../src/stores/base/resource-store.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';
import { renderConsole, type RenderOptions } from '../../helpers/rendered-console.tsx';
import { listingOf, NOW, sampleCall, secondsAgo } from '../../helpers/sample-data.ts';

const DAY = 86_400;

const CALLS = Array.from({ length: 10 }, (_, day) => ({
  timestamp: secondsAgo(day * DAY),
  model: 'large',
  cost_usd: day === 4 ? 12.5 : 1,
  latency_ms: 100 * (day + 1),
}));

async function show(
  {
    calls = CALLS,
    budget,
  }: { readonly calls?: readonly Readonly<Record<string, unknown>>[]; readonly budget?: number },
  options: RenderOptions = {},
) {
  const context = createFilledContext();
  const stores =
    budget === undefined
      ? context.stores
      : Object.assign(context.stores, { llmBudget: { day: budget, models: new Map() } });
  stores.view.setState({ tab: 'llm' });
  receive(stores.llmCalls, listingOf(calls.map(sampleCall)), NOW);
  return renderConsole(context, { columns: 160, rows: 45, ...options });
}

describe('the strip over LLM calls', () => {
  it('shows what they cost a day and how long they took, each with the most that a bar stands for', async () => {
    const { text } = await show({});
    expect(text).toMatch(/^ cost most 12\.50 USD .*█/m);
    expect(text).toMatch(/^ p95 {2}most 1,000 ms .*█/m);
    expect(text).toMatch(/^ p50 {2}most 1,000 ms .*█/m);
    expect(text).toMatch(/^ +02-21 +[┈─]+ 03-02 by day$/m);
    expect(text).not.toContain('over');
  });

  it('marks the days that cost more than their budget, and says what the mark means', async () => {
    const { text } = await show({ budget: 5 });
    expect(text).toMatch(/^ ⚑ over 5\.00 +02-21 +┈*─+⚑─+ 03-02 by day$/m);
    const plain = await show({ budget: 5 }, { ascii: true });
    expect(plain.text).toMatch(/^ ! over 5\.00 +02-21 +\.*-+!-+ 03-02 by day$/m);
  });

  it('has two rows of bars at the size of an old terminal, and none on a shorter one', async () => {
    const small = await show({ budget: 5 }, { columns: 80, rows: 24 });
    expect(small.text).toMatch(/^ cost most 12\.50 USD .*\n p95 {2}most 1,000 ms .*\n ⚑ over 5\.00 +02-21 /m);
    expect(small.text).not.toContain('p50');
    expect((await show({}, { columns: 60, rows: 15 })).text).not.toContain('most');
  });

  it('shows nothing that the data does not hold', async () => {
    const noCost = await show({ calls: CALLS.map(({ cost_usd: _, ...rest }) => rest), budget: 5 });
    expect(noCost.text).not.toMatch(/^ cost most/m);
    expect(noCost.text).toMatch(/^ p95 {2}most/m);
    const neither = await show({ calls: CALLS.map(({ timestamp, model }) => ({ timestamp, model })) });
    expect(neither.text).not.toMatch(/most \d/);
  });

  it('says where a burst is cut', async () => {
    const calls = CALLS.map((call, day) => ({ ...call, cost_usd: day === 4 ? 1000 : 1 }));
    expect((await show({ calls })).text).toMatch(/^ cost most 1,000 USD .* cut at 2$/m);
    const cheap = CALLS.map((call, day) => ({ ...call, cost_usd: day === 4 ? 0.9 : 0.03 }));
    expect((await show({ calls: cheap })).text).toMatch(/^ cost most 0\.90 USD .* cut at 0\.06$/m);
  });

  it('stands under the cost of the totals with the latency alone', async () => {
    const screen = await show({});
    await screen.press('v');
    expect(screen.text).toMatch(/cost by /);
    expect(screen.text).not.toMatch(/^ cost most/m);
    expect(screen.text).toMatch(/^ p95 {2}most .*\n p50 {2}most .*\n +02-21 /m);
  });
});

describe('the head of LLM calls', () => {
  it.each([
    ['part', 'older ones follow by themselves, up to 5,000'],
    ['reading', 'older ones follow by themselves, up to 5,000'],
    ['bound', 'only the newest 5,000 are kept'],
    ['first', undefined],
  ] as const)('says what becomes of older ones: %s', async (reach, words) => {
    expect(MOST_LLM_CALLS).toBe(5000);
    const context = createFilledContext();
    const { llmCalls, view } = context.stores;
    view.setState({ tab: 'llm' });
    const { rows } = listingOf(CALLS.map(sampleCall));
    receive(llmCalls, { rows, total: 8000, damaged: [], reach }, NOW);
    const screen = await renderConsole(context, { columns: 160 });
    const head = screen.text.split('\n')[2];
    expect(head).toContain('10 calls');
    if (words === undefined) {
      expect(head).not.toMatch(/older|newest/);
    } else {
      expect(head).toContain(words);
    }
    // What could not be had is not said to follow.
    noteFailure(llmCalls, { message: 'Refused.', at: NOW, status: 403 });
    await screen.draw();
    expect(screen.text.split('\n')[2]).not.toContain('follow');
  });

  it('says so at the size of an old terminal, too', async () => {
    const context = createFilledContext();
    const { llmCalls, view } = context.stores;
    view.setState({ tab: 'llm' });
    const { rows } = listingOf(CALLS.map(sampleCall));
    receive(llmCalls, { rows, total: 8000, damaged: [], reach: 'reading' }, NOW);
    const screen = await renderConsole(context, { columns: 80, rows: 24 });
    expect(screen.text.split('\n')[2]).toMatch(/10 calls so far .*older ones follow/);
  });
});
