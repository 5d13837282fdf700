import { expect, it } from 'vitest';

import { statusFacts } from '../../../../src/ui/app/speech/status-facts.ts';
import { createTheme } from '../../../../src/ui/theme.ts';
import { createFilledContext } from '../../../helpers/filled-context.ts';
import { healthSchema } from '../../../../src/contract/health.ts';
import { NOW } from '../../../helpers/sample-data.ts';

const MINUTE = 60_000;

it.each([
  ['that is fresh', NOW, false],
  ['of which nothing was read yet', undefined, false],
  ['that was not read for minutes', NOW - 6 * MINUTE, true],
])('a feed %s is said at once: %s, %s', (_what, receivedAt, isBad) => {
  const { stores } = createFilledContext();
  stores.connection.setState({ state: 'live' });
  stores.events.setState({ receivedAt, completeThrough: receivedAt });
  const [feed] = statusFacts(stores, NOW, createTheme({ colour: false, ascii: false }));
  expect(feed?.isBad).toBe(isBad);
});

it.each([
  ['just now', 30_000, 'health degraded'],
  ['minutes ago', 3 * MINUTE, 'health degraded 3m ago'],
])('what the service said of itself %s is said with its age', (_when, age, words) => {
  const { stores } = createFilledContext();
  stores.connection.setState({ state: 'live' });
  stores.health.setState({ data: healthSchema.parse({ status: 'degraded' }), receivedAt: NOW - age });
  const [, health] = statusFacts(stores, NOW, createTheme({ colour: false, ascii: false }));
  expect(health?.words.map(({ text }) => text).join('')).toBe(words);
});
