import { describe, expect, it } from 'vitest';

import type { Wait } from '../../../../src/stores/connection/connection-store.ts';
import { receive } from '../../../../src/stores/base/resource-store.ts';
import { createOverviewPane } from '../../../../src/ui/panes/overview/overview-pane.ts';
import { createTheme } from '../../../../src/ui/theme.ts';
import { createTestContext, type TestContext } from '../../../helpers/command-context.ts';
import { createFilledContext } from '../../../helpers/filled-context.ts';
import { listingOf, NOW, sampleAgent, sampleEvent } from '../../../helpers/sample-data.ts';

const WIDTHS = Array.from({ length: 36 }, (_, index) => 60 + 4 * index);
const HEIGHTS = [24, 44, 60];
/** What is counted while the list is read, and what stands behind it. */
const FIGURES =
  /(?:clone agents|\d clones?|no clones|silent(?! for)(?: but active)?|(?<!last )41 min(?: loaded)?)(.{0,7})/g;
const theme = createTheme({ colour: false, ascii: false });

function painted({ stores, clock }: TestContext, columns: number, rows: number): string {
  stores.view.setState({ columns, rows });
  const { lines } = createOverviewPane({ stores, clock, theme })({ columns, rows: 90 }, NOW);
  return lines.map((line) => line.map(({ text }) => text).join('')).join('\n');
}

/** 12 agents of 20,000 are read, of which none is a clone and none silent; 800 events are still to come. */
function halfRead(): TestContext {
  const context = createFilledContext();
  const agents = Array.from({ length: 12 }, (_, index) => sampleAgent(`agent-${index}`));
  receive(
    context.stores.agents,
    { ...listingOf(agents), total: 20_000, reading: { read: 12, of: 20_000 } },
    NOW,
  );
  context.stores.events.setState({ coveredSince: NOW - 41 * 60_000, toCome: 800 });
  return context;
}

describe.each(HEIGHTS)('while lists are read, on %d rows', (rows) => {
  it('no width shows a figure without saying that it is one so far', () => {
    const context = halfRead();
    for (const columns of WIDTHS) {
      const text = painted(context, columns, rows);
      const where = `${columns} columns`;
      expect(text, where).toMatch(/no clones so far/);
      expect(text, where).toMatch(/no silent(?: for a day)?(?: but active)? so far/);
      expect(text, where).toMatch(/a minute over five(?:, most \d+)? so far/);
      expect(text, where).toMatch(/Agents · 12 so far/);
      for (const [figure, behind] of text.matchAll(FIGURES)) {
        expect(behind, `${where}: ${figure}`).toBe(' so far');
      }
    }
  });

  it('the same words stand alone once all was read', () => {
    const context = createFilledContext();
    context.stores.events.setState({ coveredSince: NOW - 41 * 60_000 });
    for (const columns of [60, 120, 200]) {
      expect(painted(context, columns, rows)).not.toMatch(/so far|in part/);
    }
  });
});

it('says in full how much was read where there is room', () => {
  const text = painted(halfRead(), 200, 60);
  expect(text).toContain('no clones so far (12 of 20,000)');
  expect(text).toContain('so far (60 of 860)');
});

it('says of how much it is when a list is read no further', () => {
  const context = createFilledContext();
  const listing = context.stores.agents.getState().data;
  context.stores.agents.setState({ data: listing && { ...listing, total: 13 } });
  expect(painted(context, 120, 30)).toContain('1 clone (12 of 13 read)');
});

it('says so of the agents although reading them failed', () => {
  const context = halfRead();
  const failure = { message: 'The server failed (500).', at: NOW, status: 500 };
  context.stores.agents.setState({ failure });
  for (const columns of WIDTHS) {
    expect(painted(context, columns, 44), `${columns} columns`).toMatch(/Agents · 12 so far .*· \ds old/);
  }
  expect(painted(context, 200, 60)).toContain('Agents · 12 so far (12 of 20,000) · 0s old');
});

it('shows no block of signs for a figure that is not known', () => {
  for (const ascii of [false, true]) {
    const { stores, clock } = createTestContext();
    stores.view.setState({ columns: 160, rows: 44 });
    const paint = createOverviewPane({ stores, clock, theme: createTheme({ colour: false, ascii }) });
    const { lines } = paint({ columns: 160, rows: 40 }, NOW);
    const figures = lines.slice(1, 7).map((line) => line.map(({ text }) => text).join(''));
    expect(figures.join('')).toMatch(ascii ? /^[ -]+$/ : /^[ ·]+$/);
  }
});

it('makes a rate of whole minutes alone', () => {
  const context = createTestContext();
  const rateOver = (seconds: number) => {
    context.stores.events.setState({ coveredSince: NOW - seconds * 1000, receivedAt: NOW });
    return painted(context, 120, 44);
  };
  context.stores.events.apply(
    Array.from({ length: 12 }, (_, index) => sampleEvent(`event-${index}`, 1 + index)),
    { at: NOW, fromHistory: false },
  );
  expect(rateOver(50)).toContain('0 in the first minute loaded');
  expect(rateOver(150)).toContain('6 a minute over 2 loaded');
  expect(rateOver(600)).toContain('2.4 a minute over five');
});

it('says how old everything is that was not read for long, although nothing failed', () => {
  const context = createFilledContext();
  const { stores } = context;
  stores.events.setState({ coveredSince: NOW - 41 * 60_000, receivedAt: NOW - 20_000 });
  expect(painted(context, 200, 60)).toContain('unacknowledged · 20s old');
  expect(painted(context, 200, 60)).not.toMatch(/Agents · 12 · /);
  const long = { receivedAt: NOW - 150_000 };
  stores.events.setState(long);
  stores.agents.setState(long);
  stores.summary.setState(long);
  stores.calendar.setState(long);
  const text = painted(context, 200, 60);
  for (const words of [
    'clone agent · 2m old',
    'unacknowledged · 2m old',
    'last 41 min · 2m old',
    'Agents · 12 · 2m old',
    'Recorded sessions · 11 in 2 days · 2m old',
    'newest known block',
    'summary 2m old',
  ]) {
    expect(text).toContain(words);
  }
});

it('does not say that the service is well when it was not asked for long, or could not be', () => {
  const context = createFilledContext();
  const { health } = context.stores;
  expect(painted(context, 200, 60)).toMatch(/● ok {2}version/);
  health.setState({ receivedAt: NOW - 120_000 });
  expect(painted(context, 200, 60)).toMatch(/● ok 2m ago {2}version/);
  health.setState({ receivedAt: NOW - 360_000 });
  expect(painted(context, 200, 60)).toContain('ok 6m ago');
  health.setState({ receivedAt: NOW - 60_000, failure: { message: 'It failed.', at: NOW, status: 500 } });
  expect(painted(context, 200, 60)).toContain('ok 1m ago');
  health.setState({ receivedAt: NOW - 60_000, failure: undefined });
  const wait: Wait = {
    what: 'everything',
    reason: 'The server failed (500).',
    until: NOW + 9000,
    next: '',
    isOutage: true,
  };
  context.stores.connection.setState({ state: 'failing', waits: [wait] });
  expect(painted(context, 200, 60)).toContain('ok 1m ago');
});
