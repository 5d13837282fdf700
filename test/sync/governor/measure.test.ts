import { describe, expect, it } from 'vitest';

import { leastStaleness } from '../../bench/sync/resources.ts';
import {
  SCENARIOS,
  simulateOurs,
  simulateRoundRobin,
  spendableRate,
  type Outcome,
  type Scenario,
} from '../../bench/sync/simulation.ts';
import type { Units } from '../../bench/sync/quota-server.ts';

const UNITS = [
  { 'rate-reset': 'epoch-seconds', 'retry-after': 'seconds', 'retry-after-when-free': 'zero' },
  { 'rate-reset': 'delta-milliseconds', 'retry-after': 'http-date', 'retry-after-when-free': 'until-reset' },
  { 'rate-reset': 'window-seconds', 'retry-after': 'milliseconds', 'retry-after-when-free': 'until-reset' },
] as const satisfies readonly Units[];

/** Some windows are enough; where others take from them, too, only many actions tell how long nearly all of them take. */
const shortened = (scenario: Scenario): Scenario =>
  scenario.shape.others > 0
    ? scenario
    : { ...scenario, duration: Math.max(30 * 60_000, 2 * scenario.shape.length) };

describe.each(SCENARIOS.map((scenario) => [scenario.name, shortened(scenario)] as const))(
  'a quota of %s',
  (_name, scenario) => {
    const bound = leastStaleness(spendableRate(scenario.shape));
    const known = new Map<Units, Promise<Outcome>>();
    const simulateIn = (units: Units) => {
      const outcome = known.get(units) ?? simulateOurs(scenario, units, 11);
      known.set(units, outcome);
      return outcome;
    };

    it.each(UNITS.map((units) => [Object.values(units).join(', '), units] as const))(
      'is spent nearly as well as it can be, with the headers in %s',
      async (_units, units) => {
        const { staleness, refused, actionP95 } = await simulateIn(units);
        expect(staleness / bound).toBeLessThan(scenario.allowed);
        expect(actionP95).toBeLessThan(1000);
        if (scenario.shape.others === 0) {
          expect(refused).toBe(0);
        }
      },
    );

    it('is spent better than by asking in turn', async () => {
      const [units] = UNITS;
      const ours = await simulateIn(units);
      const inTurn = await simulateRoundRobin(scenario, units, 11);
      expect(ours.staleness).toBeLessThan(inTurn.staleness * 0.9);
    });
  },
);
