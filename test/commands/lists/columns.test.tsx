import { beforeEach, describe, expect, it } from 'vitest';

import { keepView } from '../../../src/stores/view/kept-view.ts';
import { createViewStore, updatePane } from '../../../src/stores/view/view-store.ts';
import { closeDialog } from '../../../src/commands/base/command.ts';
import { createTestContext, openDialogOf, run, type TestContext } from '../../helpers/command-context.ts';
import { KEYS, renderConsole, type RenderedConsole } from '../../helpers/rendered-console.tsx';
import { NOW, sampleEvent } from '../../helpers/sample-data.ts';

let context: TestContext;

beforeEach(() => {
  context = createTestContext();
  run(context, 'tab.events');
  context.stores.events.apply(
    [
      sampleEvent('event-1', 30, { outcome: 'block', payload: { reasons: ['malware'], score: 7.25 } }),
      sampleEvent('event-2', 60, { labels: { team: 'a\u001b[2J\u202eb' } }),
    ],
    { at: NOW, fromHistory: false },
  );
});

const chosen = () => context.stores.view.getState().events.columns;
const heading = (screen: RenderedConsole) => screen.lines.find((line) => line.includes('OUTCOME')) ?? '';

/** Moves the cursor of the open dialog to a column. */
async function goTo(screen: RenderedConsole, name: string): Promise<void> {
  await screen.press('g');
  const selected = () => /▌ \[.\] (\S+)/.exec(screen.text)?.[1];
  for (let step = 0; step < 60 && selected() !== name; step++) {
    await screen.press('j');
  }
  expect(selected()).toBe(name);
}

describe('choosing the columns of a list', () => {
  it('shows any field of the data, made safe, and hides what is not wanted', async () => {
    const screen = await renderConsole(context, { columns: 160, rows: 40 });
    await screen.press('C');
    await goTo(screen, 'payload.score');
    await screen.press(' ');
    await goTo(screen, 'labels.team');
    await screen.press(KEYS.enter);
    await goTo(screen, 'VERSION');
    await screen.press(' ', 'q');
    expect(heading(screen)).toMatch(/REASON +payload\.score +labels\.team/);
    expect(heading(screen)).not.toContain('VERSION');
    expect(screen.text).toContain('7.25');
    expect(screen.text).toMatch(/a\S*<U\+202E>b|a␛\[2J/);
  });

  it('offers the fields of the row under the cursor, however many rows stand before it', () => {
    const { stores } = context;
    stores.events.apply(
      [
        ...Array.from({ length: 1500 }, (_, index) => sampleEvent(`n${index}`, index / 1000)),
        sampleEvent('rare', 90, { payload: { rare: 1 } }),
      ],
      { at: NOW, fromHistory: false },
    );
    stores.view.setState({ listColumns: { list: 'events', usual: ['TIME'], placed: ['TIME'] } });
    const offered = () => {
      run(context, 'list.columns');
      const { fields } = openDialogOf(context, 'columns');
      closeDialog(context);
      return fields;
    };
    updatePane(stores.view, 'events', { folded: false, follow: false, frozenAt: 99, cursor: 'event-1' });
    expect(offered()).not.toContain('payload.rare');
    updatePane(stores.view, 'events', { cursor: 'rare' });
    expect(offered()).toContain('payload.rare');
  });

  it('changes their order, and brings back the usual ones', async () => {
    const screen = await renderConsole(context, { columns: 160, rows: 40 });
    await screen.press('C');
    await goTo(screen, 'OUTCOME');
    await screen.press('K');
    expect(heading(screen)).toMatch(/OUTCOME +TIME/);
    await screen.press('J');
    expect(chosen()).toBeUndefined();
    await screen.press('J', 'R');
    expect(heading(screen)).toMatch(/TIME +OUTCOME +PACKAGE/);
    expect(chosen()).toBeUndefined();
  });

  it('hides the one at the end of the row, though those before it are the usual ones', async () => {
    const screen = await renderConsole(context, { columns: 160, rows: 40 });
    await screen.press('C');
    const usual = context.stores.view.getState().listColumns?.usual ?? [];
    const last = usual.at(-1) ?? '';
    await goTo(screen, last);
    await screen.press(' ', 'q');
    expect(chosen()).toEqual(usual.slice(0, -1));
    expect(heading(screen)).not.toContain(last);
  });

  it('leaves the last one', async () => {
    const screen = await renderConsole(context, { columns: 160, rows: 40 });
    await screen.press('C');
    context.stores.view.setState(({ events }) => ({ events: { ...events, columns: ['HOST'] } }));
    await screen.draw();
    await screen.press('g', ' ');
    expect(chosen()).toEqual(['HOST']);
    expect(screen.text).toContain('One column stays');
  });

  it('says which have no room, and gives room to what was asked for first', async () => {
    const screen = await renderConsole(context, { columns: 80, rows: 30 });
    await screen.press('C');
    expect(screen.text).toMatch(/\] TYPE {2}no room/);
    expect(screen.text).not.toMatch(/\] REASON {2}no room/);
    await goTo(screen, 'payload.score');
    await screen.press(' ');
    expect(heading(screen)).toContain('payload.score');
    await goTo(screen, 'TIME');
    expect(screen.text).toMatch(/Columns.*\d without room on this screen/);
  });

  it('is kept for the next start', async () => {
    const screen = await renderConsole(context, { columns: 160, rows: 40 });
    await screen.press('C');
    await goTo(screen, 'payload.score');
    await screen.press(' ');
    const next = createViewStore();
    keepView(next).restore(JSON.parse(JSON.stringify(keepView(context.stores.view).read())));
    expect(next.getState().events.columns).toEqual(chosen());
    expect(next.getState().events.columns?.at(-1)).toBe('payload.score');
  });

  it('is refused where there is nothing to choose', async () => {
    run(context, 'tab.llm');
    const screen = await renderConsole(context, { columns: 160, rows: 40 });
    await screen.press('v', 'C');
    expect(screen.text).toContain('cannot be chosen');
  });
});
