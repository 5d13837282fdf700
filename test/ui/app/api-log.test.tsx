import { beforeEach, describe, expect, it } from 'vitest';

import { BEFORE_ALL_TIMES } from '../../../src/lib/format-time.ts';
import { columnsOf } from '../../../src/lib/cell-text.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import type { LoggedRequest } from '../../../src/stores/connection/connection-store.ts';
import type { TestContext } from '../../helpers/command-context.ts';
import { createFilledContext } from '../../helpers/filled-context.ts';
import { renderConsole } from '../../helpers/rendered-console.tsx';
import { NOW, sampleEvent } from '../../helpers/sample-data.ts';

const SECONDS = NOW / 1000;

let context: TestContext;

beforeEach(() => {
  context = createFilledContext();
});

function log(fields: Partial<LoggedRequest> = {}): void {
  context.stores.connection.log({
    at: NOW - 3000,
    method: 'GET',
    path: '/events',
    query: '?limit=100&since=2026-03-02T08%3A59%3A50Z',
    purpose: 'new events',
    status: 200,
    milliseconds: 38,
    bytes: 12_345,
    problem: undefined,
    cost: 1,
    outcome: 'answered',
    ...fields,
  });
}

async function open(columns: number, rows: number, options: { ascii?: boolean } = {}) {
  const screen = await renderConsole(context, { columns, rows, ...options });
  await screen.press('!');
  return screen;
}

/** A store in which everything is wrong that can be. */
function spoil(): void {
  context.stores.events.setState({
    completeThrough: NOW - 2000,
    coveredSince: NOW - 86_400_000,
    toCome: 120,
    gaps: [{ since: SECONDS - 2760, until: SECONDS - 2640, missing: 3 }],
    lateEvents: 5,
    damaged: [{ index: 4, field: 'id', problem: 'expected string', item: { timestamp: '\u001b[2J' } }],
    fewer: 2,
    audit: 'count of the last hour',
    coverage: [{ filter: { outcome: 'block' }, since: BEFORE_ALL_TIMES, incomplete: 1 }],
    older: 'reading',
  });
  context.stores.connection.setState({
    budget: { limit: 60, remaining: 42, resetsAt: NOW + 18_000, othersPerMinute: 9 },
    waits: [
      {
        what: 'everything',
        reason: 'The limit is used up (429).',
        until: NOW + 14_000,
        next: 'then one tries',
      },
      {
        what: 'policy',
        reason: 'Not permitted (403)',
        until: undefined,
        next: 'it is read once you press r',
      },
    ],
    learned: [{ topic: 'event pages', finding: '100 rows at most' }],
  });
}

describe.each([
  [160, 60],
  [80, 60],
  [60, 90],
])('the API log on %d columns', (columns, rows) => {
  it('tells every section in whole sentences', async () => {
    spoil();
    log();
    const screen = await open(columns, rows);
    const text = screen.text.replace(/\s+/g, ' ');
    for (const told of [
      'everything The limit is used up (429). 0:14 to wait. Then one tries.',
      'policy Not permitted (403). It is read once you press r.',
      '42 of 60 requests remain; the window ends in 0:18. Others of the organization take about 9 a minute.',
      'In the last minute 1 request was sent from here and took 1 of it.',
      'Complete through 2026-03-02 08:59:58Z: every event from 2026-03-01 09:00:00Z on is here, except for what is listed below.',
      '120 events are still to come and being read.',
      '3 events are missing between 2026-03-02 08:14:00Z and 2026-03-02 08:16:00Z; that time is read again by itself.',
      '5 events came in late',
      '1 row could not be read and is left out: id: expected string.',
      'The server now counts 2 events fewer than were read.',
      'Last audit: count of the last hour.',
      'With outcome block: all from the very first, but for 1 time in which some could not be had.',
      'Older events are being read, since you scrolled back.',
      'event pages 100 rows at most',
      '1 kept',
    ]) {
      expect(text).toContain(told);
    }
    for (const frame of screen.frames) {
      expect(frame).toHaveLength(rows);
      expect(Math.max(...frame.map(columnsOf))).toBeLessThanOrEqual(columns);
      expect(frame.join('')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    }
  });

  it('keeps status and why of a request', async () => {
    log({ status: 429, outcome: 'rate limited', problem: 'The rate limit is used up (429).', cost: 0 });
    log({ status: undefined, outcome: 'no answer', problem: 'There is no connection (ECONNREFUSED).' });
    const { text } = await open(columns, rows);
    expect(text).toMatch(/429 rate limited .*GET \/e.*new events\n {4}The rate limit is used up \(429\)\./);
    expect(text).toMatch(/ no answer .*new events\n {4}There is no connection \(ECONNREFUSED\)\./);
  });
});

describe('the API log', () => {
  it('shows what a request was, cost and took, the times of its query as such', async () => {
    log();
    log({ method: 'PATCH', path: '/registered-agents/7', query: '', milliseconds: 2345, bytes: 90 });
    const { text } = await open(160, 50);
    expect(text).toMatch(
      /08:59:57Z +200 answered +GET \/events\?limit=100&since=2026-03-02T08:59:50Z +1 +38 ms +12 kB +new events/,
    );
    expect(text).toMatch(/PATCH \/registered-agents\/7 +1 +2\.3 s +90 B/);
    expect(text.indexOf('PATCH')).toBeLessThan(text.indexOf('GET /events'));
  });

  it.each([
    ['sessions', 8000, '● live', 'Complete through 2026-03-02 09:00:00Z: every'],
    ['sessions', 20_000, '● as of 20s ago', 'Not live: as of 20s ago.'],
    ['events', 20_000, '● as of 20s ago', 'Not live: as of 20s ago.'],
  ] as const)(
    'says the same of the feed as the status row, over %s after %d ms',
    async (tab, age, state, told) => {
      context.stores.view.setState({ tab });
      context.stores.events.setState({ receivedAt: NOW - age });
      const { text } = await open(160, 50);
      expect(text).toContain(state);
      expect(text).toContain(told);
      expect(text.includes('Not live')).toBe(state !== '● live');
    },
  );

  it('calls nothing all, nor the very first, of a feed that cannot be verified', async () => {
    spoil();
    context.stores.events.setState({ doubt: 'counts-fewer' });
    const { text } = await open(160, 60);
    expect(text).toContain('With outcome block: read back to the first that the server gave, but for 1 time');
    expect(text).not.toContain('very first');
  });

  it('says so when nothing is waited for, no limit is told and nothing was learned', async () => {
    context.stores.connection.setState({ budget: undefined });
    const { text } = await open(120, 40);
    expect(text).toContain('Nothing but the pace of the budget and answers that are still to come.');
    expect(text).toContain('No answer has come yet that could report a limit.');
    expect(text).toContain('Nothing yet.');
  });

  it('says by whom the budget is shared in the words of the status row', async () => {
    const budget = { limit: 60, remaining: 42, resetsAt: NOW + 18_000, othersPerMinute: 9, consoles: 3 };
    context.stores.connection.setState({ budget });
    const screen = await open(160, 40);
    const text = screen.text.replace(/\s+/g, ' ');
    expect(screen.frames.at(-1)?.[0]).toContain('shared by 3 consoles');
    expect(text).toContain(
      'It is shared by 3 consoles of this user. The other consoles and the rest of the organization take about 9 a minute.',
    );
    expect(text).not.toContain('Others of the organization');
  });

  it('does not repeat for each resource what holds all of them back', async () => {
    const reason = 'There is no connection to 127.0.0.1:8080.';
    const next = 'then it is read again';
    context.stores.connection.setState({
      waits: ['everything', 'events', 'agents'].map((what) => ({ what, reason, until: NOW + 9000, next })),
    });
    const { text } = await open(120, 40);
    expect(text.split(reason)).toHaveLength(2);
  });

  it('claims no completeness before it is known, nor while it cannot be verified', async () => {
    context.stores.events.setState({ completeThrough: undefined });
    const screen = await open(120, 40);
    expect(screen.text).toContain('Not known to be complete through any time yet.');
    context.stores.events.setState({ completeThrough: NOW, doubt: 'exceeds-rows' });
    await screen.draw();
    expect(screen.text).toContain('Completeness is unverified: the server counts more events than it gives.');
    expect(screen.text).not.toContain('Complete through');
  });

  it('scrolls to its end and no further, and back', async () => {
    for (let request = 0; request < 100; request++) {
      log({ purpose: `request ${request}` });
    }
    const screen = await open(80, 24);
    const first = screen.text;
    await screen.press('G');
    expect(screen.text).toContain('request 0');
    await screen.press(' ', 'j', 'j');
    expect(screen.text).toContain('request 0');
    await screen.press('k');
    expect(screen.text).not.toMatch(/request 0$/m);
    await screen.press('g');
    expect(screen.text).toBe(first);
  });

  it('is ASCII alone where the terminal has nothing else', async () => {
    spoil();
    log({ problem: 'The server failed (500): “injected” – fault', outcome: 'failed', status: 500 });
    const screen = await open(120, 50, { ascii: true });
    expect(screen.text).toMatch(/^[\x20-\x7e\n]*$/);
  });
});

it('calls nothing here that had to make room', async () => {
  spoil();
  context.stores.events.setState({ droppedThrough: NOW - 1000, toCome: 0, gaps: [], damaged: [] });
  const text = (await open(160, 60)).text.replace(/\s+/g, ' ');
  expect(text).toContain('every event from 2026-03-02 08:59:59Z on is here.');
  expect(text).toContain('With outcome block: all from 2026-03-02 08:59:59Z on');
});

it('tells which events the server does not list any more, and which it changed', async () => {
  spoil();
  const { id } = context.stores.events.getState().rows.at(1) ?? { id: '' };
  context.stores.events.setState({ gone: new Set([id]) });
  context.stores.events.update([sampleEvent(id, 7, { outcome: 'review' })]);
  const text = (await open(160, 60)).text.replace(/\s+/g, ' ');
  expect(text).toContain('1 event that the server does not list any more was found out, marked G.');
  expect(text).toContain('1 event changed at the server since it was first read, marked C.');
});

it('shows in the detail that an event is gone, and the newest version of one that changed', async () => {
  const { id } = context.stores.events.getState().rows.at(1) ?? { id: '' };
  const [changed] = [sampleEvent(id, 7, { outcome: 'review', subject: { package: 'renamed' } })];
  context.stores.events.update(changed === undefined ? [] : [changed]);
  context.stores.events.setState({ gone: new Set([id]) });
  updatePane(context.stores.view, 'events', { follow: false, frozenAt: 9, cursor: id, detail: true });
  context.stores.view.setState({ tab: 'events' });
  const { text } = await renderConsole(context, { columns: 160, rows: 45 });
  expect(text).toContain('renamed');
  expect(text).toContain('the server does not list it any more');
  expect(text).toContain('this is the newest version');
  expect(text).toContain('1 changed');
});
