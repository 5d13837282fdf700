import { describe, expect, it } from 'vitest';

import { DEFAULT_CHOICES } from '../../../src/server/base/choices.ts';
import type { Database } from '../../../src/server/db/database.ts';
import { openDatabase } from '../../../src/server/db/database.ts';
import { pageOfEvents, type EventFilter } from '../../../src/server/db/events.ts';
import { pageOfLlmCalls } from '../../../src/server/db/llm-calls.ts';
import { countByKind } from '../../../src/server/db/event-counts.ts';
import { loadOrganization } from '../../../src/server/load-organization.ts';
import { createTinyOrganization } from '../../helpers/tiny-organization.ts';

const SETTINGS = {
  seed: 1,
  agents: 2,
  events: 60,
  sessions: 3,
  eventsPerSecond: 0,
  policySyncSeconds: 1,
  until: Date.parse('2026-03-02T09:00:00Z'),
};
const NONE = { type: undefined, outcome: undefined, ecosystem: undefined, package: undefined } as const;
const OPEN = { from: undefined, to: undefined };

/** What SQLite plans for every statement that `work` executes. */
function plansOf(database: Database, work: (watched: Database) => void): readonly string[] {
  const plans: string[] = [];
  const explain = (sql: string) => {
    for (const row of database.statement(`EXPLAIN QUERY PLAN ${sql}`).all()) {
      plans.push(String(row['detail']));
    }
  };
  work({
    ...database,
    one: (sql, ...values) => {
      explain(sql);
      return database.one(sql, ...values);
    },
    all: (sql, ...values) => {
      explain(sql);
      return database.all(sql, ...values);
    },
  });
  return plans;
}

describe('plans', () => {
  it.each<[string, EventFilter]>([
    ['no filter', { ...NONE, window: OPEN }],
    ['type', { ...NONE, type: 'audit', window: OPEN }],
    ['outcome', { ...NONE, outcome: 'block', window: OPEN }],
    ['ecosystem', { ...NONE, ecosystem: 'go', window: OPEN }],
    ['package', { ...NONE, package: 'serde', window: OPEN }],
    ['type and outcome', { ...NONE, type: 'install', outcome: 'block', window: OPEN }],
    ['outcome and ecosystem', { ...NONE, outcome: 'block', ecosystem: 'go', window: OPEN }],
    ['type and ecosystem', { ...NONE, type: 'install', ecosystem: 'go', window: OPEN }],
    ['package and outcome', { ...NONE, package: 'serde', outcome: 'block', window: OPEN }],
    ['a window', { ...NONE, window: { from: 1, to: SETTINGS.until } }],
    [
      'all of them',
      {
        type: 'install',
        outcome: 'allow',
        ecosystem: 'npm',
        package: 'serde',
        window: { from: 1, to: 2e12 },
      },
    ],
  ])('of events under %s never scan or sort the table', async (_, filter) => {
    const database = openDatabase();
    await loadOrganization(database, SETTINGS, createTinyOrganization(SETTINGS), () => undefined);
    for (const order of ['newest-first', 'oldest-first'] as const) {
      const plans = plansOf(database, (watched) => {
        const { total } = pageOfEvents(watched, 1, {
          filter,
          packageMatch: 'exact',
          order,
          limit: 5,
          offset: 0,
          random: () => 0,
        });
        expect(total).toBeGreaterThan(0);
      });
      const searches = plans.filter((plan) => plan.includes('events_by_'));
      expect(searches.length).toBeGreaterThan(0);
      for (const plan of searches) {
        expect(plan).toMatch(/^SEARCH events USING COVERING INDEX /);
      }
      const others = plans.filter((plan) => !plan.includes('events_by_') && !plan.includes('event_counts'));
      // Counting the broken hours at the ends of a window groups at most two hours of events.
      expect(others.filter((plan) => plan !== 'USE TEMP B-TREE FOR GROUP BY')).toEqual([]);
    }
    database.close();
  });

  it('of LLM calls and of the summary neither', async () => {
    const database = openDatabase();
    await loadOrganization(database, SETTINGS, createTinyOrganization(SETTINGS), () => undefined);
    const plans = plansOf(database, (watched) => {
      pageOfLlmCalls(watched, 1, 5, 0, DEFAULT_CHOICES['llm-order']);
      countByKind(watched, 1, { from: SETTINGS.until - 86_400_000, to: SETTINGS.until });
    });
    expect(plans.length).toBeGreaterThan(3);
    expect(plans.filter((plan) => plan.startsWith('SCAN'))).toEqual([]);
    database.close();
  });
});
