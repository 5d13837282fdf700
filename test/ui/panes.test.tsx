import { describe, expect, it } from 'vitest';

import { columnsOf } from '../../src/lib/cell-text.ts';
import { TABS, type Tab } from '../../src/stores/base/tab.ts';
import { createTestContext } from '../helpers/command-context.ts';
import { createFilledContext } from '../helpers/filled-context.ts';
import { renderConsole } from '../helpers/rendered-console.tsx';
import { NOW, sampleEvent } from '../helpers/sample-data.ts';

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

  it('says what the server says where a read is not permitted', async () => {
    const context = createTestContext();
    context.stores.view.setState({ tab: 'agents' });
    const message = 'The key is not permitted to do this (403): The Host header must be\u001b[2J one of a, b';
    context.stores.agents.setState({ failure: { message, at: context.clock.now(), status: 403 } });
    const screen = await renderConsole(context, { columns, rows });
    const text = screen.text.replaceAll(/\s+/g, ' ');
    expect(text).toContain('The server does not permit this (403); r tries again. It says:');
    expect(text).toContain('The Host header must be␛[2J one of a, b');
    expect(text).not.toContain('read scope');
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

describe('old data that cannot be read anew', () => {
  const dimLetters = (frame: string) =>
    [...frame.matchAll(/\u001b\[2m([^\u001b]*)/g)].join('').replaceAll(' ', '').length;
  const DIM_HOST = /\u001b\[2m[^\u001b]*build-00/;

  it.each(['agents', 'overview', 'events', 'sessions', 'llm', 'policy'] as const)(
    'is dimmed in the pane %s, and what is urgent keeps its colour',
    async (tab) => {
      const context = createFilledContext();
      context.stores.view.setState({ tab });
      const screen = await renderConsole(context, { columns: 120, rows: 40, colour: true });
      const fresh = screen.raw;
      context.stores.connection.setState({
        state: 'unreachable',
        problem: 'There is no connection to db:1.',
      });
      await screen.draw();
      expect(dimLetters(screen.raw)).toBeGreaterThan(dimLetters(fresh) * 1.15);
      expect(screen.text).toContain('There is no connection to db:1.');
      if (tab === 'events') {
        expect(screen.raw).toMatch(/\u001b\[1;91m✖ BLOCK/);
      }
    },
  );

  it('is dimmed in the pane that failed alone, and plain again once it was read', async () => {
    const context = createFilledContext();
    context.stores.view.setState({ tab: 'agents' });
    const screen = await renderConsole(context, { columns: 120, rows: 40, colour: true });
    await screen.press('j');
    expect(screen.raw).not.toMatch(DIM_HOST);
    context.stores.agents.setState({ failure: { message: 'Failed (503).', at: NOW, status: 503 } });
    await screen.draw();
    expect(screen.raw).toMatch(DIM_HOST);
    context.stores.agents.setState({ failure: undefined });
    await screen.draw();
    expect(screen.raw).not.toMatch(DIM_HOST);
  });

  it('carries its age in the blocks of the overview', async () => {
    const context = createFilledContext();
    context.stores.agents.setState({ failure: { message: 'Failed (503).', at: NOW, status: 503 } });
    await context.clock.advance(90_000);
    const screen = await renderConsole(context, { columns: 120, rows: 40 });
    expect(screen.text).toContain('Agents · 12 · 1m old');
    expect(screen.text).not.toMatch(/Outcomes[^│]*old/);
    expect(screen.text).toContain('agents 1m old · Failed (503). · tries again in its turn');
  });

  it('is not there yet where nothing was read before reading stopped, and no pane claims to wait', async () => {
    const context = createTestContext();
    context.stores.view.setState({ tab: 'events' });
    context.stores.connection.setState({ state: 'live', stopped: 'The server refused the key (401).' });
    const screen = await renderConsole(context);
    expect(screen.text).toContain('Nothing could be read yet');
    expect(screen.text).not.toMatch(/waiting for the first answer/i);
    await screen.press('1');
    expect(screen.text).not.toContain('no answer');
    expect(screen.text).not.toMatch(/Recorded sessions · 0/);
  });
});

it('the detail of an event names that it came in late', async () => {
  const context = createFilledContext();
  context.stores.view.setState({ tab: 'events' });
  context.stores.events.apply([sampleEvent('late-1', 0)], { at: NOW, fromHistory: false, isLate: true });
  const screen = await renderConsole(context, { columns: 80, rows: 40 });
  await screen.press('p');
  expect(screen.text).toContain('came in late');
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
    expect(narrow.screen.text).toMatch(/^ *(│ )?tool +/m);
  });

  it('stands alone where there is no room for both', async () => {
    const { screen } = await show('events', 70, 18);
    await screen.press('p');
    expect(screen.text).toMatch(/^ *(│ )?tool +/m);
    expect(screen.text).not.toContain('package-3');
  });

  it('scrolls with the focus, and Esc brings the list back', async () => {
    const { screen } = await show('agents', 80, 24);
    await screen.press('p', '\t');
    const [first = ''] = screen.lines.slice(screen.lines.findIndex((line) => line.includes(' more ')) + 2);
    await screen.press('j', 'j');
    expect(screen.text).not.toContain(first.trim());
    await screen.press('\u001b[27u', '\u001b[27u');
    expect(screen.text).toContain('build-11');
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
    expect(screen.raw).toMatch(/\u001b\[1;91m✖ BLOCK/);
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

it('the words of a filter stand in their field while they are typed, and with the other filters afterwards', async () => {
  const { screen } = await show('events', 120, 30);
  await screen.press('/', 'p', 'a', 'c');
  expect(screen.lines[2]).not.toContain('pac');
  expect(screen.text).toContain('/ pac');
  await screen.press('\r');
  expect(screen.lines[2]).toContain('/ pac');
});
