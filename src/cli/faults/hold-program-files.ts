// What is loaded by the first frame does without a file of the bundle for `node:fs/promises`.
import { promises } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Where the built program is; run from its sources it is not replaced by an update. */
const BUILT = 'dist';

/**
 * Reads the files of the program in a folder into memory, and has what is imported from now on come from there: an update
 * may replace them while the console starts, and what it loads later must be of the same build. The function returned goes
 * back to the files. Rejects when they cannot be read.
 */
export async function holdProgramFiles(folder: string): Promise<() => void> {
  if (basename(folder) !== BUILT) {
    return () => undefined;
  }
  const names = (await promises.readdir(folder)).filter((name) => name.endsWith('.js'));
  const held = new Map(
    await Promise.all(
      names.map(async (name) => {
        const path = join(folder, name);
        return [pathToFileURL(path).href, await promises.readFile(path)] as const;
      }),
    ),
  );
  const { registerHooks } = process.getBuiltinModule('node:module');
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const url = /^\.{1,2}\//.test(specifier) ? URL.parse(specifier, context.parentURL)?.href : specifier;
      return url !== undefined && held.has(url)
        ? { url, format: 'module', shortCircuit: true }
        : next(specifier, context);
    },
    load(url, context, next) {
      const source = held.get(url);
      return source === undefined ? next(url, context) : { format: 'module', source, shortCircuit: true };
    },
  });
  return () => hooks.deregister();
}
