import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder for this user alone, and those that it is in where they are missing. Throws what the file system says of
 * the first that cannot be made: `recursive` of Node has ENOENT for a file system that can only be read, and never ends
 * where nothing can be made, as in /proc.
 */
export function makePrivateFolder(folder: string, make = mkdirSync): void {
  if (statSync(folder, { throwIfNoEntry: false }) !== undefined) {
    return;
  }
  makePrivateFolder(dirname(folder), make);
  try {
    make(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw error;
    }
  }
}
