import { join } from 'node:path';

import type { KeptOnHost } from '../../stores/base/kept-on-host.ts';
import { persistSlices, type Keeping, type KeepingOptions } from './persist.ts';
import { lookAtStateFile } from './state-file.ts';
import { stampOf } from './state-place.ts';
import { folderProblem, KEPT_FILES, STATE_FILE } from './state-place.ts';

/** How the files of a folder are kept. */
export interface FilesOptions extends Omit<KeepingOptions, 'path' | 'what'> {
  readonly folder: string;
  /** Earlier versions kept all of it in the first of the files, from which the others are filled once. */
  readonly wasOneFile?: boolean;
}

/**
 * Keeps stores in the files of a folder, as `persistSlices` does with one file. Where the folder cannot be used, it says so once
 * and keeps nothing.
 */
export function keepInFiles(kept: readonly KeptOnHost[], options: FilesOptions): Keeping {
  const { folder, wasOneFile = false, ...each } = options;
  const problem = folderProblem(folder, options.userId);
  if (problem !== undefined) {
    options.say(`Filters, layout, acknowledgements and drafts are not kept: ${problem}`);
    return { stop: () => undefined, takeOver: () => false };
  }
  const earlier = wasOneFile ? stateIn(join(folder, STATE_FILE), options.userId) : {};
  const files = KEPT_FILES.flatMap(({ name, what, stores }) => {
    const own = kept.filter((store) => stores.includes(store.name));
    if (own.length === 0) {
      return [];
    }
    const path = join(folder, name);
    const isNew = stampOf(path) === undefined;
    const file = persistSlices(own, { ...each, what, path });
    if (isNew) {
      file.takeOver(earlier);
    }
    return [file];
  });
  return {
    stop: () => files.forEach(({ stop }) => stop()),
    takeOver: (theirs) => files.map(({ takeOver }) => takeOver(theirs)).includes(true),
  };
}

function stateIn(path: string, userId: number): Readonly<Record<string, unknown>> {
  const found = lookAtStateFile(path, userId);
  return found?.kind === 'state' ? found.state : {};
}
