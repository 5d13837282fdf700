import { closeSync, fchmodSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { makePrivateFolder } from '../files/make-folder.ts';
import { UsageError } from '../usage-error.ts';
import { newConfig } from './new-config.ts';

const PRIVATE = 0o600;

/** Writes a config file in which every setting is a comment, for its user alone. Throws a UsageError that says why it did not. */
export function writeNewConfig(path: string): void {
  let descriptor: number;
  try {
    makePrivateFolder(dirname(path));
    descriptor = openSync(path, 'wx', PRIVATE);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(
      code === 'EEXIST'
        ? `There is ${path} already. Nothing was written.`
        : `${path} cannot be written (${code ?? 'unknown'}).`,
    );
  }
  try {
    // Whatever the umask takes away.
    fchmodSync(descriptor, PRIVATE);
    writeFileSync(descriptor, newConfig());
    fsyncSync(descriptor);
  } catch (error) {
    rmSync(path, { force: true });
    throw new UsageError(
      `${path} cannot be written (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`,
    );
  } finally {
    closeSync(descriptor);
  }
}
