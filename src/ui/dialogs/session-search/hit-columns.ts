import { columnsOf } from '../../../lib/cell-text.ts';
import { largest } from '../../../lib/long-lists.ts';
import { formatCount } from '../../../lib/format-number.ts';
import { clockColumns, formatClock, type TimeStyle } from '../../../lib/format-time.ts';
import { asUntrusted } from '../../../lib/untrusted.ts';
import type { SearchHit } from '../../../stores/search/search-hit.ts';
import { shortPath } from '../../panes/short-path.ts';
import type { Theme } from '../../theme.ts';
import { identifier, lineColumns, trusted, untrusted, withoutStart, type Line } from '../../widgets/line.ts';
import type { Column } from '../../widgets/table.ts';

/** The line in which something was found, with the places marked. */
export function excerptLine({ excerpt }: Pick<SearchHit, 'excerpt'>, theme: Theme): Line {
  return excerpt.flatMap(({ text, isMatch, isMark }) => {
    const style = isMatch ? 'match' : 'plain';
    return isMark === true
      ? [trusted(theme.glyph('ellipsis'), style)]
      : untrusted(text, { profile: 'block', style, ascii: theme.ascii });
  });
}

/** The same for so many columns: the beginning of the line gives way to the first match. What has no room is not drawn. */
function excerptIn({ excerpt }: SearchHit, columns: number, theme: Theme): Line {
  const first = excerpt.findIndex(({ isMatch }) => isMatch);
  let characters = 0;
  const rest = excerpt.findIndex(({ text }, index) => index > first && (characters += text.length) > columns);
  const line = excerptLine({ excerpt: rest < 0 ? excerpt : excerpt.slice(0, rest + 1) }, theme);
  const before = lineColumns(excerptLine({ excerpt: excerpt.slice(0, first) }, theme));
  const end = before + lineColumns(excerptLine({ excerpt: excerpt.slice(first, first + 1) }, theme));
  const over = Math.min(end - Math.floor(columns * MATCH_WITHIN), before);
  return over <= 0 ? line : [trusted(theme.glyph('ellipsis'), 'dim'), ...withoutStart(line, over + 1)];
}

/** The first match ends within such a part of the cell, so that what follows it is seen, too. */
const MATCH_WITHIN = 3 / 4;

/** Names of kinds are shown whole up to so many columns. */
const WIDEST_KINDS = 40;

function kindsOf({ kinds }: SearchHit): string {
  return kinds.join(', ');
}

/** The columns of the hits of a search; of secrets, with their kind. */
export function hitColumns({
  hits,
  hasKinds,
  theme,
  now,
  timeStyle,
}: {
  readonly hits: readonly SearchHit[];
  readonly hasKinds: boolean;
  readonly theme: Theme;
  readonly now: number;
  readonly timeStyle: TimeStyle;
}): readonly Column<SearchHit>[] {
  const { ascii } = theme;
  const times = hits.flatMap(({ time }) => time ?? []);
  const [oldest, newest] = [
    times.reduce((one, other) => Math.min(one, other), now),
    times.reduce((one, other) => Math.max(one, other), 0),
  ];
  const kinds: readonly Column<SearchHit>[] = [
    {
      title: 'KIND',
      width: 14,
      needs: Math.min(WIDEST_KINDS, largest([...new Set(hits.map(kindsOf))].map(columnsOf), 0)),
      grow: 1,
      rank: 2,
      cell: (hit) => [trusted(kindsOf(hit), 'warn')],
    },
  ];
  return [
    {
      title: 'TIME',
      width: clockColumns(oldest, Math.max(oldest, newest), now, timeStyle),
      grow: 0,
      rank: 3,
      cell: ({ time }) => (time === undefined ? [] : [trusted(formatClock(time, now, timeStyle), 'dim')]),
    },
    {
      title: 'HOST',
      width: 11,
      grow: 1,
      rank: 1,
      primary: true,
      cell: ({ session }, columns) =>
        identifier(session.agent_hostname ?? session.client_id, columns, { style: 'bold', ascii }),
    },
    {
      title: 'PROJECT',
      width: 14,
      grow: 1,
      rank: 6,
      cell: ({ session }, columns) => identifier(shortPath(session.project_path), columns, { ascii }),
    },
    {
      title: 'SESSION',
      width: 14,
      grow: 2,
      rank: 7,
      cell: ({ session }, columns) =>
        session.first_prompt === undefined
          ? identifier(session.session_id ?? session.id, columns, { ascii })
          : untrusted(asUntrusted(session.first_prompt), { ascii }),
    },
    {
      title: 'ROLE',
      width: 11,
      grow: 0,
      rank: 4,
      cell: ({ role }, columns) => identifier(role, columns, { style: 'dim', ascii }),
    },
    {
      title: 'MATCHES',
      width: 7,
      grow: 0,
      rank: 5,
      right: true,
      cell: ({ matches }) => [trusted(formatCount(matches))],
    },
    ...(hasKinds ? kinds : []),
    { title: 'LINE', width: 20, grow: 6, rank: 0, cell: (hit, columns) => excerptIn(hit, columns, theme) },
  ];
}
