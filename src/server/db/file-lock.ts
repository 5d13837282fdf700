import './quiet-sqlite.ts';

import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

import { SettingError } from '../base/setting.ts';

/**
 * Keeps other services out of a database file until the function returned is called or the process ends, however it
 * ends: the lock is the operating system's, on a file beside the database. Throws a SettingError when another service
 * has it. Making a key needs no lock.
 */
export function lockDatabaseFile(file: string): () => void {
  const path = `${file}-lock`;
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(path);
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    const isTaken = (error as Error).message.includes('locked');
    throw new SettingError(
      isTaken
        ? `${file} is in use by another vigil serve`
        : `${file} cannot be opened: ${(error as Error).message}`,
    );
  }
  const held = lock;
  return () => {
    rmSync(path, { force: true });
    held.close();
  };
}
