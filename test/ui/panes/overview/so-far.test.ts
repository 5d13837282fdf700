import { describe, expect, it } from 'vitest';

import { receive } from '../../../../src/stores/resource-store.ts';
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
