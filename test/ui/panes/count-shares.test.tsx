import { beforeEach, expect, it } from 'vitest';

import { openPage, updatePage } from '../../../src/commands/base/entity-stack.ts';
import { asUntrusted } from '../../../src/lib/untrusted.ts';
import { receive } from '../../../src/stores/base/resource-store.ts';
import type { TestContext } from '../../helpers/command-context.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';
import { renderConsole } from '../../helpers/rendered-console.tsx';
import { listingOf, NOW, sampleCall } from '../../helpers/sample-data.ts';

let context: TestContext;

beforeEach(() => {
  context = createFilledContext();
  context.stores.view.setState({ tab: 'events' });
});

const screen = async (columns: number) => (await renderConsole(context, { columns, rows: 24 })).text;

it.each([160, 100, 80, 60])(
  'a share that counts are sorted by stands at %i columns beside how many rows it is of',
  async (columns) => {
    openPage(context, { kind: 'count', of: 'events', by: 'type', within: [] });
    expect(await screen(columns)).not.toContain('REVIEW %');
    updatePage(context, { sort: { column: 'REVIEW %', descending: true } });
    const text = await screen(columns);
    expect(text).toMatch(/EVENTS +REVIEW % ?[▼v]/);
    // 12 of 60.
    expect(text).toMatch(/ 60 +20\.0%/);
  },
);

it('calls have one of those that failed', async () => {
  const calls = ['ok', 'error', 'ok', 'ok'].map((status, index) =>
    sampleCall({ id: `call-${index}`, model: 'large-1', status, timestamp: new Date(NOW).toISOString() }),
  );
  receive(context.stores.llmCalls, listingOf(calls), NOW);
  context.stores.view.setState({ tab: 'llm' });
  openPage(context, { kind: 'count', of: 'llm', by: 'model', within: [] });
  updatePage(context, { sort: { column: 'ERROR %', descending: true } });
  expect(await screen(160)).toMatch(/ 4 +25\.0%/);
});

it('what is muted is counted beside counts of all, and not beside those inside a value, of which it says nothing', async () => {
  const { stores } = context;
  stores.mutes.mute({ text: 'outcome:block', at: NOW, until: NOW + 3_600_000 });
  openPage(context, { kind: 'count', of: 'events', by: 'type', within: [] });
  expect(await screen(160)).toMatch(/events without \d+ muted/);
  const within = [{ field: 'outcome', value: asUntrusted('allow') }];
  openPage(context, { kind: 'count', of: 'events', by: 'type', within });
  expect(await screen(160)).toMatch(/events that pass the filters without muted ones/);
});
