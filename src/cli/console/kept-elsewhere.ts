import { lstatSync, readdirSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { KeptElsewhere, KeptPlace } from '../../commands/base/command.ts';
import type { Clock } from '../../lib/clock.ts';
import { formatCount } from '../../lib/format-number.ts';
import { named } from '../../lib/named.ts';
import { quoting } from '../../lib/untrusted.ts';
import { ownValue } from '../../lib/own-value.ts';
import { keptMutesAt } from '../../stores/events/mutes.ts';
import type { Keeping } from '../../host/state/persist.ts';
import { lookAtStateFile, whyNotTakenOver } from '../../host/state/state-file.ts';
import {
  isNothingKept,
  KEPT_FILES,
  partsOfFolder,
  problemOf,
  statePath,
} from '../../host/state/state-place.ts';

/** Where what may belong to an organization is looked for although it is kept elsewhere. */
export interface PlaceOptions {
  readonly environment: NodeJS.ProcessEnv;
  readonly userId: number;
  /** The folder of the organization, among those of the other keys of its server. */
  readonly folder: string;
  /** The names under which earlier versions of vigil kept it. */
  readonly earlierNames: readonly string[];
}

export interface ElsewhereOptions extends PlaceOptions {
  /** The URL of the organization, as the journal has it. */
  readonly baseUrl: string;
  readonly keeping: Pick<Keeping, 'takeOver'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** The folder in which versions of the policy are kept. */
const POLICY = 'policy';

/**
 * What is kept under other keys of the same URL, and by earlier versions of vigil, which distinguished organizations by the name
 * of a profile or a server. Whether that is the same organization nobody but the user knows, so it is taken over only when
 * they say so, and stays where it is.
 */
export function createKeptElsewhere(options: ElsewhereOptions): KeptElsewhere {
  return {
    // What is thrown while they are read rejects.
    list: () => new Promise((resolve) => resolve(placesElsewhere(options))),
    problems: () => new Promise((resolve) => resolve(problemsElsewhere(options))),
    async takeOver({ path }) {
      const { userId, folder, keeping } = options;
      const state = stateIn(path, userId);
      const versions = join(path, POLICY);
      if (isFolder(versions) && problemOf(versions, userId, 'folder') === undefined) {
        await cp(versions, join(folder, POLICY), { recursive: true, force: false, mode: 0 });
      }
      if (!keeping.takeOver(state)) {
        throw new Error(`Nothing could be taken over from ${path}.`);
      }
    },
  };
}

/** What is kept elsewhere and cannot be taken over as it is, a sentence for each file. Never throws. */
export function problemsElsewhere(options: PlaceOptions): readonly string[] {
  const { userId } = options;
  const sentences = foldersElsewhere(options).flatMap(({ path }) =>
    KEPT_FILES.flatMap(({ name }) => whyNotTakenOver(join(path, name), userId) ?? []),
  );
  // A folder that cannot be used is the same for each of its files.
  return [...new Set(sentences)];
}

function placesElsewhere(options: ElsewhereOptions): readonly KeptPlace[] {
  const { userId, baseUrl, clock } = options;
  return foldersElsewhere(options).flatMap(({ name, path, key }) => {
    if (isNothingKept(path) || problemOf(path, userId, 'folder') !== undefined) {
      return [];
    }
    const state = stateIn(path, userId);
    const mutes = keptMutesAt(state['mutes'], clock.now());
    const holds = contentsOf(state, mutes.length);
    const of = key === undefined ? {} : { of: { baseUrl, key } };
    return holds.length === 0 ? [] : [{ name, path, holds: holds.join(', '), mutes, ...of }];
  });
}

interface Place extends Pick<KeptPlace, 'name' | 'path'> {
  /** The fingerprint of the key that it was kept under. */
  readonly key?: string;
}

function foldersElsewhere({ environment, folder, earlierNames }: PlaceOptions): readonly Place[] {
  const own = partsOfFolder(folder);
  const keys = foldersIn(dirname(folder)).flatMap((name) => {
    const parts = partsOfFolder(name);
    return parts === undefined || parts.server !== own?.server || parts.key === own.key
      ? []
      : [{ name: quoting`the key ${named(parts.key)}`, path: join(dirname(folder), name), key: parts.key }];
  });
  const earlier = [...new Set(earlierNames)].map((name) => ({
    name: quoting`an earlier vigil under ${named(name)}`,
    path: dirname(statePath(environment, name)),
  }));
  return [...keys, ...earlier];
}

/** What the files of a folder hold together, as far as they can be read. */
function stateIn(path: string, userId: number): Readonly<Record<string, unknown>> {
  return Object.assign(
    {},
    ...KEPT_FILES.map(({ name }) => {
      const found = lookAtStateFile(join(path, name), userId);
      return found?.kind === 'state' ? found.state : {};
    }),
  ) as Readonly<Record<string, unknown>>;
}

function contentsOf(state: Readonly<Record<string, unknown>>, mutes: number): readonly string[] {
  const part = (store: string, field: string): unknown => {
    const value = ownValue(state, store);
    return typeof value === 'object' && value !== null
      ? ownValue(value as Readonly<Record<string, unknown>>, field)
      : undefined;
  };
  const acknowledged = lengthOf(part('acknowledged', 'events'));
  const notes = lengthOf(state['notes']);
  const changes = Object.keys((part('policy-draft', 'changes') as object | undefined) ?? {}).length;
  const saved = lengthOf(part('filters', 'saved'));
  return [
    ...(acknowledged > 0 ? [`${counted(acknowledged, 'acknowledged block')}`] : []),
    ...(notes > 0 ? [counted(notes, 'note')] : []),
    ...(changes > 0 ? [`a draft of the policy with ${counted(changes, 'change')}`] : []),
    ...(saved > 0 ? [counted(saved, 'saved filter')] : []),
    ...(mutes > 0 ? [`${counted(mutes, 'mute')} that ${mutes === 1 ? 'hides' : 'hide'} events`] : []),
    ...(state['view'] === undefined ? [] : ['filters and layout']),
  ];
}

function lengthOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}

function counted(count: number, what: string): string {
  return `${formatCount(count)} ${what}${count === 1 ? '' : 's'}`;
}

function foldersIn(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
