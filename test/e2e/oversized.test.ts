import { readFileSync } from 'node:fs';

import { expect, it, onTestFinished } from 'vitest';

import { startOversizedServer } from '../helpers/oversized-server.ts';
import { HELD, stateOf, UNTOUCHED } from '../helpers/terminal-state.ts';
import { KEYS, startVigil } from '../helpers/terminal.ts';

/** Far more than a console of some records needs, and far less than one that keeps what it is sent. */
const MOST_MEMORY = 600_000_000;

/** Bytes that a process has had in memory at most. */
function mostMemory(pid: number): number {
  const [, kilobytes = ''] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

it('a server whose every text, object and list is far too large neither ends nor holds up the console', async () => {
  const server = await startOversizedServer();
  const terminal = startVigil(['--base-url', server.baseUrl.href, '--write'], {
    columns: 160,
    rows: 45,
    environment: { VIGIL_API_KEY: 'sk_live_canary0123456789' },
  });
  onTestFinished(() => terminal.dispose());
  const show = async (sign: string | RegExp, ...keys: readonly string[]) => {
    terminal.press(...keys);
    await terminal.waitFor(sign);
    expect(terminal.lines[1]).toContain('2 Events');
    expect({ ...stateOf(terminal), isUpdating: false }).toEqual(HELD);
  };

  await show('health ok');
  for (const [tab, sign, detail] of [
    ['2', /\d+ rows of \d+ events/, /│ . aaaa/],
    ['3', /\d+ of \d+ agents/, /│ .* aaaa/],
    ['4', /\d+ of \d+ sessions/, '│ session_id'],
    ['5', /columns found in the data/, '│ LLM call'],
    ['6', 'min_scorecard', '│ stored    5'],
  ] as const) {
    await show(sign, tab);
    await show(detail, 'g', 'p');
    terminal.press('p');
  }
  await show('11,001 elements', 'G', KEYS.enter);
  await show(/^(?!.*11,001 elements)/s, KEYS.escape);
  await show(/\d+ of \d+ sessions/, '4');
  await show('Which machine', 'c');
  await show(/^(?!.*Which machine)/s, KEYS.escape);
  await show(/line \d+ of/, KEYS.enter);
  await show('100%', 'G');
  expect(mostMemory(terminal.pid)).toBeLessThan(MOST_MEMORY);
  terminal.press('\u0003');
  await terminal.waitForExit();
  expect(terminal.exit?.exitCode).toBe(0);
  expect(stateOf(terminal)).toEqual(UNTOUCHED);
}, 120_000);
