import { beforeEach, describe, expect, it } from 'vitest';

import { closeDialog } from '../../../src/commands/base/command.ts';
import { selectVisibleAgents } from '../../../src/stores/agents/select-agents.ts';
import type { ListId } from '../../../src/stores/base/tab.ts';
import { receive } from '../../../src/stores/base/resource-store.ts';
import { selectPage } from '../../../src/stores/entity/select-page.ts';
import { selectVisibleEvents } from '../../../src/stores/events/select-events.ts';
import { selectVisibleLlmCalls } from '../../../src/stores/llm/select-llm-calls.ts';
import { selectVisibleSessions } from '../../../src/stores/sessions/select-sessions.ts';
import { createTestContext, openDialogOf, run, type TestContext } from '../../helpers/command-context.ts';
import { ManualSlices } from '../../helpers/manual-slices.ts';
import {
  listingOf,
  NOW,
  sampleAgent,
  sampleCall,
  sampleEvent,
  sampleSession,
} from '../../helpers/sample-data.ts';

let context: TestContext;

const live = { at: NOW, fromHistory: false };

const rows = () =>
  (selectPage(context.stores, NOW)?.rows ?? []).flatMap((row) => (row.kind === 'count' ? [row.row] : []));
const counted = () => rows().map(({ values, count }) => [values[0], count]);

function countBy(field: string, command = 'list.count'): void {
  run(context, command);
  const { choose } = openDialogOf(context, 'choice');
  closeDialog(context);
  void choose(field);
}

/** Puts the cursor on the row of a value; undefined is that of rows that have none. */
function goTo(value: string | undefined): void {
  const place = counted().findIndex(([name]) => name === value);
  expect(place).toBeGreaterThanOrEqual(0);
  for (let row = 0; row < place; row++) {
    run(context, 'page.down');
  }
}

beforeEach(() => {
  context = createTestContext();
  const { stores } = context;
  stores.events.apply(
    [
      ['left-pad', 'block'],
      ['left-pad', 'allow'],
      [undefined, 'allow'],
      [undefined, 'allow'],
      [undefined, 'block'],
      ['react', 'allow'],
    ].map(([name, outcome], index) =>
      sampleEvent(`e${index}`, index, { outcome, subject: name === undefined ? {} : { package: name } }),
    ),
    live,
  );
  receive(
    stores.agents,
    listingOf([
      sampleAgent('a', { os: 'linux', status: 'active' }),
      sampleAgent('b', { os: undefined, status: 'active' }),
      sampleAgent('c', { os: undefined, status: 'suspended' }),
      sampleAgent('d', { os: undefined, status: 'suspended' }),
    ]),
    NOW,
  );
  receive(
    stores.sessions,
    listingOf([
      sampleSession('s1', 0, { git_branch: 'main', project_path: '/a' }),
      sampleSession('s2', 0, { git_branch: undefined, project_path: '/b' }),
      sampleSession('s3', 0, { git_branch: undefined, project_path: '/b' }),
    ]),
    NOW,
  );
  receive(
    stores.llmCalls,
    listingOf([
      sampleCall({ id: 'c1', model: 'm1', team: 'red' }),
      sampleCall({ id: 'c2', model: 'm2', team: undefined }),
      sampleCall({ id: 'c3', model: 'm2', team: undefined }),
      sampleCall({ id: 'c4', model: 'm3', team: undefined }),
    ]),
    NOW,
  );
});

const shown: Readonly<Record<Exclude<ListId, 'policy'>, () => number>> = {
  events: () => selectVisibleEvents(context.stores).length,
  agents: () => selectVisibleAgents(context.stores, NOW).length,
  sessions: () => selectVisibleSessions(context.stores).length,
  llm: () => selectVisibleLlmCalls(context.stores).length,
};

describe('counts inside the rows that have no value in a field', () => {
  it.each([
    [
      'events',
      'package',
      'outcome',
      [
        ['allow', 2],
        ['block', 1],
      ],
    ],
    [
      'agents',
      'os',
      'status',
      [
        ['suspended', 2],
        ['active', 1],
      ],
    ],
    ['sessions', 'branch', 'project', [['/b', 2]]],
    [
      'llm',
      'team',
      'model',
      [
        ['m2', 2],
        ['m3', 1],
      ],
    ],
  ] as const)('are of just these: %s without %s, by %s', (tab, by, inside, expected) => {
    context.stores.view.setState({ tab });
    countBy(by);
    goTo(undefined);
    countBy(inside, 'page.count');
    expect([...counted()].sort()).toEqual([...expected].map((row) => [...row]).sort());
    const [first] = counted();
    run(context, 'page.open');
    expect(shown[tab]()).toBe(first?.[1]);
  });

  it.each([
    [
      'events',
      'package',
      'left-pad',
      'outcome',
      [
        ['allow', 1],
        ['block', 1],
      ],
    ],
    ['agents', 'os', 'linux', 'status', [['active', 1]]],
  ] as const)('are others than those of a value: %s by %s', (tab, by, value, inside, expected) => {
    context.stores.view.setState({ tab });
    countBy(by);
    goTo(value);
    countBy(inside, 'page.count');
    expect([...counted()].sort()).toEqual([...expected].map((row) => [...row]).sort());
  });
});

it('the filter to which a count led is among those that can be brought back', () => {
  context.stores.view.setState({ tab: 'events' });
  countBy('package');
  goTo('left-pad');
  run(context, 'page.open');
  expect(context.stores.filterMemory.getState().history.events[0]).toBe('package:"left-pad"');
});

it('each row of counts knows how many the largest has, wherever that stands', () => {
  context.stores.view.setState({ tab: 'events' });
  countBy('package');
  for (const column of ['EVENTS', 'PACKAGE', 'BLOCK']) {
    context.stores.view.setState(({ pages }) => ({
      pages: {
        ...pages,
        events: pages.events.map((page) => ({ ...page, sort: { column, descending: false } })),
      },
    }));
    expect(rows().map(({ whole }) => whole)).toEqual([
      { rows: 6, most: 3 },
      { rows: 6, most: 3 },
      { rows: 6, most: 3 },
    ]);
  }
});

describe('counts by day and by hour', () => {
  const at = (time: string) => Date.parse(`2026-03-01T${time}Z`);
  it.each([
    ['day', '2026-03-01', 4],
    ['hour', '2026-03-01T23:00:00Z', 3],
    ['hour', '2026-03-01T00:00:00Z', 1],
  ] as const)('lead to the whole of it, by %s: %s', (by, value, count) => {
    const times = ['00:00:00', '23:00:00', '23:00:30', '23:59:59.999'].map(at);
    context.stores.events.apply(
      [...times, at('00:00:00') - 1, Date.parse('2026-03-02T00:00:00Z')].map((time, index) =>
        sampleEvent(`t${index}`, 0, { timestamp: new Date(time).toISOString() }),
      ),
      live,
    );
    context.stores.view.setState({ tab: 'events', minute: NOW });
    countBy(by);
    goTo(value);
    run(context, 'page.open');
    expect(selectVisibleEvents(context.stores).length).toBe(count);
  });
});

describe('how many counts of a list are of', () => {
  const completeness = () => selectPage(context.stores, NOW)?.count?.completeness;

  it.each(['agents', 'sessions', 'llm'] as const)('is all where the list %s was read whole', (tab) => {
    context.stores.view.setState({ tab });
    countBy('id');
    expect(completeness()).toBe('all');
  });

  it('is not all while the filter of the agents is still looked through', () => {
    const slices = new ManualSlices();
    context = createTestContext({ slices });
    context.stores.view.setState({ tab: 'agents' });
    receive(
      context.stores.agents,
      listingOf(
        Array.from({ length: 6000 }, (_, at) =>
          sampleAgent(`a${at}`, { os: at % 2 === 0 ? 'linux' : 'mac' }),
        ),
      ),
      NOW,
    );
    const settle = () => {
      for (completeness(); slices.isWaiting; completeness()) {
        slices.runAll();
      }
    };
    countBy('os');
    settle();
    expect(completeness()).toBe('all');
    context.stores.view.setState(({ agents }) => ({ agents: { ...agents, text: 'os:linux' } }));
    const said: unknown[] = [];
    for (completeness(); context.stores.visibleAgents.filtering !== undefined; completeness()) {
      said.push(completeness());
      slices.run();
    }
    expect(said.length).toBeGreaterThan(0);
    expect(said).not.toContain('all');
    settle();
    expect(completeness()).toBe('all');
    expect(counted()).toEqual([['linux', 3000]]);
  });
});
