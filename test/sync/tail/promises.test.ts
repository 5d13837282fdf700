import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { IS_NIGHTLY } from '../../helpers/nightly.ts';
import { pairwise } from '../../helpers/pairwise.ts';
import { run, type Outcome, type Scenario } from './tail-run.ts';

const SECOND = 1000;

/** Every point that decides how the feed can be read, and everything that can befall it. */
const PARAMETERS = {
  order: ['ascending', 'descending', 'arrival', 'hash', 'reshuffled'],
  precision: ['seconds', 'milliseconds'],
  since: ['inclusive', 'exclusive'],
  until: ['inclusive', 'exclusive'],
  page: ['clamp-20', 'clamp-100', 'clamp-1000', 'refuse-100'],
  date: ['header', 'health', 'none'],
  total: ['exact', 'absent', 'unfiltered', 'boundless', 'page-end', 'denying'],
  clocks: ['right', 'ours-ahead', 'back', 'two'],
  ahead: [0, 0.3, 1],
  begin: ['since', 'newest'],
  before: [0, 30, 700],
  rate: [0.2, 3],
  burst: [0, 150, 700],
  lateness: [0, 4 * SECOND, 45 * SECOND, 90 * SECOND, 3600 * SECOND],
  future: [0, 3, 120],
  insertsDuringWalks: [false, true],
  trouble: [
    'none',
    'faults',
    'rate-limited',
    'down',
    'damaged',
    'empty-once',
    'shrunken-once',
    'deleted',
    'restarted',
  ],
} as const satisfies { readonly [Name in keyof Omit<Scenario, 'seed'>]: readonly Scenario[Name][] };

/** So many random situations. */
const RUNS = IS_NIGHTLY ? 1000 : 60;

/** That a scenario breaks no promise, and costs no more than there is to read. */
async function keepsPromises(scenario: Scenario): Promise<void> {
  const outcome = await run(scenario);
  expect(outcome).toMatchObject({ repeated: [], hidden: [], falsehoods: [] });
  if (!mayBalance(scenario, outcome)) {
    expect(outcome.lost).toEqual([]);
  }
  expect(outcome.requests).toBeLessThanOrEqual(outcome.mostRequests);
  if (scenario.total === 'exact' && !LYING.has(scenario.trouble)) {
    expect(outcome.state?.gaps).toEqual([]);
    // What was deleted last may not be found yet.
    const mayBeFewer = scenario.trouble === 'deleted' ? ['counts-fewer'] : [];
    expect(['clock-back', 'clocks-differ', undefined, ...mayBeFewer]).toContain(outcome.state?.doubt);
  }
  if (MISLEADING.has(scenario.total)) {
    expect(outcome.state).toMatchObject({ completeThrough: undefined, gaps: [], toCome: 0 });
  }
}

/**
 * Whether an event that goes may hide one that was not found, since the count of a whole list then stays as it was: a late
 * one, or one that moved to a page already read. Nothing is certified of such a list. Windows that are counted exactly are
 * small enough to differ once it is known what is gone from them; until then nothing is certified of these, either.
 */
function mayBalance({ trouble, total }: Scenario, { state }: Outcome): boolean {
  return trouble === 'deleted' && (total !== 'exact' || state?.completeThrough === undefined);
}

/** Servers whose every answer contradicts their count. */
const MISLEADING: ReadonlySet<Scenario['total']> = new Set(['absent', 'unfiltered', 'boundless']);

/** Troubles in which even a server with exact counts says what is not so, or gives rows that cannot be read. */
const LYING: ReadonlySet<Scenario['trouble']> = new Set(['damaged', 'empty-once', 'shrunken-once']);

describe('a feed in every dialect, through every trouble', () => {
  it.each(pairwise(PARAMETERS).map((scenario, seed) => ({ ...scenario, seed })))(
    'gives out every event once and certifies nothing that is not so: $total $order $page $trouble $clocks',
    keepsPromises,
  );

  it.each<readonly [string, Partial<Scenario>]>([
    [
      'reads the live edge of what is dated far in the future, too, while older parts are still to be read',
      {
        page: 'clamp-1000',
        total: 'boundless',
        before: 30,
        rate: 0.2,
        future: 120,
        insertsDuringWalks: true,
        trouble: 'empty-once',
      },
    ],
    [
      'finds what came in late by rows where only totals of short windows are right',
      { total: 'page-end', rate: 3, burst: 150, lateness: 300 * SECOND },
    ],
    [
      'finds what is dated ahead once its time has come, although as much was deleted as had not been read',
      {
        seed: 596_087_624,
        page: 'clamp-20',
        clocks: 'two',
        ahead: 1,
        rate: 3,
        burst: 150,
        trouble: 'deleted',
      },
    ],
    [
      'asks no more often than that for what is dated ahead where nothing is counted and some of it goes',
      {
        page: 'refuse-100',
        total: 'absent',
        clocks: 'back',
        rate: 0.2,
        lateness: 90 * SECOND,
        insertsDuringWalks: true,
        trouble: 'deleted',
      },
    ],
  ])('%s', async (_name, scenario) => {
    await keepsPromises({
      seed: 0,
      order: 'ascending',
      precision: 'seconds',
      since: 'inclusive',
      until: 'inclusive',
      page: 'clamp-100',
      date: 'header',
      total: 'exact',
      clocks: 'right',
      ahead: 0,
      begin: 'since',
      before: 0,
      rate: 0,
      burst: 0,
      lateness: 0,
      future: 0,
      insertsDuringWalks: false,
      trouble: 'none',
      ...scenario,
    });
  });

  it(
    'does so in any combination of them',
    async () => {
      const anyScenario = fc.record({
        seed: fc.nat(),
        ...(Object.fromEntries(
          Object.entries(PARAMETERS).map(([name, values]) => [name, fc.constantFrom(...values)]),
        ) as { [Name in keyof typeof PARAMETERS]: fc.Arbitrary<(typeof PARAMETERS)[Name][number]> }),
      });
      await fc.assert(fc.asyncProperty(anyScenario, keepsPromises), { numRuns: RUNS });
    },
    1500 * RUNS,
  );
});
