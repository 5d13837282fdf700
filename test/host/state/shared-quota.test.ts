import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { shareQuota, type SharedQuota, type SharingOptions } from '../../../src/host/state/shared-quota.ts';
import type { SeenWindow } from '../../../src/sync/governor/governor.ts';
import { temporaryFile } from '../../helpers/temporary-file.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

const userId = process.getuid?.() ?? 0;

let folder: string;
let clock: VirtualClock;
const joined: SharedQuota[] = [];

beforeEach(() => {
  folder = dirname(temporaryFile());
  clock = new VirtualClock();
});

afterEach(() => {
  joined.splice(0).forEach((quota) => quota.leave());
});

/** A console that has looked once. Its process is this one, unless said otherwise. */
async function takePart(options: Partial<SharingOptions> = {}): Promise<SharedQuota> {
  const quota = shareQuota({ folder, userId, clock, ...options });
  joined.push(quota);
  await quota.look();
  return quota;
}
const files = () => (existsSync(join(folder, 'consoles')) ? readdirSync(join(folder, 'consoles')) : []);

/** Lets so many milliseconds pass, while those consoles give a sign every few seconds. */
async function pass(milliseconds: number, alive: readonly SharedQuota[]): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += 5000) {
    clock.pass(5000);
    for (const quota of alive) {
      await quota.look();
    }
  }
}

describe('the consoles of one user', () => {
  it('count each other, and those no more that left', async () => {
    const first = await takePart();
    expect(first.count()).toBe(1);
    const second = await takePart();
    const third = await takePart();
    await first.look();
    await second.look();
    expect([first.count(), third.count()]).toEqual([3, 3]);
    expect([first, second, third].map(({ place }) => place()).toSorted()).toEqual([0, 1, 2]);
    second.leave();
    await pass(5000, [first, third]);
    expect([first.count(), third.count()]).toEqual([2, 2]);
    expect([first, third].map(({ place }) => place()).toSorted()).toEqual([0, 1]);
    expect(files()).toHaveLength(2);
  });

  it('on one machine inform each other when the window began that is not over', async () => {
    const own = { host: 'here', pid: process.pid };
    const heard: SeenWindow[] = [];
    const watcher = (seenWindow?: SeenWindow) => ({
      seenWindow,
      heedWindow: (seen: SeenWindow) => void heard.push(seen),
    });
    const [first, second] = [await takePart({ own }), await takePart({ own })];
    second.shareWindows(watcher());
    const seen = { earliest: clock.now() - 2000, latest: clock.now() - 1000, length: 60_000 };
    first.shareWindows(watcher(seen));
    await pass(5000, [first, second]);
    expect(heard).toEqual([seen]);
    const elsewhere = await takePart({ own: { ...own, host: 'elsewhere' } });
    elsewhere.shareWindows(watcher());
    await pass(5000, [first, elsewhere]);
    expect(heard).toEqual([seen]);
    clock.pass(60_000);
    await pass(5000, [first, second]);
    expect(heard).toEqual([seen]);
  });

  it('inform each other that windows are of a second although each is over before it is heard', async () => {
    const heard: SeenWindow[] = [];
    const watcher = (seenWindow?: SeenWindow) => ({
      seenWindow,
      heedWindow: (seen: SeenWindow) => void heard.push(seen),
    });
    const [first, second] = [await takePart(), await takePart()];
    second.shareWindows(watcher());
    const seen = { earliest: clock.now() - 1000, latest: clock.now() - 500, length: 1000 };
    first.shareWindows(watcher(seen));
    await pass(5000, [first, second]);
    expect(heard).toEqual([seen]);
    clock.pass(20_000);
    await pass(5000, [first, second]);
    expect(heard).toEqual([seen]);
  });

  it('do not count one that stands still, and count it again when it goes on', async () => {
    const still = await takePart();
    const other = await takePart();
    await pass(30_000, [other]);
    expect(other.count()).toBe(1);
    await pass(5000, [still, other]);
    expect(other.count()).toBe(2);
  });

  it('do not count one whose process has ended, and remove what it left', async () => {
    const own = { host: 'here', pid: 100, process_start: 'boot/1', process_namespace: '1' };
    await takePart({ own: { ...own, pid: 99 } });
    const processes = { isRunning: (pid: number) => pid !== 99, startOf: () => 'boot/1' };
    const present = await takePart({ own, processes });
    expect(present.count()).toBe(1);
    expect(files()).toHaveLength(1);
  });

  it('distinguish an ended process from a later one of the same number', async () => {
    const own = { host: 'here', pid: 100, process_start: 'boot/1', process_namespace: '1' };
    await takePart({ own: { ...own, pid: 99 } });
    const processes = { isRunning: () => true, startOf: () => 'boot/2' };
    expect((await takePart({ own, processes })).count()).toBe(1);
  });

  it('count each other whatever happens to the clock of the machine', async () => {
    const first = await takePart();
    const second = await takePart();
    await first.look();
    for (const jump of [3_600_000, -7_200_000]) {
      clock.setWall(jump);
      await pass(5000, [first, second]);
      expect([first.count(), second.count()]).toEqual([2, 2]);
    }
  });

  it('come back when somebody removed their files', async () => {
    const first = await takePart();
    const second = await takePart();
    rmSync(join(folder, 'consoles'), { recursive: true });
    await pass(5000, [first, second]);
    await first.look();
    expect([first.count(), second.count()]).toEqual([2, 2]);
  });
});

describe('a folder that cannot be used', () => {
  it.each([
    ['that others can change', () => chmodSync(folder, 0o777)],
    ['in which others can change the files', () => chmodSync(join(folder, 'consoles'), 0o777)],
    [
      'in the place of which is a file',
      () => {
        rmSync(join(folder, 'consoles'), { recursive: true });
        writeFileSync(join(folder, 'consoles'), '');
      },
    ],
  ])('leaves each console alone: one %s', async (_name, spoil) => {
    const other = await takePart();
    const quota = await takePart();
    expect(quota.count()).toBe(2);
    spoil();
    await pass(5000, [other, quota]);
    expect(quota.count()).toBe(1);
  });

  it('leaves a console alone where no folder can be made', async () => {
    const quota = await takePart({ folder: '/proc/vigil' });
    await pass(5000, [quota]);
    expect(quota.count()).toBe(1);
  });

  it('counts one that could write no more than the name of its file, and nothing that is no file', async () => {
    mkdirSync(join(folder, 'consoles', 'folder.console'), { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, 'consoles', 'full.console'), '', { mode: 0o600 });
    expect((await takePart()).count()).toBe(2);
  });
});
