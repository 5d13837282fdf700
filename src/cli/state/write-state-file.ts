import { lstat, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** How a state file is put in its place. */
export interface StateWriting {
  readonly path: string;
  readonly parent: string;
  /** Where it is written first. */
  readonly temporary: string;
  readonly file: { readonly mode: number; readonly flag: string };
  readonly folder: { readonly mode: number; readonly recursive: true };
}

/** Milliseconds after which nobody writes a file any more. */
const ABANDONED = 60_000;

/**
 * Writes what is to take the place of a state file beside it, whole and flushed or not at all, while keys are taken. Rejects
 * when it cannot be. It is loaded when something is written first, and imports nothing of ours: what is loaded before the
 * first frame stays one file.
 */
export async function writeStateFile(text: string, writing: StateWriting): Promise<void> {
  const { parent, temporary, file, folder } = writing;
  await mkdir(parent, folder);
  await rm(temporary, { force: true });
  await removeAbandoned(writing);
  try {
    await writeFile(temporary, text, { ...file, flush: true });
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Removes what consoles that were killed in the middle of a writing left beside a state file. Never rejects. */
async function removeAbandoned({ path, parent, temporary }: StateWriting): Promise<void> {
  const begin = `${basename(path)}.`;
  const names = await readdir(parent).catch(() => []);
  for (const name of names.filter((each) => each.startsWith(begin) && /\.\d+\.new$/.test(each))) {
    const found = join(parent, name);
    const facts = await lstat(found).catch(() => undefined);
    if (found !== temporary && facts !== undefined && Date.now() - facts.mtimeMs > ABANDONED) {
      await rm(found, { force: true }).catch(() => undefined);
    }
  }
}
