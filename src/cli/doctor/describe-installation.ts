import { existsSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';

/** How the program that runs came onto this machine, and where it is; `folder` is the one that its bundle is in. */
export function describeInstallation(folder: string, executable: string | undefined): string {
  if (executable !== undefined) {
    return `a single executable, ${executable}`;
  }
  const root = dirname(folder);
  const parts = root.split(sep);
  const modules = parts.indexOf('node_modules');
  if (modules > 0) {
    const place = parts.slice(0, modules).join(sep);
    // npm has what is installed for all in lib/node_modules of its prefix.
    return `${basename(place) === 'lib' ? 'a global package of npm' : 'a package of npm'}, ${root}`;
  }
  return `${existsSync(join(root, 'src', 'cli', 'main.ts')) ? 'a clone' : 'an unpacked package'}, ${root}`;
}
