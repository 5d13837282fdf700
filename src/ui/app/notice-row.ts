import { formatAge } from '../../lib/format-time.ts';
import type { Notice } from '../../stores/view-store.ts';
import type { Theme } from '../theme.ts';
import { fit, foreign, own, type Line } from '../widgets/line.ts';
import { messageMark } from './message-mark.ts';

/** A younger message needs no age: it has just appeared. */
const FRESH = 2000;

/**
 * The last row while there is a message: how serious it is, its words, and for one that must be read its age and how
 * many wait behind it.
 */
export function noticeRow(
  notice: Notice,
  waiting: number,
  { columns, now, theme }: { readonly columns: number; readonly now: number; readonly theme: Theme },
): Line {
  const { text, tone, at } = notice;
  const style = tone === 'plain' ? 'bold' : tone;
  const words = foreign(text, { style, ascii: theme.ascii });
  if (tone === 'plain' && waiting === 0) {
    return [own(' '), ...words];
  }
  const { mark } = messageMark(notice, theme);
  const age = now - at < FRESH ? '' : ` ${formatAge(now - at)} ago`;
  const more = waiting === 0 ? '' : ` +${waiting} more`;
  const end = `${age}${more} `;
  return [
    ...fit(
      [own(tone === 'plain' ? ' ' : ` ${mark.trimEnd()} `, style), ...words],
      columns - end.length,
      theme,
    ),
    own(end, 'dim'),
  ];
}
