import { describe, expect, it } from 'vitest';

import { columnsOf } from '../../src/lib/cell-text.ts';
import { TABS, type Tab } from '../../src/stores/view-store.ts';
import { createTestContext } from '../helpers/command-context.ts';
import { createFilledContext } from '../helpers/filled-context.ts';
import { renderConsole } from '../helpers/rendered-console.tsx';

const SIZES = [
  [60, 15],
  [80, 24],
  [100, 19],
  [120, 40],
  [160, 45],
] as const;

/** What has to be on the screen of each pane, whatever its size. */
const EXPECTED: Readonly<Record<Tab, readonly string[]>> = {
  overview: ['Outcomes', 'block'],
  events: ['package-0', 'BLOCK', 'allow'],
  agents: ['build-00', 'active', '12 of 12 agents'],
  sessions: ['Prompt number 0', '9 of 9 sessions'],
  llm: ['large-1', '8 calls'],
  policy: ['min_scorecard', 'policy default'],
};

async function show(tab: Tab, columns: number, rows: number) {
  const context = createFilledContext();
  context.stores.view.setState({ tab });
  return { context, screen: await renderConsole(context, { columns, rows }) };
}

function expectWholeFrames(frames: readonly (readonly string[])[], columns: number, rows: number): void {
  expect(frames.length).toBeGreaterThan(0);
  for (const frame of frames) {
    expect(frame).toHaveLength(rows);
    expect(Math.max(...frame.map(columnsOf))).toBeLessThanOrEqual(columns);
  }
}

describe.each(SIZES)('on %d columns and %d rows', (columns, rows) => {
  it.each(TABS)('the pane %s shows its rows in a frame of exactly that size', async (tab) => {
    const { screen } = await show(tab, columns, rows);
    for (const text of EXPECTED[tab]) {
      expect(screen.text).toContain(text);
    }
    expectWholeFrames(screen.frames, columns, rows);
  });

  it.each(TABS)('the pane %s keeps its size with a detail, a dialog, a filter and a message', async (tab) => {
    const { screen } = await show(tab, columns, rows);
    await screen.press(
      'p',
      'j',
      'z',
      'z',
      '?',
      'j',
      'q',
      ':',
      'x',
      '\u001b[27u',
      '/',
      'a',
      '\r',
      't',
      '!',
      'q',
    );
    expectWholeFrames(screen.frames, columns, rows);
  });

  it.each(TABS)('the pane %s says what it waits for while it has no data', async (tab) => {
    const context = createTestContext();
    context.stores.view.setState({ tab });
    const screen = await renderConsole(context, { columns, rows });
    expect(screen.text).toMatch(/waiting for the first answer|not asked yet/i);
    expectWholeFrames(screen.frames, columns, rows);
  });

  it('keeps old data on the screen when a read fails, and says why', async () => {
    const { context, screen } = await show('agents', columns, rows);
    context.stores.agents.setState({
      failure: { message: 'The server failed (503).', at: context.clock.now(), status: 503 },
    });
    await screen.draw();
    expect(screen.text).toContain('build-00');
    expect(screen.text).toContain('The server failed (503).');
  });
});

describe('a detail', () => {
  it('stands at the side of a wide screen and below on a narrow one', async () => {
    const wide = await show('events', 120, 40);
    await wide.screen.press('p');
    expect(wide.screen.lines.some((line) => line.includes('package-3') && line.includes('│'))).toBe(true);
    const narrow = await show('events', 80, 24);
    await narrow.screen.press('p');
    expect(narrow.screen.text).toContain('package-3');
    expect(narrow.screen.text).not.toContain('│');
    expect(narrow.screen.text).toContain('tool version');
  });

  it('stands alone where there is no room for both', async () => {
    const { screen } = await show('events', 70, 18);
    await screen.press('p');
    expect(screen.text).toContain('tool version');
    expect(screen.text).not.toContain('package-3');
  });

  it('scrolls with the focus, and Esc brings the list back', async () => {
    const { screen } = await show('policy', 80, 24);
    await screen.press('p', '\t', 'j');
    expect(screen.text).not.toContain('Packages with a supply-chain scorecard below this are blocked\n');
    await screen.press('\u001b[27u', '\u001b[27u');
    expect(screen.text).toContain('blocked_maintainers');
  });
});

describe('the outcome of an event', () => {
  it('has a word and a shape without colours', async () => {
    const { screen } = await show('events', 120, 40);
    expect(screen.raw).not.toMatch(/\u001b\[[0-9;]*3[0-7]m/);
    for (const cell of ['✖ BLOCK', '▲ REVIEW', '· allow', '◇ quar']) {
      expect(screen.text).toContain(cell);
    }
  });

  it('has them in ASCII too', async () => {
    const context = createFilledContext();
    context.stores.view.setState({ tab: 'events' });
    const screen = await renderConsole(context, { columns: 120, rows: 40, ascii: true });
    for (const cell of ['X BLOCK', '? REVIEW', '. allow']) {
      expect(screen.text).toContain(cell);
    }
  });

  it('has a colour where there are colours', async () => {
    const context = createFilledContext();
    context.stores.view.setState({ tab: 'events' });
    const screen = await renderConsole(context, { columns: 120, rows: 40, colour: true });
    expect(screen.raw).toMatch(/\u001b\[(1;31m|1m\u001b\[31m|31m\u001b\[1m)✖ BLOCK/);
  });
});

describe('ASCII', () => {
  it.each(TABS)('is all that the pane %s draws when the terminal has nothing else', async (tab) => {
    const context = createFilledContext();
    context.stores.view.setState({ tab });
    const screen = await renderConsole(context, { columns: 120, rows: 40, ascii: true });
    await screen.press('p', '?');
    for (const frame of screen.frames) {
      expect(frame.join('\n')).toMatch(/^[\x20-\x7e\n]*$/);
    }
  });
});
