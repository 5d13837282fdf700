import type { UserConsoles } from '../../src/sync/governor/governor.ts';

/** What a console knows of those of its user: so many, of which it is one, and nothing of what they see. */
export function userConsoles(count: () => number, place = 0): UserConsoles {
  return { count, place: () => place, shareWindows: () => undefined };
}
