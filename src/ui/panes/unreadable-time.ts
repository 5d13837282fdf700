import type { Untrusted } from '../../lib/untrusted.ts';
import type { Theme } from '../theme.ts';
import { identifier, trusted, type Line } from '../widgets/line.ts';

/** Stands behind what was sent in the place of a time. */
export const UNTIMED_MARK = '?';

/** So much of something that is no time is said. */
const MOST_SAID = 40;

/** What was sent in the place of a time, with the mark that it is none, in so many columns; where nothing was, that as everywhere. */
export function unreadableTime(sent: Untrusted, columns: number, { ascii }: Theme): Line {
  return sent === ''
    ? identifier(undefined, columns, { ascii })
    : [
        ...identifier(sent, Math.max(1, columns - UNTIMED_MARK.length - 1), { style: 'warn', ascii }),
        trusted(` ${UNTIMED_MARK}`, 'warn'),
      ];
}

/** The same in words. */
export function saidUnreadableTime(sent: Untrusted, { ascii }: Theme): Line {
  return sent === ''
    ? [trusted('without a time')]
    : [trusted('no time: '), ...identifier(sent, MOST_SAID, { style: 'warn', ascii })];
}
