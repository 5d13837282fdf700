import { beforeEach, describe, expect, it } from 'vitest';

import { overviewGrid } from '../../../src/stores/overview/overview-grid.ts';
import { selectStops, type OverviewBlock } from '../../../src/stores/overview/overview-stops.ts';
import { run, type TestContext } from '../../helpers/command-context.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';

const BLOCKS: readonly OverviewBlock[] = [
  'newest',
  'outcomes',
  'ecosystems',
  'rate',
  'agents',
  'calendar',
  'service',
];
const SIZES = [
  [200, 60],
  [160, 45],
  [120, 40],
  [100, 30],
  [80, 24],
  [60, 15],
] as const;

let context: TestContext;
const view = () => context.stores.view.getState();
const cursor = () => view().overview.cursor;
const put = (id: string) =>
  context.stores.view.setState((state) => ({ overview: { ...state.overview, cursor: id } }));

beforeEach(() => {
  context = createFilledContext();
  context.stores.view.setState({ tab: 'overview', columns: 160, rows: 45 });
});

describe('the cursor of the overview', () => {
  it('is nowhere until a key is pressed, and again after Esc', () => {
    expect(cursor()).toBeUndefined();
    run(context, 'overview.next-block');
    expect(cursor()).toBe('figure hour');
    run(context, 'view.back');
    expect(cursor()).toBeUndefined();
  });

  it.each(SIZES)('comes to every block by going on from one to the next on %d by %d', (columns, rows) => {
    context.stores.view.setState({ columns, rows });
    const seen = new Set<string | undefined>();
    for (let step = 0; step < 10; step++) {
      run(context, 'overview.next-block');
      seen.add(cursor());
    }
    for (const block of BLOCKS) {
      const ids = selectStops(context.stores, block, context.clock.now()).map(({ id }) => id);
      expect(ids.some((id) => seen.has(id))).toBe(true);
    }
    const at = cursor();
    run(context, 'overview.next-block');
    run(context, 'overview.previous-block');
    expect(cursor()).toBe(at);
  });

  it.each(SIZES)('comes to every place by going down, and back by going up, on %d by %d', (columns, rows) => {
    context.stores.view.setState({ columns, rows });
    run(context, 'overview.down');
    const first = cursor();
    const seen: (string | undefined)[] = [first];
    for (let step = 0; step < 60; step++) {
      run(context, 'overview.down');
      seen.push(cursor());
    }
    for (const block of BLOCKS.filter((name) => name !== 'calendar')) {
      for (const { id } of selectStops(context.stores, block, context.clock.now())) {
        expect(seen).toContain(id);
      }
    }
    for (let step = 0; step < 60; step++) {
      run(context, 'overview.up');
    }
    expect(cursor()).toBe(first);
  });

  it('goes into the column beside it and back, and along the figures', () => {
    put('outcome block');
    run(context, 'overview.right');
    expect(cursor()).toBe('rate');
    run(context, 'overview.right');
    expect(cursor()).toBe('day 2026-03-02');
    run(context, 'overview.right');
    expect(cursor()).toBe('day 2026-03-02');
    put('figure hour');
    run(context, 'overview.right');
    run(context, 'overview.right');
    run(context, 'overview.left');
    expect(cursor()).toBe('figure day');
  });

  it('moves in the calendar by days and by weeks, and leaves it where it ends', () => {
    const days = Array.from({ length: 20 }, (_, age) => ({
      date: new Date(context.clock.now() - age * 86_400_000).toISOString().slice(0, 10),
      count: age,
    }));
    const calendar = context.stores.calendar.getState().data;
    if (calendar === undefined) {
      throw new Error('The sample has a calendar.');
    }
    context.stores.calendar.setState({ data: { ...calendar, days: days as never } });
    put('day 2026-03-02');
    run(context, 'overview.left');
    expect(cursor()).toBe('day 2026-02-23');
    run(context, 'overview.up');
    expect(cursor()).toBe('day 2026-02-22');
    run(context, 'overview.down');
    run(context, 'overview.right');
    expect(cursor()).toBe('day 2026-03-02');
    run(context, 'overview.down');
    expect(cursor()).toBe('service');
    put('day 2026-02-13');
    run(context, 'overview.left');
    expect(cursor()).toBe('rate');
  });

  it('begins anew when its place is gone', () => {
    put('event gone');
    run(context, 'overview.down');
    expect(cursor()).toBe('figure hour');
  });
});

describe('Enter on the overview', () => {
  function openAt(id: string): void {
    put(id);
    run(context, 'overview.open');
  }

  it('goes to the feed while the cursor is nowhere', () => {
    run(context, 'overview.open');
    expect(view()).toMatchObject({ tab: 'events', events: { follow: true, text: '' } });
  });

  it.each([
    ['outcome block', ''],
    ['figure hour', 'since:1h'],
    ['figure day', 'since:24h'],
  ])('on %s shows the blocks that are counted there', (id, text) => {
    openAt(id);
    const events = { outcomes: ['block'], ecosystem: undefined, text };
    expect(view()).toMatchObject({ tab: 'events', events });
  });

  it('on an ecosystem shows its events', () => {
    context.stores.view.setState((state) => ({
      events: { ...state.events, text: 'old', outcomes: ['allow'] },
    }));
    openAt('ecosystem npm');
    expect(view().events).toMatchObject({ ecosystem: 'npm', text: '' });
    expect(view().events.outcomes).toHaveLength(3);
  });

  it('on a share of a name that nobody knows asks for that name', () => {
    const summary = context.stores.summary.getState().data;
    context.stores.summary.setState({
      data: { ...summary, outcomes: { 'on hold "x"': 3 } } as never,
    });
    openAt('outcome on hold "x"');
    expect(view().events.text).toBe(String.raw`outcome:"on hold \"x\""`);
  });

  it('on one of the newest blocks shows it in the feed with its detail, and the feed stands', () => {
    openAt('event event-06');
    expect(view()).toMatchObject({
      tab: 'events',
      events: { cursor: 'event-06', detail: true, follow: false },
    });
  });

  it.each([
    ['agents clones', 'clone'],
    ['agents silent', 'silent'],
    ['figure clones', 'clone'],
    ['figure silent', 'silent'],
    ['agents all', undefined],
  ] as const)('on %s shows these agents', (id, flag) => {
    context.stores.view.setState((state) => ({
      agents: { ...state.agents, text: 'old', flag: 'suspended' },
    }));
    openAt(id);
    expect(view()).toMatchObject({ tab: 'agents', agents: { flag, text: '' } });
  });

  it('on a day shows the sessions of that day', () => {
    context.stores.view.setState((state) => ({ sessions: { ...state.sessions, project: 'old' } }));
    openAt('day 2026-03-01');
    expect(view()).toMatchObject({
      tab: 'sessions',
      sessions: { date: '2026-03-01', project: undefined },
    });
  });

  it.each(['service', 'budget'])('on the %s opens the API log', (id) => {
    openAt(id);
    expect(view().dialogs.at(-1)?.kind).toBe('request-log');
  });
});

it('has a place for every block on every screen, once', () => {
  for (const [columns, rows] of SIZES) {
    for (const sideBySide of [true, false]) {
      const names = overviewGrid({ columns, rows, sideBySide, isTerminalSlow: false }).flat(2);
      expect(new Set(names).size).toBe(names.length);
      expect(names).toEqual(expect.arrayContaining([...BLOCKS]));
    }
  }
});
