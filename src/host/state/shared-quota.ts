import { lstat, open, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

import type { Clock } from '../../lib/clock.ts';
import { isBrief } from '../../sync/governor/brief-search.ts';
import type { SeenWindow, UserConsoles, WindowWatcher } from '../../sync/governor/governor.ts';
import { hasProcessEnded, ownProcess, type ProcessOfLine, type Processes } from './process-liveness.ts';
import { makePrivateFolder } from '../files/make-folder.ts';
import { randomName } from '../files/random-name.ts';
import { folderProblem, problemOf } from './state-place.ts';

/** Milliseconds between two signs of life, which are also looks for those of others. */
const BEAT = 5000;

/** Who gave no sign for so many milliseconds does not count: it ended, or it stands still and takes nothing. */
const LONGEST_SILENCE = 20_000;

/** A file is forgotten when nobody touched it for so many milliseconds and nothing says whether its process runs. */
const LONGEST_LEFT = 60 * 60 * 1000;

const ENDING = '.console';
const MOST_BYTES = 4096;
/** What a file says is made so long, so that one write replaces all of it. */
const BYTES = 1024;

/** What taking part needs. */
export interface SharingOptions {
  /** The folder of the organization. */
  readonly folder: string;
  readonly userId: number;
  readonly clock: Clock;
  /** How this process is named. */
  readonly own?: ProcessOfLine;
  /** What the system says of others; itself when left out. */
  readonly processes?: Processes;
}

/** What a console knows of the others of its user by a folder. */
export interface SharedQuota extends UserConsoles {
  /** Looks now, and gives a sign of life. Never rejects. */
  readonly look: () => Promise<void>;
  /** Leaves the others the whole of it. */
  readonly leave: () => void;
}

interface Seen {
  readonly stamp: string;
  /** Steady time at which it was seen with that stamp first. */
  readonly since: number;
  readonly owner: (ProcessOfLine & { readonly time: string; readonly window?: unknown }) | undefined;
}

/**
 * Counts the consoles of one user that take from the quota of one organization: each has a file in a folder,
 * which it touches every few seconds. Whether somebody is there shows in the file changing, as this process sees it by its
 * own steady clock; no other clock is asked, and one that is set changes nothing. Where the folder cannot be used, each
 * console counts itself alone: that costs nothing but the sharing. In its file each also says when the present window of the
 * quota began, where that has to be found out: by the wall clock, which those on one machine have in common.
 */
export function shareQuota({
  folder,
  userId,
  clock,
  processes,
  own = ownProcess(),
}: SharingOptions): SharedQuota {
  const place = join(folder, 'consoles');
  const path = join(place, `${randomName()}${ENDING}`);
  const seen = new Map<string, Seen>();
  const begunAt = new Date(clock.now()).toISOString();
  let watcher: WindowWatcher | undefined;
  let said = '';
  /** The names of the files of the others. */
  let others: readonly string[] = [];
  let hasLeft = false;
  let cancel = () => {};

  async function giveSign(): Promise<void> {
    const now = clock.now() / 1000;
    const text = JSON.stringify({ ...own, time: begunAt, window: watcher?.seenWindow }).padEnd(BYTES);
    try {
      if (text !== said) {
        // On a full disk the others learn nothing but that somebody is there.
        await writeFile(path, text, { flag: 'r+' }).then(
          () => (said = text),
          () => undefined,
        );
      }
      await utimes(path, now, now);
    } catch {
      makePrivateFolder(place);
      const file = await open(path, 'wx', 0o600);
      try {
        await file.writeFile(text);
        said = text;
      } catch {
        // On a full disk an empty file says as well that somebody is there.
      } finally {
        await file.close();
      }
    }
  }

  async function lookAt(name: string): Promise<boolean> {
    const found = join(place, name);
    const facts = await lstat(found);
    if (problemOf(found, userId, 'file', facts, MOST_BYTES) !== undefined) {
      return false;
    }
    const stamp = `${facts.ino} ${facts.mtimeMs}`;
    const now = clock.monotonic();
    const known = seen.get(name);
    const present =
      known?.stamp === stamp ? known : { stamp, since: now, owner: (await ownerIn(found)) ?? known?.owner };
    const { owner } = present;
    seen.set(name, present);
    const silence = now - present.since;
    const hasEnded = owner !== undefined && hasProcessEnded(owner, own, clock.now(), processes);
    if (hasEnded || silence > LONGEST_LEFT) {
      seen.delete(name);
      await rm(found, { force: true });
      return false;
    }
    return silence <= LONGEST_SILENCE;
  }

  async function lookOnce(): Promise<void> {
    try {
      if ((folderProblem(folder, userId) ?? folderProblem(place, userId)) !== undefined) {
        others = [];
        return;
      }
      await giveSign();
      const names = (await readdir(place)).filter(
        (name) => name.endsWith(ENDING) && join(place, name) !== path,
      );
      const present = await Promise.all(names.map((name) => lookAt(name).catch(() => false)));
      others = names.filter((_, index) => present[index]);
      hearOfWindows();
    } catch {
      // Who cannot be seen by the others must not count on them either.
      others = [];
    } finally {
      if (hasLeft) {
        rmSync(path, { force: true });
      }
    }
  }

  /** Informs this console of the newest window that another one on this machine saw, if it is not over. */
  function hearOfWindows(): void {
    const now = clock.now();
    const [newest] = [...seen.values()]
      .filter(({ owner }) => owner?.host === own.host)
      .map(({ owner }) => owner?.window)
      .filter((window) => isWindow(window))
      // Of windows of a second only the length is of use.
      .filter(
        (window) =>
          window.latest <= now && now < window.latest + (isBrief(window) ? LONGEST_SILENCE : window.length),
      )
      .toSorted((left, right) => right.earliest - left.earliest);
    if (newest !== undefined) {
      watcher?.heedWindow(newest);
    }
  }

  let looking: Promise<void> | undefined;
  const look = () =>
    (looking ??= lookOnce().finally(() => {
      looking = undefined;
    }));
  const beat = () => {
    void look().then(() => {
      cancel = hasLeft ? cancel : clock.schedule(BEAT, beat);
    });
  };
  beat();
  return {
    count: () => others.length + 1,
    place: () => others.filter((name) => join(place, name) < path).length,
    look,
    shareWindows(own) {
      watcher = own;
    },
    leave() {
      hasLeft = true;
      cancel();
      try {
        rmSync(path, { force: true });
      } catch {
        // Then the others see that the process has ended.
      }
    },
  };
}

/** Which process a file is of; undefined where it does not say. */
async function ownerIn(path: string): Promise<Seen['owner']> {
  const text = await readFile(path, 'utf8');
  try {
    const owner: unknown = JSON.parse(text);
    return isOwner(owner) ? owner : undefined;
  } catch {
    return undefined;
  }
}

function isWindow(value: unknown): value is SeenWindow {
  return (
    typeof value === 'object' &&
    value !== null &&
    'earliest' in value &&
    'latest' in value &&
    'length' in value &&
    [value.earliest, value.latest, value.length].every((each) => typeof each === 'number') &&
    Number(value.earliest) <= Number(value.latest)
  );
}

function isOwner(value: unknown): value is NonNullable<Seen['owner']> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'pid' in value &&
    typeof value.pid === 'number' &&
    'host' in value &&
    typeof value.host === 'string' &&
    'time' in value &&
    typeof value.time === 'string'
  );
}
