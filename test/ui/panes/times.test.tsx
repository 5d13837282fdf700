import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { formatClock } from '../../../src/lib/format-time.ts';
import { createClockRoom, spanOf } from '../../../src/ui/panes/clock-room.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import { openDialog } from '../../../src/commands/base/command.ts';
import {
  NOW,
  sampleAgent,
  sampleCall,
  sampleEvent,
  samplePolicy,
  sampleSession,
} from '../../helpers/sample-data.ts';
import { createTestContext, type TestContext } from '../../helpers/command-context.ts';
import { renderConsole } from '../../helpers/rendered-console.tsx';

const DAY = 24 * 60 * 60 * 1000;

let context: TestContext;

beforeEach(() => {
  context = createTestContext();
});

afterEach(() => {
  vi.unstubAllEnvs();
});

function hold(...timestamps: readonly string[]): void {
  context.stores.events.apply(
    timestamps.map((timestamp, index) =>
      sampleEvent(`e${index}`, 0, { timestamp, subject: { package: `package-${index}` } }),
    ),
    { at: context.clock.now(), fromHistory: false },
  );
  context.stores.events.setState({ receivedAt: NOW, completeThrough: NOW - 400 * DAY });
  context.stores.view.setState({ tab: 'events' });
}

describe('the feed', () => {
  it.each([60, 80, 140])('tells years apart on %i columns, and lines all rows up', async (columns) => {
    hold(
      '2026-03-02T08:00:00Z',
      '2025-03-01T08:00:00Z',
      '2024-03-01T08:00:00Z',
      '1970-01-01T00:00:00Z',
      '0001-01-01T00:00:00Z',
      '9999-12-31T23:59:59Z',
    );
    updatePane(context.stores.view, 'events', { detail: false, follow: true });
    const screen = await renderConsole(context, { columns, rows: 30 });
    const times = ['9999-12-31 23:59Z', '08:00:00Z', '2025-03-01 08:00Z', '2024-03-01 08:00Z'];
    const rows = [...times, '1970-01-01 00:00Z', '0001-01-01 00:00Z'].map((time) =>
      screen.text.split('\n').find((line) => line.includes(`${time} `)),
    );
    expect(rows).not.toContain(undefined);
    const places = rows.map((line) => /BLOCK|REVIEW|allow/i.exec(line ?? '')?.index);
    expect(new Set(places).size).toBe(1);
    expect(screen.text).toContain('through 2025-01-26 09:00Z');
  });

  it('has no columns for a year that no event needs', async () => {
    hold('2026-03-02T08:00:00Z', '2026-01-02T08:00:00Z');
    const screen = await renderConsole(context, { columns: 100, rows: 30 });
    expect(screen.text).toMatch(/ 08:00:00Z {5,7}\S/);
  });

  it('shows the year of what was this year, once that is over', async () => {
    hold('2026-03-02T08:00:00Z');
    const screen = await renderConsole(context, { columns: 100, rows: 30 });
    expect(screen.text).toContain('08:00:00Z');
    context.clock.setWall(Date.UTC(2027, 0, 1) - 1000 - context.clock.now());
    await screen.draw();
    expect(screen.text).toContain(' 03-02 08:00Z');
    context.clock.setWall(60_000);
    await screen.draw();
    expect(screen.text).toContain('2026-03-02 08:00Z');
  });
});

describe('a screen in the local zone', () => {
  beforeEach(() => {
    vi.stubEnv('TZ', 'Australia/Lord_Howe');
    context.stores.view.setState({ timeStyle: 'local' });
  });

  it('names the zone, and has no time of another one', async () => {
    hold('2026-03-02T08:00:00Z', '2026-03-02T07:00:00Z');
    context.stores.events.setState({ coveredSince: NOW - 3 * DAY });
    updatePane(context.stores.view, 'events', { follow: false, cursor: 'e0', frozenAt: 9, detail: true });
    const screen = await renderConsole(context, { columns: 160, rows: 40 });
    expect(screen.text).toContain('20:00:00 Australia/Lord_Howe');
    expect(screen.text).toContain('2026-03-02 19:00:00+11:00');
    expect(screen.text).toContain('back to 02-27 20:00');
    expect(screen.text).not.toMatch(/\d:\d\dZ/);
    const narrow = await renderConsole(context, { columns: 60, rows: 24 });
    expect(narrow.text).toMatch(/20:00:00 Australia\/Lord_Howe/);
  });

  it.each([
    ['agents', 'last_seen_at  2026-03-02 17:30:00+11:00 (sent: 2026-03-02T06:30:00.5Z)'],
    ['sessions', 'modified_at  2026-03-02 17:30:00+11:00 (sent: 2026-03-02T06:30:00.5Z)'],
    ['llm', 'timestamp  2026-03-02 17:30:00+11:00 (sent: 2026-03-02T06:30:00.5Z)'],
  ] as const)('is that of a detail of %s, too, with what was sent beside it', async (tab, shown) => {
    const sent = '2026-03-02T06:30:00.5Z';
    const seen = { damaged: [], total: 1 };
    context.stores.agents.setState({ data: { ...seen, rows: [sampleAgent('a', { last_seen_at: sent })] } });
    context.stores.sessions.setState({
      data: { ...seen, rows: [sampleSession('s', 60, { modified_at: sent })] },
    });
    context.stores.llmCalls.setState({
      data: { ...seen, rows: [sampleCall({ id: 'c', timestamp: sent, model: 'm' })] },
    });
    context.stores.view.setState({ tab, zoomed: true });
    updatePane(context.stores.view, tab, { detail: true });
    const screen = await renderConsole(context, { columns: 160, rows: 40 });
    expect(screen.text.replaceAll(/ {2,}/g, '  ')).toContain(shown);
    context.stores.view.setState({ timeStyle: 'utc' });
    await screen.draw();
    expect(screen.text).toContain(` ${sent}`);
    expect(screen.text).not.toContain('(sent');
  });

  it('is that of calls with a time beside one that is none', async () => {
    const rows = ['2026-03-02T06:30:00Z', 'soon', '2026-03-01T06:30:00Z'].map((timestamp, index) =>
      sampleCall({ id: `c${index}`, timestamp, model: 'm' }),
    );
    context.stores.llmCalls.setState({ data: { rows, damaged: [], total: 3 } });
    context.stores.view.setState({ tab: 'llm' });
    updatePane(context.stores.view, 'llm', { detail: false });
    const screen = await renderConsole(context, { columns: 160, rows: 40 });
    expect(screen.text).toMatch(/ 17:30:00 .* soon .* 03-01 17:30 /s);
    expect(screen.text).not.toContain('06:30');
  });

  it('is that of both times of a version of the policy', async () => {
    const versions = ['2026-03-01T06:30:00Z', 'of old'].map((updated_at, index) => ({
      id: `v${index}`,
      seenAt: Date.parse('2026-03-02T06:30:00Z'),
      policy: samplePolicy({}, { updated_at }),
    }));
    context.stores.view.setState({ tab: 'policy' });
    openDialog(context, { kind: 'policy-versions', versions, cursor: undefined, marked: undefined });
    const screen = await renderConsole(context, { columns: 160, rows: 30 });
    expect(screen.text).toMatch(/2026-03-02 17:30\+11:00 .* 2026-03-01 17:30\+11:00 /);
    expect(screen.text).toMatch(/2026-03-02 17:30\+11:00 .* of old /);
    expect(screen.text).not.toContain('06:30');
  });

  it('tells the hour apart that clocks show twice', async () => {
    hold('2026-04-04T14:45:00Z', '2026-04-04T15:15:00Z');
    const screen = await renderConsole(context, { columns: 100, rows: 30 });
    expect(screen.text).toContain('04-05 01:45+11:00');
    expect(screen.text).toContain('04-05 01:45+10:30');
  });
});

describe('a time that is yet to come', () => {
  it('is not ago, in a list of agents and in the detail', async () => {
    const rows = [sampleAgent('a', { last_seen_at: '9999-12-31T23:59:59Z' })];
    context.stores.agents.setState({ data: { rows, damaged: [], total: 1 }, receivedAt: NOW });
    context.stores.view.setState({ tab: 'agents', timeStyle: 'age' });
    updatePane(context.stores.view, 'agents', { detail: true });
    const screen = await renderConsole(context, { columns: 160, rows: 30 });
    expect(screen.text.match(/in 2912382d(?! ago)/g)).toHaveLength(2);
  });
});

describe('the list of agents', () => {
  it('tells years apart in both of its times', async () => {
    const rows = ['2024', '2025', '2026'].map((year) =>
      sampleAgent(`agent-${year}`, {
        last_seen_at: `${year}-02-01T08:00:00Z`,
        registered_at: `${year}-01-01T08:00:00Z`,
      }),
    );
    context.stores.agents.setState({ data: { rows, damaged: [], total: 3 }, receivedAt: NOW });
    context.stores.view.setState({ tab: 'agents' });
    updatePane(context.stores.view, 'agents', { detail: false });
    const screen = await renderConsole(context, { columns: 160, rows: 30 });
    for (const time of ['2024-02-01 08:00Z', '2025-02-01 08:00Z', ' 02-01 08:00Z', '2024-01-01 08:00Z']) {
      expect(screen.text).toContain(time);
    }
  });
});

describe('the room for times', () => {
  it('is enough for each of them', () => {
    const times = [NOW - 800 * DAY, NOW, NOW + DAY];
    const room = createClockRoom()(
      spanOf(times, (time) => time),
      NOW,
      'utc',
    );
    expect(room).toBe(Math.max(...times.map((time) => formatClock(time, NOW, 'utc').length)));
    expect(createClockRoom()(undefined, NOW, 'utc')).toBe(12);
  });
});
