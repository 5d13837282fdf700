import { formatAgo } from '../../lib/format-time.ts';
import type { Notice } from '../../stores/view/view-store.ts';
import type { Theme } from '../theme.ts';
import { fit, untrusted, untrustedWrapped, lineColumns, trusted, type Line } from '../widgets/line.ts';
import { messageMark } from '../panes/message-mark.ts';

/** A younger message needs no age: it has just appeared. */
const FRESH = 2000;

/** Where the whole of a message is, behind one that is cut. */
const ELSEWHERE = ' :messages has all';

/** The rows that a message may take, and how many wait behind it. */
interface NoticeRoom {
  readonly columns: number;
  /** At least one. */
  readonly rows: number;
  readonly waiting: number;
  readonly now: number;
  readonly theme: Theme;
}

/**
 * The last rows while there is a message: how serious it is, its words, and for one that must be read its age and how many
 * wait behind it. What became of a change takes as many rows as it needs, up to a few; what is cut says where it is whole.
 */
export function noticeRows(
  notice: Notice,
  { columns, rows, waiting, now, theme }: NoticeRoom,
): readonly Line[] {
  const { text, tone, at } = notice;
  const { ascii } = theme;
  const looks = messageMark(notice, theme);
  const { mark } = looks;
  const style = tone === 'plain' ? 'bold' : looks.style;
  const start = tone === 'plain' ? ' ' : ` ${mark.trimEnd()} `;
  const age = tone === 'plain' || now - at < FRESH ? '' : ` ${formatAgo(now - at)}`;
  const end = `${age}${waiting === 0 ? '' : ` +${waiting} more`}`;
  const words = untrusted(text, { style, ascii });
  const room = columns - lineColumns([trusted(start)]) - 1;
  if (lineColumns(words) + end.length <= room) {
    return [
      [...fit([trusted(start, style), ...words], columns - end.length - 1, theme), trusted(`${end} `, 'dim')],
    ];
  }
  const most = tone === 'plain' ? 1 : rows;
  const wide = untrustedWrapped(text, room, { style, ascii });
  const lines =
    lineColumns(wide.at(-1) ?? []) + end.length <= room
      ? wide
      : untrustedWrapped(text, room - end.length, { style, ascii });
  const shown = lines.slice(0, most);
  const isCut = lines.length > shown.length;
  const mustSay = isCut ? `${ELSEWHERE}${end}` : end;
  return shown.map((line, index) => {
    const isLast = index === shown.length - 1;
    const behind = isLast ? mustSay : '';
    const begun = [trusted(index === 0 ? start : ' '.repeat(start.length), style), ...line];
    return [
      ...fit(isLast && isCut ? [...begun, trusted('…', style)] : begun, columns - behind.length - 1, theme),
      trusted(`${behind} `, 'dim'),
    ];
  });
}
