import { describe, expect, it } from 'vitest';

import { leastStaleness } from '../../bench/sync/resources.ts';
import {
  SCENARIOS,
  simulateOurs,
  simulateRoundRobin,
  spendableRate,
  type Scenario,
} from '../../bench/sync/simulation.ts';
import type { Units } from '../../bench/sync/quota-server.ts';

const UNITS: readonly Units[] = [
  { 'rate-reset': 'epoch-seconds', 'retry-after': 'seconds', 'retry-after-when-free': 'zero' },
  { 'rate-reset': 'delta-milliseconds', 'retry-after': 'http-date', 'retry-after-when-free': 'until-reset' },
  { 'rate-reset': 'window-seconds', 'retry-after': 'milliseconds', 'retry-after-when-free': 'until-reset' },
];

/** Some windows are enough. */
const shortened = (scenario: Scenario): Scenario => ({
  ...scenario,
  duration: Math.max(30 * 60_000, 2 * scenario.shape.length),
});

describe.each(SCENARIOS.map((scenario) => [scenario.name, shortened(scenario)] as const))(
  'a quota of %s',
  (_name, scenario) => {
    it.each(UNITS.map((units) => [Object.values(units).join(', '), units] as const))(
      'is spent nearly as well as it can be, with the headers in %s',
      async (_units, units) => {
        const { staleness, refused, actionP95 } = await simulateOurs(scenario, units, 11);
        const bound = leastStaleness(spendableRate(scenario.shape));
        expect(staleness / bound).toBeLessThan(scenario.allowed);
        expect(actionP95).toBeLessThan(1000);
        if (scenario.shape.others === 0) {
          expect(refused).toBe(0);
        }
      },
    );

    it('is spent better than by asking in turn', async () => {
      const [units] = UNITS;
      if (units !== undefined) {
        const ours = await simulateOurs(scenario, units, 11);
        const inTurn = await simulateRoundRobin(scenario, units, 11);
        expect(ours.staleness).toBeLessThan(inTurn.staleness * 0.9);
      }
    });
  },
);
