import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the built program says what it was built from. */
const STAMP = 'dist/built-from';

/** What else the program is built from, beside its sources; npm writes the last one whenever it installs something. */
export const ALSO = ['package.json', 'package-lock.json', 'tsconfig.json', 'node_modules/.package-lock.json'];

/**
 * Names the state of all that the program is built from, by the names and the bytes of the files: another one after any
 * change, whatever their times and sizes say. It takes some 60 ms, half of them to find the files.
 */
export function stateOfSources(root: string): string {
  const sources = ['src', 'scripts'].flatMap((folder) =>
    readdirSync(join(root, folder), { encoding: 'utf8', recursive: true })
      .filter((path) => /\.(tsx?|txt)$/.test(path))
      .map((path) => join(folder, path)),
  );
  const digest = createHash('sha256');
  for (const path of [...sources, ...ALSO].sort()) {
    const file = join(root, path);
    const bytes = existsSync(file) ? readFileSync(file) : undefined;
    digest.update(`${path}\0${bytes?.length}\n`).update(bytes ?? '');
  }
  return digest.digest('hex');
}

/** Whether the built program is what its sources say now. */
export function isBuilt(root: string): boolean {
  try {
    return readFileSync(join(root, STAMP), 'utf8') === stateOfSources(root);
  } catch {
    return false;
  }
}

/** Says of the program that it was built from sources in this state, which was named before they were read. */
export function noteBuiltFrom(state: string, root: string): void {
  writeFileSync(join(root, STAMP), state);
}
