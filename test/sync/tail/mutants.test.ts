import { afterEach, describe, expect, it, vi } from 'vitest';

import {
  clockNeverGoesBack,
  countBelievedForEver,
  newestPageOnly,
  watermarkIsNewestTimestamp,
  withoutAudits,
  withoutLateLooks,
  withoutOverlap,
} from './mutants.ts';
import { PLAIN_SCENARIO, run, type MakeReader, type Scenario } from './tail-run.ts';

const SECOND = 1000;

/** Each way to read the feed that is simpler than ours, with a server on which it loses events. */
const MUTANTS: readonly {
  readonly name: string;
  readonly makeReader: MakeReader;
  readonly scenario: Partial<Scenario>;
  readonly breaks: 'lost' | 'falsehoods' | 'requests';
}[] = [
  {
    name: 'no overlap',
    makeReader: withoutOverlap,
    scenario: { lateness: 4 * SECOND, rate: 3 },
    breaks: 'falsehoods',
  },
  {
    name: 'no looks for what is late',
    makeReader: withoutLateLooks,
    scenario: { lateness: 45 * SECOND },
    breaks: 'falsehoods',
  },
  {
    name: 'no looks for what is late, where a poll cannot look back so far',
    makeReader: withoutLateLooks,
    scenario: { lateness: 45 * SECOND, rate: 3, order: 'ascending', page: 'clamp-20' },
    breaks: 'falsehoods',
  },
  { name: 'no audits', makeReader: withoutAudits, scenario: { lateness: 3600 * SECOND }, breaks: 'lost' },
  {
    name: 'no audits, where the count is of no use',
    makeReader: withoutAudits,
    scenario: { total: 'unfiltered', lateness: 3600 * SECOND },
    breaks: 'lost',
  },
  {
    name: 'a count that is believed for ever',
    makeReader: countBelievedForEver,
    scenario: { total: 'unfiltered', order: 'hash', page: 'clamp-20', rate: 3 },
    breaks: 'requests',
  },
  {
    name: 'a clock that never goes back',
    makeReader: clockNeverGoesBack,
    scenario: { clocks: 'back' },
    breaks: 'falsehoods',
  },
  {
    name: 'watermark = newest timestamp, one event dated tomorrow',
    makeReader: watermarkIsNewestTimestamp,
    scenario: { begin: 'since', future: 1, before: 0 },
    breaks: 'lost',
  },
  {
    name: 'watermark = newest timestamp, lateness',
    makeReader: watermarkIsNewestTimestamp,
    scenario: { begin: 'since', lateness: 90 * SECOND, before: 0, rate: 3 },
    breaks: 'lost',
  },
  {
    name: 'newest page only',
    makeReader: newestPageOnly,
    scenario: { begin: 'since', burst: 700, before: 0 },
    breaks: 'lost',
  },
];

afterEach(() => {
  vi.restoreAllMocks();
});

describe.each(MUTANTS)('reading with $name', ({ makeReader, scenario, breaks }) => {
  it('breaks a promise', async () => {
    const { requests, mostRequests, ...outcome } = await run({ ...PLAIN_SCENARIO, ...scenario }, makeReader);
    if (breaks === 'requests') {
      expect(requests).toBeGreaterThan(mostRequests);
    } else {
      expect(outcome[breaks]).not.toEqual([]);
    }
  });

  it('is what makes the difference: our tail keeps it', async () => {
    const outcome = await run({ ...PLAIN_SCENARIO, ...scenario });
    expect(outcome).toMatchObject({ lost: [], repeated: [], falsehoods: [] });
    expect(outcome.requests).toBeLessThanOrEqual(outcome.mostRequests);
  });
});
