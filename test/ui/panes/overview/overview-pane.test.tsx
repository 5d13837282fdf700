import { describe, expect, it } from 'vitest';

import { summarySchema } from '../../../../src/contract/summary.ts';
import { selectStops, type OverviewBlock } from '../../../../src/stores/overview/overview-stops.ts';
import { overviewGrid } from '../../../../src/stores/overview/overview-grid.ts';
import { selectVisibleEvents } from '../../../../src/stores/events/select-events.ts';
import { selectMostBlocked } from '../../../../src/stores/overview/select-most-blocked.ts';
import { mostBlockedBlock } from '../../../../src/ui/panes/overview/most-blocked-block.ts';
import { receive } from '../../../../src/stores/base/resource-store.ts';
import { createOverviewPane } from '../../../../src/ui/panes/overview/overview-pane.ts';
import { createTheme } from '../../../../src/ui/theme.ts';
import type { Line } from '../../../../src/ui/widgets/line.ts';
import { createTestContext, type TestContext } from '../../../helpers/command-context.ts';
import { createFilledContext } from '../../../helpers/filled-context.ts';
import { KEYS, renderConsole } from '../../../helpers/rendered-console.tsx';
import { listingOf, NOW, sampleAgent, sampleEvent } from '../../../helpers/sample-data.ts';

const SIZES = [
  [200, 60],
  [160, 45],
  [120, 40],
  [100, 30],
  [80, 24],
  [60, 15],
] as const;
const HOUR = 3_600_000;

/** A feed that is known whole since so many milliseconds. */
function filled(reach = 2 * HOUR): TestContext {
  const context = createFilledContext();
  context.stores.events.setState({ coveredSince: NOW - reach });
  return context;
}

const textOf = (line: Line) => line.map(({ text }) => text).join('');

/** The rows that carry the mark of the cursor, each from there on. */
function marked(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => (line.includes('▌') ? [line.slice(line.indexOf('▌') + 1)] : []));
}

describe.each(SIZES)('the overview on %d by %d', (columns, rows) => {
  it('shows wherever the cursor can stand, marked', () => {
    const { stores, clock } = filled();
    stores.view.setState({ columns, rows });
    const paint = createOverviewPane({ stores, clock, theme: createTheme({ colour: false, ascii: false }) });
    for (const name of overviewGrid({ columns, rows, sideBySide: true, isTerminalSlow: false }).flat(2)) {
      for (const { id } of selectStops(stores, name, NOW)) {
        stores.view.setState((view) => ({ overview: { ...view.overview, cursor: id } }));
        expect(marked(paint({ columns, rows: rows - 3 }, NOW).lines.map(textOf)), id).not.toHaveLength(0);
      }
    }
  });

  it('has the same size in ASCII and holds nothing else', async () => {
    const screen = await renderConsole(filled(), { columns, rows, ascii: true });
    await screen.press(KEYS.tab);
    expect(screen.text).toMatch(/^[ -~\n]*$/);
    expect(screen.lines).toHaveLength(rows);
  });

  it('goes with Enter to where the cursor leads', async () => {
    const context = filled();
    const screen = await renderConsole(context, { columns, rows });
    context.stores.view.setState((view) => ({ overview: { ...view.overview, cursor: 'agents clones' } }));
    await screen.press(KEYS.enter);
    expect(screen.text).toContain('build-05');
    expect(screen.text).not.toContain('build-04');
  });
});

describe('the figures', () => {
  it('are large on the wall, and in one line where there is less room', async () => {
    const context = filled();
    const screen = await renderConsole(context, { columns: 160, rows: 45 });
    await screen.resize(200, 60);
    expect(screen.text).toContain('⚑ clone agent');
    await screen.resize(160, 45);
    // Twelve of the sixty events of the last seven minutes are blocks.
    expect(screen.text).toContain('✖ blocks in the last hour');
    expect(screen.lines[4]).toMatch(/^ +██ +██████/);
    await screen.resize(80, 24);
    expect(screen.text).toContain('✖ 12 blocks in 1 h');
  });

  it('say over how long they count when neither the feed nor the server tells the whole', async () => {
    const context = filled(41 * 60_000);
    const screen = await renderConsole(context, { columns: 160, rows: 45 });
    expect(screen.text).toContain('blocks in the 41 min loaded');
    receive(context.stores.blockCounts, { hour: 20, day: 1234 }, NOW);
    await screen.draw();
    expect(screen.text).toContain('blocks in the last hour');
    expect(screen.text).toContain('blocks in the last 24 h');
    await screen.resize(80, 24);
    expect(screen.text).toContain('20 blocks in 1 h  ✖ 1,234 blocks in 24 h');
  });

  it('trust the feed where it reaches back far enough, since it is told of each block at once', async () => {
    const context = filled();
    receive(context.stores.blockCounts, { hour: 11, day: 1234 }, NOW);
    const screen = await renderConsole(context, { columns: 80, rows: 24 });
    expect(screen.text).toContain('✖ 12 blocks in 1 h  ✖ 1,234 blocks in 24 h');
    context.stores.events.apply([sampleEvent('late', 1, { outcome: 'block' })], {
      at: NOW,
      fromHistory: false,
    });
    await screen.draw();
    expect(screen.text).toContain('✖ 13 blocks in 1 h');
  });

  it('count the blocks that nobody acknowledged, which stand before newer ones and are marked', async () => {
    const context = filled();
    context.stores.events.setState({ completeThrough: NOW });
    context.stores.events.apply(
      ['first', 'second'].map((name, index) =>
        sampleEvent(name, 300 + index, { outcome: 'block', subject: { package: `${name}-package` } }),
      ),
      { at: NOW, fromHistory: false },
    );
    const open = context.stores.acknowledged.getState().open;
    context.stores.acknowledged.acknowledge(open.filter(({ id }) => id !== 'second'));
    const screen = await renderConsole(context, { columns: 160, rows: 45 });
    const rows = screen.lines.filter((line) => /^ ✖[! ] /.test(line)).filter((line) => line.includes('08:'));
    expect(rows[0]).toMatch(/^ ✖! .*second-package/);
    expect(rows[1]).toMatch(/^ ✖ {2}/);
    expect(screen.text).toContain('Newest blocks · unacknowledged first, marked !');
    context.stores.view.setState((view) => ({
      overview: { ...view.overview, cursor: 'figure unacknowledged' },
    }));
    await screen.press(KEYS.enter);
    expect(context.stores.view.getState().events.unacknowledged).toBe(true);
    expect(screen.text).toContain('second-package');
    expect(screen.text).not.toContain('first-package');
  });

  it('are calm when there is nothing to be seen', async () => {
    const context = filled();
    context.stores.events.update(
      context.stores.events.getState().rows.map(({ id }, index) => sampleEvent(id, index * 7)),
    );
    const screen = await renderConsole(context, { columns: 80, rows: 24 });
    expect(screen.text).toContain('no blocks in 1 h');
    expect(screen.text).toContain('None among the loaded events.');
  });

  it('carry the age of what they were made of', async () => {
    const context = filled(60_000);
    receive(context.stores.blockCounts, { hour: 2, day: 3 }, NOW);
    context.stores.blockCounts.setState({ failure: { message: 'Failed (503).', at: NOW, status: 503 } });
    await context.clock.advance(90_000);
    const screen = await renderConsole(context, { columns: 200, rows: 60 });
    expect(screen.text).toContain('blocks in the last hour · 1m old');
    expect(screen.text).not.toContain('clone agent · ');
  });
});

it.each([
  [{ outcomes: { block: 51 } }, '50 events (unverified), last 30d', 'Ecosystems ─'],
  [{ outcomes: { block: 9 }, ecosystems: { npm: 51 } }, '50 events, last 30d', 'Ecosystems (unverified) ─'],
  [{ outcomes: { block: 50 }, ecosystems: { npm: 9 } }, '50 events, last 30d', 'Ecosystems ─'],
])('does not vouch for a total that its shares deny: %j', async (summary, told, ecosystems) => {
  const context = filled();
  const data = summarySchema.parse({ ...summary, total_events: 50, period: '30d' });
  context.stores.summary.setState({ data });
  const screen = await renderConsole(context, { columns: 160, rows: 45 });
  expect(screen.text).toContain(`Outcomes · ${told} ─`);
  expect(screen.text).toContain(ecosystems);
});

describe('a source that cannot be read', () => {
  it.each([
    [403, 'not permitted (403)'],
    [429, 'rate limited (429)'],
    [503, 'server failed (503)'],
    [400, 'refused (400)'],
    [undefined, 'no usable answer'],
  ])('with status %s says so in its own block', async (status, words) => {
    const context = filled();
    context.stores.calendar.setState({ failure: { message: 'It failed.', at: NOW, status } });
    await context.clock.advance(90_000);
    const screen = await renderConsole(context, { columns: 160, rows: 45 });
    const [title] = screen.lines.filter((line) => line.includes('Recorded sessions'));
    expect(title).toContain(`1m old: ${words}`);
    expect(screen.text).toContain('Outcomes · 1,000 events, last 30d ─');
    expect(screen.text).toContain('Agents · 12 ─');
  });

  it('says what the key lacks when it never could be read, and nothing that reads as quiet', async () => {
    const context = createTestContext();
    context.stores.summary.setState({ failure: { message: 'Forbidden.', at: NOW, status: 403 } });
    context.stores.agents.setState({ failure: { message: 'It broke (500).', at: NOW, status: 500 } });
    const screen = await renderConsole(context, { columns: 160, rows: 45 });
    expect(screen.text).toContain('This key may not read statistics (403).');
    expect(screen.text).toContain('It broke (500).');
    expect(screen.text).toContain('not read yet');
    expect(screen.text).not.toMatch(/ 0 events|Agents · 0|no blocks|no clone/);
  });
});

it('says that there is more than the screen shows, and comes to it with the cursor', async () => {
  const screen = await renderConsole(filled(), { columns: 60, rows: 15 });
  expect(screen.text).toContain(' · more below');
  expect(screen.text).not.toContain('Recorded sessions');
  for (let step = 0; step < 8; step++) {
    await screen.press(KEYS.tab);
  }
  expect(screen.text).toContain('Recorded sessions · 2026-03-02 (UTC): 8 sessions');
  expect(screen.text).toContain(' · more above');
});

it('shows the blocks around the cursor when it is further down than there is room', async () => {
  const context = filled();
  const screen = await renderConsole(context, { columns: 80, rows: 24 });
  const last = selectStops(context.stores, 'newest' satisfies OverviewBlock, NOW).at(-1);
  context.stores.view.setState((view) => ({ overview: { ...view.overview, cursor: last?.id } }));
  await screen.draw();
  expect(marked(screen.lines)[0]).toContain('package-56');
});

it('reads as a list of days where lines are read one after the other', () => {
  const { stores, clock } = filled();
  const theme = createTheme({ colour: false, ascii: false, sideBySide: false });
  const { lines } = createOverviewPane({ stores, clock, theme })({ columns: 160, rows: 60 }, NOW);
  const text = lines.map(textOf).join('\n');
  expect(text).toContain('Monday 2026-03-02: 8 sessions');
  expect(text).toContain('Sunday 2026-03-01: 3 sessions');
  expect(text).not.toContain(' │ ');
});

describe('what most blocks of the last day have in common', () => {
  const blocked = (id: string, hours: number, name: string, client: string) =>
    sampleEvent(id, hours * 3600, {
      outcome: 'block',
      client_id: client,
      subject: { ecosystem: 'npm', package: name },
      payload: { reasons: [`scorecard ${hours}.5 is below 7`] },
    });

  it('is counted by package, machine and reason, older blocks aside, and leads to them', async () => {
    const context = createTestContext();
    const { stores } = context;
    stores.events.apply(
      [
        blocked('a', 1, 'left pad', 'c1'),
        blocked('b', 2, 'left pad', 'c2'),
        blocked('c', 3, 'esint', 'c2'),
        blocked('d', 30, 'old', 'c3'),
        sampleEvent('e', 60, { outcome: 'allow', subject: { ecosystem: 'npm', package: 'fine' } }),
      ],
      { at: NOW, fromHistory: false },
    );
    stores.events.setState({ coveredSince: NOW - 48 * HOUR });
    const most = selectMostBlocked(stores, NOW);
    expect(most).toMatchObject({ blocks: 3, over: 24 * HOUR });
    expect(most?.fields.map(({ values }) => values.map(({ name, blocks }) => [name, blocks]))).toEqual([
      [
        ['left pad', 2],
        ['esint', 1],
      ],
      [
        ['c2', 2],
        ['c1', 1],
      ],
      [['scorecard # is below #', 3]],
    ]);
    const screen = await renderConsole(context, { columns: 160, rows: 45 });
    for (const [field, events] of [2, 2, 3].entries()) {
      const id = most?.fields[field]?.values[0]?.id;
      stores.view.setState((view) => ({ tab: 'overview', overview: { ...view.overview, cursor: id } }));
      await screen.press(KEYS.enter);
      expect(stores.view.getState().tab).toBe('events');
      expect(selectVisibleEvents(stores).length, id).toBe(events);
    }
  });

  it('says over how long it is counted where the feed does not reach back a day', () => {
    const { stores } = filled(2 * HOUR);
    expect(selectMostBlocked(stores, NOW)?.over).toBe(2 * HOUR);
  });

  it('is of the time that is here whole, without what was read for a filter, of the future or without a time', async () => {
    const context = createTestContext();
    const { stores } = context;
    stores.events.apply(
      [
        blocked('a', 1, 'left-pad', 'c1'),
        blocked('b', 9, 'left-pad', 'c2'),
        blocked('c', 12, 'of-a-filter', 'c3'),
        blocked('d', -2, 'of-the-future', 'c4'),
        sampleEvent('e', 0, { outcome: 'block', timestamp: '2026-13-45T99:00:00Z', client_id: 'c5' }),
      ],
      { at: NOW, fromHistory: false },
    );
    stores.events.setState({
      coveredSince: NOW - 10 * HOUR - 41 * 60_000,
      completeThrough: NOW,
      receivedAt: NOW,
    });
    const most = selectMostBlocked(stores, NOW);
    expect(most?.blocks).toBe(2);
    expect(most?.fields[0]?.values.map(({ name, blocks }) => [name, blocks])).toEqual([['left-pad', 2]]);
    const titleAt = async (columns: number) =>
      (await renderConsole(context, { columns, rows: 45 })).lines.find((line) =>
        line.includes('Most blocked'),
      );
    expect(await titleAt(200)).toContain('2 blocks of the last 10h 41m, older ones are not read yet');
    expect(await titleAt(120)).toContain('2 blocks, last 10h 41m');
    // Whole for blocks, since it was read back for them.
    stores.events.setState({
      coverage: [{ filter: { outcome: 'block' }, since: NOW - 13 * HOUR, incomplete: 0 }],
    });
    expect(selectMostBlocked(stores, NOW)).toMatchObject({ blocks: 3, over: 13 * HOUR });
  });

  it('names a machine by its client where its host has no name, and nothing by an empty name', () => {
    const { stores } = createTestContext();
    const agents = ['', '  '].map((hostname, index) =>
      sampleAgent(`agent-${index}`, { client_id: `c${index}`, hostname }),
    );
    receive(stores.agents, listingOf(agents), NOW);
    stores.events.apply(
      [blocked('a', 1, 'left-pad', 'c0'), blocked('b', 1, ' ', 'c1'), blocked('c', 1, '', '')],
      {
        at: NOW,
        fromHistory: false,
      },
    );
    stores.events.setState({ coveredSince: NOW - 48 * HOUR });
    const fields = selectMostBlocked(stores, NOW)?.fields ?? [];
    expect(fields.map(({ values }) => values.map(({ name }) => name))).toEqual([
      ['left-pad'],
      ['c0', 'c1'],
      ['scorecard # is below #'],
    ]);
  });

  it('stands beside the newest blocks', async () => {
    const context = filled(48 * HOUR);
    const most = selectMostBlocked(context.stores, NOW);
    const screen = await renderConsole(context, { columns: 160, rows: 45 });
    expect(screen.text).toMatch(/Newest blocks.*Most blocked · \d+ blocks, last 24h/);
    expect(screen.text).toContain(most?.fields[0]?.values[0]?.name);
  });

  it('beside it, each block has its reason where some words of that have room, and else none of it', async () => {
    const context = filled(48 * HOUR);
    const reason = 'scorecard 2.8 is below the policy minimum 4.0';
    context.stores.events.apply(
      [sampleEvent('newest', 1, { outcome: 'block', payload: { reasons: [reason] } })],
      { at: NOW, fromHistory: false },
    );
    const newestAt = async (columns: number) =>
      (await renderConsole(context, { columns, rows: 45 })).lines.find((line) => line.startsWith(' ✖!'));
    expect(await newestAt(160)).toMatch(/ scorecard 2\.8 is/);
    expect((await newestAt(132))?.split('│')[0]).not.toMatch(/scorec/);
  });

  it('is one of each where there is room for no more', () => {
    const { stores } = filled();
    const most = selectMostBlocked(stores, NOW);
    const theme = createTheme({ colour: false, ascii: false });
    const room = { columns: 60, theme, now: NOW, cursor: undefined };
    const labels = (rows: number) =>
      mostBlockedBlock(most, { ...room, rows }).rows.map(({ line }) => textOf(line).trim().split(' ')[0]);
    expect(labels(3)).toEqual(['packages', 'machines', 'reasons']);
    expect(labels(2)).toHaveLength(2);
  });
});
