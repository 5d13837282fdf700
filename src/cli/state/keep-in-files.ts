import { join } from 'node:path';

import type { KeptOnHost } from '../../stores/kept/kept-on-host.ts';
import { keepOnHost, type Keeping, type KeepingOptions } from './keep-on-host.ts';
import { KEPT_FILES } from './state-place.ts';

/** Keeps stores in the files of a folder, as `keepOnHost` does with one file. */
export function keepInFiles(
  kept: readonly KeptOnHost[],
  { folder, ...options }: Omit<KeepingOptions, 'path' | 'what'> & { readonly folder: string },
): Keeping {
  const files = KEPT_FILES.flatMap(({ name, what, stores }) => {
    const own = kept.filter((store) => stores.includes(store.name));
    return own.length === 0 ? [] : [keepOnHost(own, { ...options, what, path: join(folder, name) })];
  });
  return {
    stop: () => files.forEach(({ stop }) => stop()),
    takeOver: (theirs) => files.map(({ takeOver }) => takeOver(theirs)).includes(true),
  };
}
