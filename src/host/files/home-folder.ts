import { userInfo } from 'node:os';
import { isAbsolute, resolve } from 'node:path';

/** The home of a user without one: nothing can be made below it, by root either. */
const NO_HOME = '/dev/null';

/** What systems call the home of a user without one. */
const NAMES_OF_NONE: readonly string[] = [NO_HOME, '/nonexistent'];

/** The home of the user, as the environment names it or else the system: always an absolute path. */
export function homeFolder(environment: NodeJS.ProcessEnv): string {
  const named = environment['HOME'] ?? '';
  const home = isAbsolute(named) ? named : homeOfSystem();
  return isAbsolute(home) && !NAMES_OF_NONE.includes(resolve(home)) ? home : NO_HOME;
}

function homeOfSystem(): string {
  try {
    return userInfo().homedir;
  } catch {
    // A container may run as a user that its system does not know.
    return NO_HOME;
  }
}

/** Whether a path is in the home of a user who has none. */
export function isWithoutHome(path: string): boolean {
  return path.startsWith(`${NO_HOME}/`);
}
