import { userInfo } from 'node:os';

/** The user of the operating system that the program runs as; a container may run as one whom nothing names. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
