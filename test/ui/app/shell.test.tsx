import { describe, expect, it } from 'vitest';

import { notify } from '../../../src/commands/base/notices.ts';
import { readRebinding } from '../../../src/commands/app/rebinding.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';
import { KEYS, renderConsole } from '../../helpers/rendered-console.tsx';
import { sampleEvent } from '../../helpers/sample-data.ts';

const RIGHT = '\u001b[C';
const LEFT = '\u001b[D';

async function open(tab: 'agents' | 'events' | 'policy', columns: number, rows: number) {
  const context = createFilledContext();
  context.stores.view.setState({ tab });
  return { context, screen: await renderConsole(context, { columns, rows }) };
}

describe('the place of the detail', () => {
  it.each([
    [160, 45, 'side'],
    [120, 24, 'side'],
    [120, 18, 'side'],
    [119, 24, 'below'],
    [80, 24, 'below'],
    [80, 23, 'alone'],
    [79, 40, 'alone'],
    [60, 15, 'alone'],
  ] as const)('on %d columns and %d rows is %s', async (columns, rows, place) => {
    const { screen } = await open('agents', columns, rows);
    await screen.press('p');
    const hasList = screen.text.includes('build-01');
    const isBeside = screen.lines.some((line) => /build-0\d.*│/.test(line));
    expect({ hasList, isBeside }).toEqual({ hasList: place !== 'alone', isBeside: place === 'side' });
    expect(screen.lines[0]).toContain('vigil');
    await screen.press('z');
    expect(screen.text).not.toContain('build-01');
    expect(screen.lines).toHaveLength(rows);
  });

  it.each([
    [59, 24],
    [80, 14],
  ])('is nowhere on %d columns and %d rows, which says so', async (columns, rows) => {
    const { screen } = await open('agents', columns, rows);
    await screen.press('p');
    expect(screen.lines[0]).toBe(`Terminal too small: ${columns}x${rows}, needs 60x15.`);
  });
});

describe('q', () => {
  it('brings back the list that a detail covers before it quits', async () => {
    const { context, screen } = await open('agents', 100, 30);
    await screen.press('p', 'z', 'q');
    expect(screen.text).toContain('build-01');
    expect(context.stores.view.getState()).toMatchObject({ zoomed: false, agents: { detail: true } });
    await screen.resize(70, 20);
    expect(screen.text).not.toContain('build-01');
    await screen.press('q');
    expect(screen.text).toContain('build-01');
    expect(context.asked).toEqual([]);
    await screen.press('q');
    expect(context.asked).toEqual(['quit']);
  });
});

describe('a detail that is longer than its room', () => {
  it('says how far it goes on, and scrolls no further than to its end', async () => {
    const { context, screen } = await open('agents', 80, 24);
    await screen.press('p', KEYS.tab);
    const more = Number(/▼ (\d+) more/.exec(screen.text)?.[1]);
    expect(more).toBeGreaterThan(2);
    await screen.press('j');
    expect(screen.text).toContain(`▲ 1 ▼ ${more - 1} more`);
    await screen.press('G');
    expect(screen.text).toContain(`▲ ${more}`);
    expect(screen.text).not.toContain(' more');
    expect(context.stores.view.getState().detailTop).toBe(more);
    await screen.press('k');
    expect(screen.text).toContain('▼ 1 more');
  });

  it('cuts its lines or wraps them, and shows the rest of them sideways', async () => {
    const { context, screen } = await open('events', 120, 40);
    const note = `${'x'.repeat(120)}-needle`;
    context.stores.events.apply([sampleEvent('event-long', -60, { metadata: { note } })], {
      at: context.clock.now(),
      fromHistory: false,
    });
    await screen.press('p', KEYS.tab, 'w');
    expect(screen.text).not.toContain('needle');
    await screen.press(...Array<string>(12).fill(RIGHT));
    expect(screen.text).toMatch(/-needle$/m);
    await screen.press(...Array<string>(12).fill(LEFT));
    expect(context.stores.view.getState().detailLeft).toBe(0);
    await screen.press('w');
    expect(screen.text).toContain('needle');
  });
});

describe('columns that do not fit', () => {
  it('come into view from the right, one after the other, and no further', async () => {
    const { context, screen } = await open('agents', 60, 24);
    const heading = () => screen.lines[3] ?? '';
    expect(heading()).not.toContain('ARCH');
    expect(heading()).toMatch(/^ ›/);
    const headings = [heading()];
    for (let step = 0; step < 12; step++) {
      await screen.press(RIGHT);
      headings.push(heading());
    }
    expect(headings.some((each) => each.includes('ARCH'))).toBe(true);
    expect(heading()).toMatch(/^‹ /);
    expect(heading()).toContain('EVENTS 24 H');
    expect(heading()).toContain('HOST');
    expect(screen.lines[4]).toMatch(/build-00 +\d+\+? /);
    const { sideways } = context.stores.view.getState().agents;
    await screen.press(RIGHT);
    expect(context.stores.view.getState().agents.sideways).toBe(sideways);
    await screen.press(LEFT);
    expect(context.stores.view.getState().agents.sideways).toBe(sideways - 1);
  });

  it('are none where all fit', async () => {
    const { context, screen } = await open('agents', 160, 30);
    await screen.press(RIGHT);
    expect(context.stores.view.getState().agents.sideways).toBe(0);
    expect(screen.lines[3]).toMatch(/^ {2}/);
  });
});

describe('marks', () => {
  it('stand in the gutter, with their number in the first line of the list', async () => {
    const { screen } = await open('agents', 80, 24);
    await screen.press(' ', ' ');
    expect(screen.lines[2]).toContain('✓ 2 marked');
    expect(screen.lines.slice(4, 7).map((line) => line.slice(0, 2))).toEqual([' ✓', ' ✓', '▌ ']);
    await screen.press('U');
    expect(screen.lines[2]).not.toContain('marked');
    expect(screen.lines.slice(4, 7).map((line) => line.slice(0, 2).trim())).toEqual(['', '', '▌']);
  });
});

describe('the help', () => {
  it('finds words, and goes through the rows that have them', async () => {
    const { context, screen } = await open('agents', 100, 24);
    await screen.press('?');
    await context.clock.advance(400);
    await screen.press('/', 'm', 'a', 'r', 'k');
    expect(screen.lines[2]).toMatch(/Help · \/ mark in \d rows/);
    await screen.press(KEYS.enter);
    const selected = () => screen.lines.findIndex((line) => line.startsWith('▌'));
    const first = screen.lines[selected()];
    expect(first?.toLowerCase()).toContain('mark');
    await screen.press('n');
    expect(screen.lines[selected()]).not.toBe(first);
    expect(screen.lines[selected()]?.toLowerCase()).toContain('mark');
    await screen.press('N');
    expect(screen.lines[selected()]).toBe(first);
  });

  it('says when nothing has the words', async () => {
    const { context, screen } = await open('agents', 100, 24);
    await screen.press('?');
    await context.clock.advance(400);
    await screen.press('/', 'q', 'q', 'z', KEYS.enter);
    expect(screen.lines[2]).toContain('/ qqz is nowhere in it');
  });
});

describe('keys of the user', () => {
  it('run their commands, and hints, help and palette show them', async () => {
    const context = createFilledContext();
    const { rebound } = readRebinding({ 'detail.toggle': 'L', 'help.open': '@', 'app.quit': [] });
    context.stores.view.setState({ tab: 'agents', rebound });
    const screen = await renderConsole(context, { columns: 160, rows: 70 });
    expect(screen.lines.at(-1)).toContain('L detail');
    expect(screen.lines.at(-1)).not.toContain('quit');
    await screen.press('p');
    expect(context.stores.view.getState().agents.detail).toBe(false);
    await screen.press('L');
    expect(context.stores.view.getState().agents.detail).toBe(true);
    await screen.press('@');
    expect(screen.text).toMatch(/ {3}L +Detail on or off/);
    await screen.press('q', ':', 'd', 'e', 't', 'a', 'i', 'l');
    expect(screen.text).toMatch(/L +Detail on or off/);
  });
});

describe('messages', () => {
  it('have as many rows as what became of a change takes, and say where the rest is', async () => {
    const { context, screen } = await open('policy', 80, 24);
    const told = `${'The server took the change, but it is otherwise. '.repeat(4)}So it ends.`;
    notify(context, told, 'bad');
    await screen.draw();
    expect(screen.lines).toHaveLength(24);
    expect(screen.text.replaceAll(/\s+/g, ' ')).toContain(`✖ problem ${told}`);
    context.stores.view.setState({ notice: undefined });
    notify(context, told.repeat(4), 'bad');
    await screen.draw();
    expect(screen.lines).toHaveLength(24);
    expect(screen.lines.at(-1)).toMatch(/… +:messages has all$/);
  });

  it('tell how serious they are, their age and how many wait', async () => {
    const { context, screen } = await open('agents', 100, 24);
    notify(context, 'ci-08 could not be suspended', 'bad');
    notify(context, 'Suspended ci-09', 'good');
    await context.clock.advance(4000);
    await screen.draw();
    expect(screen.lines.at(-1)).toMatch(/✖ problem ci-08 could not be suspended +4s ago \+1 more/);
    await screen.press(':', 'm', 'e', 's', 's', 'a', 'g', 'e', KEYS.enter);
    expect(screen.text).toContain('─ Messages');
    expect(screen.text).toMatch(/● done +Suspended ci-09/);
  });
});

describe('a tab that was left', () => {
  it('has its filter, its detail and its place when it is gone to again', async () => {
    const { context, screen } = await open('agents', 120, 40);
    updatePane(context.stores.view, 'agents', { text: 'build-0' });
    await screen.press('p', 'j', 'j', '2', '-');
    expect(context.stores.view.getState()).toMatchObject({
      tab: 'agents',
      agents: { text: 'build-0', detail: true, cursor: context.stores.view.getState().agents.cursor },
    });
    expect(screen.text).toContain('│');
  });
});
