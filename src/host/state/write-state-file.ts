import { lstat, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** How a state file is put in its place. */
export interface StateWriting {
  readonly path: string;
  readonly parent: string;
  /** Where it is written first. */
  readonly temporary: string;
  /** By a steady clock, in milliseconds. */
  readonly now: number;
  readonly file: { readonly mode: number; readonly flag: string };
}

/** Milliseconds for which a file that does not change is seen until nobody writes it any more. */
const ABANDONED = 60_000;

/** What stands beside a state file, and since when this process has seen it as it is: no other clock is asked. */
const observed = new Map<string, { readonly stamp: string; readonly since: number }>();

/**
 * Writes what is to take the place of a state file beside it, whole and flushed or not at all, while keys are taken. Rejects
 * when it cannot be. It is loaded when something is written first, and imports nothing of ours: what is loaded before the
 * first frame stays one file.
 */
export async function writeStateFile(text: string, writing: StateWriting): Promise<void> {
  const { temporary, file } = writing;
  await removeAbandoned(writing);
  try {
    await writeFile(temporary, text, { ...file, flush: true });
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Removes what consoles that were killed in the middle of a writing left beside a state file. Never rejects. */
async function removeAbandoned({ path, parent, temporary, now }: StateWriting): Promise<void> {
  const begin = `${basename(path)}.`;
  const names = await readdir(parent).catch(() => []);
  for (const name of names.filter((each) => each.startsWith(begin) && /\.[0-9a-f]+\.new$/.test(each))) {
    const found = join(parent, name);
    const facts = await lstat(found).catch(() => undefined);
    if (found === temporary || facts === undefined) {
      continue;
    }
    const stamp = `${facts.ino} ${facts.size} ${facts.mtimeMs}`;
    const known = observed.get(found);
    if (known?.stamp !== stamp) {
      observed.set(found, { stamp, since: now });
    } else if (now - known.since > ABANDONED) {
      observed.delete(found);
      await rm(found, { force: true }).catch(() => undefined);
    }
  }
}
