import { afterEach, expect, it } from 'vitest';

import { KEYS, startVigil, type Terminal } from '../helpers/terminal.ts';

/** Searching transcripts of the demo, in a real pty. */

let terminal: Terminal | undefined;

afterEach(() => {
  terminal?.dispose();
  terminal = undefined;
});

it('finds words in transcripts, opens one at the message, comes back to the hit, and stops', async () => {
  const screen = startVigil(['--demo', '--tab', 'sessions'], { columns: 120, rows: 40 });
  terminal = screen;
  await screen.waitFor(/\d+ of \d+ sessions/);
  screen.press('F');
  await screen.waitFor('in a transcript does');
  screen.press('error', KEYS.enter);
  await screen.waitFor('Search for "error"');
  await screen.waitFor(/▌ .*error/i);
  const [, row = ''] = /▌ (\S+)/.exec(screen.text) ?? [];
  // What has only just opened takes no Enter.
  const again = setInterval(() => screen.press(KEYS.enter), 400);
  try {
    await screen.waitFor(/\/error match 1 of \d+/);
  } finally {
    clearInterval(again);
  }
  screen.press('n');
  await screen.waitFor(/\/error match 2 of \d+|does not occur|around the end/);
  screen.press(KEYS.escape);
  await screen.waitFor('Search for "error"');
  expect(screen.text).toContain(`▌ ${row}`);
  await screen.waitFor(/searched \d+ of \d+ sessions|ended/i);
  screen.press(KEYS.escape);
  await screen.waitFor(/stopped by you|\d+ of \d+ sessions/);
});
