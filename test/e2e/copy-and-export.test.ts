import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';

import { temporaryFile } from '../helpers/temporary-file.ts';
import { KEYS, startVigil, type Terminal } from '../helpers/terminal.ts';

/** Copying to the clipboard of the terminal and writing files, in a real pty. */

let terminal: Terminal | undefined;

afterEach(() => {
  terminal?.dispose();
  terminal = undefined;
});

/** A dialog takes no keys for a moment after it has opened. */
async function pressUntil(screen: Terminal, key: string, what: string, condition: () => boolean) {
  const again = setInterval(() => screen.press(key), 250);
  try {
    await screen.waitUntil(what, condition);
  } finally {
    clearInterval(again);
  }
}

it('copies what is under the cursor over OSC 52, and writes the list to a private file', async () => {
  const home = dirname(temporaryFile());
  const screen = startVigil(['--demo', '--tab', 'policy'], {
    columns: 120,
    rows: 40,
    environment: { HOME: home },
  });
  terminal = screen;
  await screen.waitFor('min_scorecard');
  screen.press('y');
  await screen.waitFor('Copy what');
  await pressUntil(screen, KEYS.enter, 'a copy', () => screen.text.includes("to the terminal's clipboard"));
  const [, base64 = ''] = /\u001b\]52;c;([A-Za-z0-9+/=]+)\u0007/.exec(screen.output) ?? [];
  expect(Buffer.from(base64, 'base64').toString()).toBe('min_scorecard');

  screen.press('x');
  await screen.waitFor('as CSV');
  await pressUntil(screen, KEYS.enter, 'the name of a file', () => screen.text.includes('only you can read'));
  await pressUntil(screen, KEYS.enter, 'a file', () => screen.text.includes('Wrote'));
  const [name = ''] = readdirSync(home).filter((file) => file.startsWith('vigil-rules-'));
  expect(screen.text).toContain(name);
  expect(statSync(join(home, name)).mode & 0o777).toBe(0o600);
  const rules = readFileSync(join(home, name), 'utf8').trimEnd().split('\n');
  expect(rules.map((line) => (JSON.parse(line) as { rule: string }).rule)).toContain('typosquat_threshold');
});
