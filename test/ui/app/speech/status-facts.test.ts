import { expect, it } from 'vitest';

import { statusFacts } from '../../../../src/ui/app/speech/status-facts.ts';
import { createTheme } from '../../../../src/ui/theme.ts';
import { createFilledContext } from '../../../helpers/filled-context.ts';
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
