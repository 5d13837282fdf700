import { mkdir, rename, rm, writeFile } from 'node:fs/promises';

/** How a state file is put in its place. */
export interface StateWriting {
  readonly path: string;
  readonly parent: string;
  /** Where it is written first. */
  readonly temporary: string;
  readonly file: { readonly mode: number; readonly flag: string };
  readonly folder: { readonly mode: number; readonly recursive: true };
}

/**
 * Writes a state file in place of the old one, whole or not at all, while keys are taken. Rejects when it cannot be. It is
 * loaded when something is written first, and imports nothing of ours: what is loaded before the first frame stays one
 * file.
 */
export async function writeStateFile(
  text: string,
  { path, parent, temporary, file, folder }: StateWriting,
): Promise<void> {
  await mkdir(parent, folder);
  await rm(temporary, { force: true });
  await writeFile(temporary, text, file);
  await rename(temporary, path);
}
