import { describe, expect, it } from 'vitest';

import { openPage, updatePage } from '../../../src/commands/base/entity-stack.ts';
import { COMMANDS } from '../../../src/commands/app/registry.ts';
import { selectPage } from '../../../src/stores/entity/select-page.ts';
import { selectBlocksToShow } from '../../../src/stores/events/select-blocks-to-show.ts';
import { receive } from '../../../src/stores/base/resource-store.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import { TABS, type Tab } from '../../../src/stores/base/tab.ts';
import type { TestContext } from '../../helpers/command-context.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';
import { KEYS, renderConsole } from '../../helpers/rendered-console.tsx';
import { listingOf, NOW, sampleAgent, sampleEvent } from '../../helpers/sample-data.ts';

const GONE = 'The selected row is gone: nothing was done.';

async function open(tab: Tab) {
  const context = createFilledContext();
  context.stores.view.setState({ tab });
  return { context, screen: await renderConsole(context, { columns: 100, rows: 30 }) };
}

const view = (context: TestContext) => context.stores.view.getState();
const dialogs = (context: TestContext) => view(context).dialogs.length;

function agents(context: TestContext) {
  return context.stores.agents.getState().data?.rows ?? [];
}

/** Takes rows out of the list of agents, as a colleague who deletes them does. */
function deleteAgents(context: TestContext, ...ids: readonly (string | undefined)[]): void {
  receive(
    context.stores.agents,
    listingOf(agents(context).filter(({ id }) => !ids.includes(id))),
    NOW + 1000,
  );
}

function pageRows(context: TestContext) {
  return selectPage(context.stores, context.clock.now())?.selectable ?? [];
}

/** The host names under the cursor's mark. */
function selectedLine(lines: readonly string[]): string | undefined {
  return lines.find((line) => line.startsWith('▌'));
}

/** What does nothing with the row under the cursor although it belongs to a list or a page, and does more than move. */
const ABOUT_NO_ROW = [
  'detail.toggle',
  'focus.switch',
  'detail.zoom',
  'detail.wrap',
  'filter.bring-back',
  'marks.add-all',
  'marks.clear',
  'list.filter',
  'list.count',
  'page.sort',
  'filter.widen',
  'list.columns',
  'list.next-match',
  'list.previous-match',
  'filter.save',
  'overview.export',
  'events.toggle-block',
  'events.toggle-review',
  'events.toggle-allow',
  'events.show-all',
  'events.choose-outcomes',
  'events.choose-type',
  'events.choose-ecosystem',
  'events.toggle-suspicious',
  'events.follow',
  'events.toggle-folding',
  'events.toggle-raw',
  'events.toggle-histogram',
  'events.acknowledge-all',
  'events.toggle-unacknowledged',
  'events.choose-range',
  'agents.sort',
  'agents.choose-flag',
  'sessions.toggle-subagents',
  'sessions.toggle-suspicious',
  'sessions.choose-sorting',
  'sessions.choose-day',
  'sessions.choose-client',
  'sessions.search',
  'sessions.search-secrets',
  'llm.toggle-totals',
  'llm.choose-sorting',
  'llm.toggle-suspicious',
  'page.filter',
  'policy.revert-all',
  'policy.review',
  'policy.versions',
  'policy.import',
  'policy.export',
];

describe('a command of a list or a page', () => {
  it('acts on the row under the cursor, only moves, or is one of those that are about no row', () => {
    const inLists = COMMANDS.filter(({ scope }) => ['list', 'page', ...TABS].includes(scope));
    expect(
      inLists.filter(({ onRow, moves }) => onRow !== true && moves !== true).map(({ id }) => id),
    ).toEqual(ABOUT_NO_ROW);
  });

  it('acts on the row wherever it is run, where it shows what is related', () => {
    expect(COMMANDS.filter(({ onRow, scope }) => onRow === true && scope === 'global')).toMatchObject([
      { id: 'related.open' },
    ]);
  });
});

describe('an agent that a colleague deletes under the cursor', () => {
  it('leaves the cursor at its place, and no key acts on the neighbour before that was told', async () => {
    const { context, screen } = await open('agents');
    await screen.press('j', 'j', 'j');
    const { cursor } = view(context).agents;
    const before = screen.lines.findIndex((line) => line === selectedLine(screen.lines));
    deleteAgents(context, cursor);
    await screen.press('S');
    expect(view(context).notice?.text).toContain(GONE);
    expect(dialogs(context)).toBe(0);
    expect(view(context).agents.cursor).not.toBe(cursor);
    expect(screen.lines.findIndex((line) => line === selectedLine(screen.lines))).toBe(before);
    await screen.press('S');
    expect(dialogs(context)).toBe(1);
  });

  it.each(['S', 'D', 'o', 'y', 'x', KEYS.enter, ' '])(
    'lets %j do nothing, also once it was drawn',
    async (key) => {
      const { context, screen } = await open('agents');
      await screen.press('j', 'j', 'j');
      deleteAgents(context, view(context).agents.cursor);
      await screen.draw();
      const { pages } = view(context);
      await screen.press(key);
      const now = view(context);
      expect(now.notice?.text).toContain(GONE);
      expect({ dialogs: now.dialogs, pages: now.pages, marks: now.agents.marks.size }).toEqual({
        dialogs: [],
        pages,
        marks: 0,
      });
    },
  );

  it('is selected again when it comes back while nothing was moved', async () => {
    const { context, screen } = await open('agents');
    await screen.press('j', 'j', 'j');
    const { cursor } = view(context).agents;
    const line = selectedLine(screen.lines);
    const all = agents(context);
    deleteAgents(context, cursor);
    await screen.draw();
    expect(selectedLine(screen.lines)).not.toBe(line);
    receive(context.stores.agents, listingOf([...all]), NOW + 2000);
    await screen.draw();
    expect(selectedLine(screen.lines)).toBe(line);
    await screen.press('S');
    expect(dialogs(context)).toBe(1);
  });

  it('leaves moving to go on from its place', async () => {
    const { context, screen } = await open('agents');
    await screen.press('j', 'j', 'j');
    const ids = agents(context).map(({ id }) => id);
    const hosts = agents(context).map(({ hostname }) => String(hostname));
    const order = [...hosts].sort();
    deleteAgents(context, view(context).agents.cursor);
    await screen.press('j');
    expect(view(context).agents.cursor).toBe(ids[hosts.indexOf(order[5] ?? '')]);
    await screen.press('S');
    expect(dialogs(context)).toBe(1);
  });
});

describe('a row that somebody filters away', () => {
  it('gives its place to the next one that is left, which keys act on at once, and takes it back', async () => {
    const { context, screen } = await open('agents');
    await screen.press('j', 'j');
    const { cursor } = view(context).agents;
    const host = String(agents(context).find(({ id }) => id === cursor)?.hostname);
    expect(selectedLine(screen.lines)).toContain(host);
    updatePane(context.stores.view, 'agents', { text: `-host:${host}` });
    await screen.draw();
    expect(view(context).agents.cursor).toBe(cursor);
    expect(selectedLine(screen.lines)).not.toContain(host);
    await screen.press('S');
    expect(dialogs(context)).toBe(1);
    await screen.press(KEYS.escape);
    updatePane(context.stores.view, 'agents', { text: '' });
    await screen.draw();
    expect(selectedLine(screen.lines)).toContain(host);
  });
});

describe('the row that goes away under the cursor', () => {
  it('of a page keeps its place there, and nothing is done with the next one unseen', async () => {
    const { context, screen } = await open('agents');
    const all = agents(context);
    const twin = sampleAgent('agent-twin', { machine_id: all[0]?.machine_id });
    receive(context.stores.agents, listingOf([...all, twin]), NOW + 500);
    openPage(context, { kind: 'agent', agentId: all[0]?.id, clientId: all[0]?.client_id });
    updatePage(context, { cursor: pageRows(context).find(({ kind }) => kind === 'agent')?.id });
    await screen.draw();
    const line = screen.lines.findIndex((text) => text === selectedLine(screen.lines));
    deleteAgents(context, twin.id);
    await screen.draw();
    expect(screen.lines.findIndex((text) => text === selectedLine(screen.lines))).toBeGreaterThan(line - 4);
    await screen.press(KEYS.enter);
    expect(view(context).notice?.text).toContain(GONE);
    expect(view(context).pages.agents).toHaveLength(1);
    expect(pageRows(context).map(({ id }) => id)).toContain(view(context).pages.agents[0]?.cursor);
  });

  it('of the overview is followed by its neighbour, and Enter does not go elsewhere unseen', async () => {
    const { context, screen } = await open('overview');
    const [, second] = selectBlocksToShow(context.stores);
    updatePane(context.stores.view, 'overview', { cursor: `event ${second?.id}` });
    await screen.draw();
    context.stores.events.apply(
      Array.from({ length: 100 }, (_, index) => sampleEvent(`newer-${index}`, -index, { outcome: 'block' })),
      { at: NOW, fromHistory: false },
    );
    const shown = selectBlocksToShow(context.stores).map(({ id }) => `event ${id}`);
    expect(selectBlocksToShow(context.stores)).not.toContain(second);
    await screen.press(KEYS.enter);
    expect(view(context).tab).toBe('overview');
    expect(view(context).notice?.text).toContain(GONE);
    const { cursor } = view(context).overview;
    expect(shown).toContain(cursor);
    await screen.press(KEYS.enter);
    expect(view(context).tab).toBe('events');
    expect(`event ${view(context).events.cursor}`).toBe(cursor);
  });

  it('of the feed after it was acknowledged by a key is no surprise', async () => {
    const { context, screen } = await open('events');
    updatePane(context.stores.view, 'events', { unacknowledged: true, outcomes: ['block'], folded: false });
    await screen.draw();
    await screen.press('j');
    const { cursor } = view(context).events;
    await screen.press('e');
    expect(context.stores.acknowledged.has(cursor ?? '')).toBe(true);
    await screen.press('e');
    expect(view(context).notice?.text).not.toContain(GONE);
  });
});
