import { existsSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { expect, it, vi } from 'vitest';

import { temporaryFile } from '../../helpers/temporary-file.ts';

/** The lock as one process has it: what it has observed is its own. */
async function inProcess() {
  vi.resetModules();
  return import('../../../src/host/state/state-lock.ts');
}

it('is held by one process at a time, whatever its number is', async () => {
  const path = temporaryFile();
  const [one, other] = [await inProcess(), await inProcess()];
  const unlock = one.takeLock(path, 0);
  expect(unlock).toBeDefined();
  expect(one.hasLock(path)).toBe(true);
  expect(other.takeLock(path, 0)).toBeUndefined();
  unlock?.();
  expect(other.hasLock(path)).toBe(false);
  expect(other.takeLock(path, 0)).toBeDefined();
});

it('was left behind once another process has seen it for long enough, and not by the time of its file', async () => {
  const path = temporaryFile();
  const lock = `${path}.lock`;
  writeFileSync(lock, '');
  const years = new Date(0);
  utimesSync(lock, years, years);
  const waiting = await inProcess();
  expect(waiting.takeLock(path, 1000)).toBeUndefined();
  expect(waiting.takeLock(path, 10_999)).toBeUndefined();
  expect(waiting.takeLock(path)).toBeUndefined();
  const unlock = waiting.takeLock(path, 11_000);
  expect(unlock).toBeDefined();
  unlock?.();
  expect(readdirSync(dirname(path))).toEqual([]);
});

it('is not taken from those who take it in turns', async () => {
  const path = temporaryFile();
  const [busy, waiting] = [await inProcess(), await inProcess()];
  for (let now = 0; now < 60_000; now += 1000) {
    const unlock = busy.takeLock(path, now);
    expect(unlock).toBeDefined();
    expect(waiting.takeLock(path, now)).toBeUndefined();
    unlock?.();
  }
});

it('is not given back by one that has lost it to another meanwhile', async () => {
  const path = temporaryFile();
  const [slow, next] = [await inProcess(), await inProcess()];
  const unlockSlow = slow.takeLock(path, 0);
  next.takeLock(path, 0);
  const unlockNext = next.takeLock(path, 10_000);
  expect(unlockNext).toBeDefined();
  unlockSlow?.();
  expect(existsSync(`${path}.lock`)).toBe(true);
  unlockNext?.();
  expect(existsSync(`${path}.lock`)).toBe(false);
  rmSync(path, { force: true });
});
