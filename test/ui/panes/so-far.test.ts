import { describe, expect, it } from 'vitest';

import { receive, type ResourceStore } from '../../../src/stores/base/resource-store.ts';
import type { Listing, ListDoubt } from '../../../src/stores/base/listing.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import type { Tab } from '../../../src/stores/base/tab.ts';
import { createAgentsPane } from '../../../src/ui/panes/agents/agents-pane.ts';
import { createLlmPane } from '../../../src/ui/panes/llm/llm-pane.ts';
import { createSessionsPane } from '../../../src/ui/panes/sessions/sessions-pane.ts';
import { createTheme } from '../../../src/ui/theme.ts';
import type { TestContext } from '../../helpers/command-context.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';
import { listingOf, NOW, sampleCall } from '../../helpers/sample-data.ts';

const WIDTHS = Array.from({ length: 36 }, (_, index) => 60 + 4 * index);
const theme = createTheme({ colour: false, ascii: false });
const PANES = { agents: createAgentsPane, llm: createLlmPane, sessions: createSessionsPane } as const;

/** What a pane shows on a screen of each width, as lines. */
function shown(
  tab: keyof typeof PANES,
  context: TestContext,
  widths = WIDTHS,
): readonly (readonly string[])[] {
  const { stores, clock } = context;
  const paint = PANES[tab]({ stores, clock, theme });
  return widths.map((columns) => {
    stores.view.setState({ tab: tab satisfies Tab, columns, rows: 40 });
    return paint({ columns, rows: 37 }, NOW).lines.map((line) => line.map(({ text }) => text).join(''));
  });
}

/** Lists of which only a part is read: 12 agents of 20,000, 9 sessions of 3,000, 8 calls of 3,090. */
function halfRead(): TestContext {
  const context = createFilledContext();
  const { agents, sessions, llmCalls } = context.stores;
  const part = <Row>(rows: readonly Row[] = [], of: number) => ({ ...listingOf([...rows]), total: of });
  receive(agents, { ...part(agents.getState().data?.rows, 20_000), reading: { read: 12, of: 20_000 } }, NOW);
  receive(sessions, part(sessions.getState().data?.rows, 3000), NOW);
  receive(llmCalls, { ...part(llmCalls.getState().data?.rows, 3090), reach: 'part' }, NOW);
  return context;
}

describe('a list of which a part is read', () => {
  it.each([
    ['agents', '12 of 12 agents so far', '(12 of 20,000)'],
    ['sessions', '9 of 9 sessions so far', '(9 of 3,000)'],
    ['llm', '8 calls so far', '(8 of 3,090)'],
  ] as const)('says so at the head of the pane on every width: %s', (tab, figure, measure) => {
    for (const [head = ''] of shown(tab, halfRead())) {
      expect(head).toContain(figure);
    }
    expect(shown(tab, halfRead(), [200])[0]?.[0]).toContain(`${figure} ${measure}`);
  });

  it.each(['agents', 'sessions', 'llm'] as const)('does not say that none passes: %s', (tab) => {
    const context = halfRead();
    updatePane(context.stores.view, tab, { text: 'nothing-has-this' });
    const [lines = []] = shown(tab, context, [120]);
    expect(lines.find((line) => /No (agent|session|call) /.test(line))).toContain('so far (');
  });

  it('counts as matches what matches of the rows that are read', () => {
    const context = halfRead();
    updatePane(context.stores.view, 'sessions', { text: '"number 3"' });
    expect(shown('sessions', context, [120])[0]?.[0]).toContain('1 of 9 sessions so far (9 of 3,000)');
  });

  it('is not called all among its totals, nor is their cost', () => {
    const context = halfRead();
    updatePane(context.stores.view, 'llm', { shows: 'totals', detail: true });
    for (const lines of shown('llm', context)) {
      expect(lines.join('\n')).not.toMatch(/all calls|, all /);
      expect(lines.join('\n')).toMatch(/calls so far|so far/);
    }
    expect(shown('llm', context, [200])[0]?.join('\n')).toContain('cost by minute, so far 2.00 USD');
  });

  it('of which no more is read says how much of it is counted', () => {
    const context = halfRead();
    const { llmCalls } = context.stores;
    const rows = [sampleCall({ id: 'only', model: 'large' })];
    receive(llmCalls, { ...listingOf(rows), total: 9000, reach: 'bound' }, NOW);
    expect(shown('llm', context, [120])[0]?.[0]).toContain('1 calls (1 of 9,000 read)');
  });
});

describe('a list of which nobody can tell whether it is whole', () => {
  function unverified(doubt: ListDoubt): TestContext {
    const context = createFilledContext();
    const { agents, sessions, llmCalls } = context.stores;
    for (const store of [agents, sessions, llmCalls] as readonly ResourceStore<Listing<unknown>>[]) {
      const { rows = [], ...rest } = store.getState().data ?? {};
      receive(store, { ...rest, rows, damaged: [], total: undefined, doubt }, NOW);
    }
    llmCalls.setState(({ data }) => ({ data: data && { ...data, reach: 'first' } }));
    return context;
  }

  it.each([
    ['agents', 'the server gives more agents than it counts'],
    ['sessions', 'the server gives more sessions than it counts'],
    ['llm', 'the server gives more LLM calls than it counts'],
  ] as const)('says so and why on every width: %s', (tab, why) => {
    const context = unverified('denies-rows');
    if (tab === 'sessions') {
      context.stores.sessionsBeyond.setState({ state: 'read' });
    }
    for (const lines of shown(tab, context)) {
      expect(lines[0]).toMatch(/unverified\)| known/);
      expect(lines.at(-1)).toMatch(/unverified/);
      expect(lines.at(-1)).not.toMatch(/fresh/);
    }
    const [wide = []] = shown(tab, context, [200]);
    expect(wide[0]).toContain('read, unverified)');
    expect(wide.at(-1)).toContain(`unverified: ${why}`);
  });
});

it('a list that is read whole says nothing of a part', () => {
  for (const tab of ['agents', 'sessions', 'llm'] as const) {
    expect(shown(tab, createFilledContext(), [120])[0]?.[0]).not.toMatch(/so far|read\)/);
  }
});
