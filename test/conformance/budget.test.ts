import { afterEach, describe, expect, it } from 'vitest';

import { variantsOf } from '../../src/server/base/choices.ts';
import { IS_NIGHTLY } from '../helpers/nightly.ts';
import { pairwise } from '../helpers/pairwise.ts';
import { describeSettings } from './configurations.ts';
import { connectConsole, WINDOW, type ConnectedConsole } from './connected-console.ts';
import { expectBudget } from './reader-view.ts';

/** So few that a console which did not hold back would use them up at once. */
const QUOTA = 60;

/** While so many windows pass, the console finds out in which unit the server sends when they end. */
const LEARNING = 2;
const WATCHED = 3;

const units = pairwise({
  'rate-reset': variantsOf('rate-reset'),
  'retry-after': variantsOf('retry-after'),
  'retry-after-when-free': variantsOf('retry-after-when-free'),
});

/** One set of units for each unit of X-RateLimit-Reset, or all that make up every pair. */
const chosen = IS_NIGHTLY
  ? units
  : variantsOf('rate-reset').flatMap((unit, index) =>
      units.filter((choices) => choices['rate-reset'] === unit).slice(index % 3, (index % 3) + 1),
    );

const connected: ConnectedConsole[] = [];

afterEach(async () => {
  await Promise.all(connected.splice(0).map((console) => console.stop()));
});

describe('a small quota', () => {
  it.each(chosen.map((choices) => [describeSettings({ choices }), choices] as const))(
    'is never exceeded, and its end known (%s)',
    async (_settings, choices) => {
      const console = await connectConsole({ choices, quota: QUOTA });
      connected.push(console);
      const { stores, clock, exchanges } = console;
      stores.view.setState({ tab: 'events' });
      const startedAt = clock.now();
      let [seen, right] = [0, 0];
      stores.connection.subscribe((state, before) => {
        if (state.budget !== before.budget && clock.now() > startedAt + LEARNING * WINDOW * 1000) {
          seen++;
          right += isRight(() => expectBudget(console)) ? 1 : 0;
        }
      });
      const end = startedAt + (LEARNING + WATCHED) * WINDOW * 1000;
      await console.until(() => expect(clock.now()).toBeGreaterThan(end));
      expect(exchanges.filter(({ facts }) => facts?.status === 429)).toEqual([]);
      expect(exchanges.length).toBeGreaterThan(WATCHED * QUOTA * 0.5);
      expect(seen).toBeGreaterThan(0);
      expect(right / seen).toBeGreaterThan(0.98);
    },
  );
});

function isRight(check: () => void): boolean {
  try {
    check();
    return true;
  } catch {
    return false;
  }
}
