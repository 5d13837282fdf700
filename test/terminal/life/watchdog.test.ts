import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { expect, onTestFinished, test, vi } from 'vitest';

import { SCREEN_MODES } from '../../../src/terminal/life/modes.ts';
import { startWatchdog } from '../../../src/terminal/life/watchdog.ts';
import { eventually } from '../../helpers/eventually.ts';
import { temporaryFile } from '../../helpers/temporary-file.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

test('one that has not read the settings in time is ended: it would take those of the console for the ones before', async () => {
  const stty = temporaryFile('stty');
  const started = temporaryFile('started');
  const gate = temporaryFile('gate');
  execFileSync('mkfifo', [gate]);
  writeFileSync(stty, `#!/bin/sh\necho $PPID > ${started}\nread line < ${gate}\n`, { mode: 0o755 });
  vi.stubEnv('PATH', `${dirname(stty)}:${process.env['PATH']}`);
  const clock = new VirtualClock();
  const starting = startWatchdog(clock, SCREEN_MODES);
  vi.unstubAllEnvs();
  const watchdog = await eventually(() => {
    const pid = Number(readFileSync(started, 'utf8'));
    expect(pid).toBeGreaterThan(0);
    return pid;
  });
  // Both are a group of their own and hold our output: what is left of it would keep the run of the tests from ending.
  onTestFinished(() => void process.kill(-watchdog, 'SIGKILL'));
  let isStarted = false;
  void starting.then(() => (isStarted = true));

  await clock.advance(4_999);
  expect(isStarted).toBe(false);
  expect(isRunning(watchdog)).toBe(true);

  await clock.advance(1);
  (await starting).hold();
  await eventually(() => expect(isRunning(watchdog)).toBe(false));
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
