import { beforeEach, describe, expect, it } from 'vitest';

import { commandById } from '../../../src/commands/app/registry.ts';
import { openPage } from '../../../src/commands/base/entity-stack.ts';
import { runCommand } from '../../../src/commands/base/run-command.ts';
import type { ListId } from '../../../src/stores/base/tab.ts';
import { asUntrusted } from '../../../src/lib/untrusted.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import type { TestContext } from '../../helpers/command-context.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';
import { ManualSlices } from '../../helpers/manual-slices.ts';
import { renderConsole } from '../../helpers/rendered-console.tsx';
import { NOW, sampleEvent } from '../../helpers/sample-data.ts';
import { speakConsole } from '../../helpers/spoken-console.ts';

let context: TestContext;

beforeEach(() => {
  context = createFilledContext();
  context.stores.view.setState({ minute: NOW });
});

async function shown(columns = 160): Promise<string> {
  const screen = await renderConsole(context, { columns, rows: 40 });
  return screen.text.replaceAll(/\s+/g, ' ');
}

async function shownWith(tab: ListId, text: string, columns?: number): Promise<string> {
  context.stores.view.setState({ tab });
  updatePane(context.stores.view, tab, { text });
  return shown(columns);
}

describe('a filter that excludes values of a field which no row has', () => {
  it.each([
    ['events', 'payload.nosuch:1', 'events'],
    ['agents', 'no.such:x*', 'agents'],
    ['sessions', 'nosuch:>4', 'sessions'],
    ['llm', '"no such":1', 'calls'],
    ['policy', 'nosuch:1', 'rules'],
  ] as const)('says so in the list of %s', async (tab, term, nouns) => {
    const name = term.slice(0, term.lastIndexOf(':')).replaceAll('"', '');
    const text = await shownWith(tab, `-${term}`, 200);
    expect(text).toContain(`none of these ${nouns} has ${name}, so -${term} excludes none`);
  });

  it.each([
    [220, 'none of these events has payload.nosuch, so -payload.nosuch:1 excludes none'],
    [160, 'none of these events has payload.nosuch'],
    [120, 'no payload.nosuch here'],
    [80, 'no payload.nosuch here'],
  ])('says it in as many words as have room on %i columns', async (columns, words) => {
    updatePane(context.stores.view, 'events', { type: 'install' });
    expect(await shownWith('events', '-payload.nosuch:1', columns)).toContain(words);
  });

  it.each(['-payload.reasons:x', '-metadata.nosuch:""', '-host:zzz', 'payload.reasons:mal*', '-word'])(
    'says nothing of %s, which some row has or which excludes rows without it',
    async (text) => {
      expect(await shownWith('events', text)).not.toMatch(/none of these|here ·/);
    },
  );

  it('names the first of several', async () => {
    const text = await shownWith('events', '-payload.a:1 outcome:block -payload.b:2', 240);
    expect(text).toContain('none of these events has payload.a and 1 more');
  });

  it('says so on the page of a package', async () => {
    context.stores.view.setState({ tab: 'events' });
    openPage(context, {
      kind: 'package',
      name: asUntrusted('package-1'),
      ecosystem: asUntrusted('npm'),
    });
    const { pages } = context.stores.view.getState();
    context.stores.view.setState({
      pages: { ...pages, events: pages.events.map((page) => ({ ...page, text: '-payload.nosuch:1' })) },
    });
    expect(await shown(200)).toContain('none of these events has payload.nosuch');
  });

  it('says so in the API log', async () => {
    const screen = await renderConsole(context, { columns: 160, rows: 40 });
    context.stores.connection.setState({
      requests: [
        {
          ...{ id: 1, at: NOW, method: 'GET', path: '/events', query: '', purpose: 'events', status: 200 },
          ...{ milliseconds: 1, bytes: 2, problem: undefined, cost: undefined, outcome: 'answered' },
        } as never,
      ],
    });
    await runCommand(context, commandById('requests.open'));
    context.stores.view.setState(({ dialogs }) => ({
      dialogs: dialogs.map((dialog) => ({ ...dialog, search: '-nosuch:1' }) as typeof dialog),
    }));
    await screen.draw();
    expect(screen.text).toContain('none of these requests has nosuch');
  });

  it('is said by ear with what may have been meant', async () => {
    context.stores.view.setState({ tab: 'events' });
    const spoken = await speakConsole(context);
    const said = await spoken.hear(
      () => updatePane(context.stores.view, 'events', { text: '-payload.reazons:x' }),
      3000,
    );
    expect(said.join(' ')).toContain(
      'None of these events has a value in payload.reazons. Did you mean payload.reasons? -payload.reazons:x excludes none of them.',
    );
  });

  it('says it once all rows were looked through, and no more once one has the field', async () => {
    const slices = new ManualSlices();
    context = createFilledContext({ slices });
    const { stores } = context;
    stores.events.apply(
      Array.from({ length: 5000 }, (_, index) => sampleEvent(`m${index}`, index)),
      { at: NOW, fromHistory: false },
    );
    slices.runAll();
    expect(await shownWith('events', '-payload.nosuch:1')).not.toContain('none of these events has');
    slices.runAll();
    expect(await shown()).toContain('none of these events has');
    stores.events.apply([sampleEvent('has', 6000, { payload: { nosuch: 7 } })], {
      at: NOW,
      fromHistory: false,
    });
    await shown();
    slices.runAll();
    expect(await shown()).not.toContain('none of these events has');
  });
});
