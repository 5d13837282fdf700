import { formatCount } from '../../lib/format-number.ts';
import { profileOf } from '../../lib/text-fields.ts';
import { asUntrusted, type Untrusted } from '../../lib/untrusted.ts';
import { HIT_QUERY, hitFields, recordOfHit } from '../../stores/search/hit-record.ts';
import type { ExcerptPart, SearchHit } from '../../stores/search/search-hit.ts';
import { besides, drawn, trusted, type Drawn, type Look, type TextStyle } from '../output/styled-text.ts';
import { padded, timeCell } from '../output/table-lines.ts';
import { styleOfOutput } from '../output/text-style.ts';
import { outputOf } from '../session/output-name.ts';
import { rowLines, type RowFlags, type RowForm, type TextColumn } from '../session/row-lines.ts';

/** Stands before each hit of a session on a terminal. */
const INDENT = '  ';

const NUMBER_COLUMNS = 7;
const ROLE_COLUMNS = 11;
const KIND_COLUMNS = 16;

/** A terminal of fewer columns has no room for the role and the kind beside what was found. */
const ROOMY = 80;

/** The first match begins within such a part of the room for its line, so that what follows it is seen, too. */
const MATCH_WITHIN = 1 / 3;

/**
 * Prints hits one by one as they are found: on a terminal those of a session below what it is, elsewhere a record a line.
 * Each returns lines; `end` those that are to be printed where there was no hit.
 */
export interface HitLines {
  readonly of: (hit: SearchHit) => readonly string[];
  readonly end: () => readonly string[];
}

/** The lines of hits in the form that the flags ask for; `hasKinds` where secrets are searched for. */
export function hitLines(flags: RowFlags, hasKinds: boolean): HitLines {
  const style = styleOfOutput(flags);
  const form = formOf(hasKinds);
  let last: SearchHit | undefined;
  const isGrouped =
    outputOf(flags) === 'text' && flags.columns === undefined && style.layout.kind === 'terminal';
  return {
    of(hit) {
      const before = last;
      last = hit;
      if (isGrouped) {
        const isNew = before?.session !== hit.session;
        const heading = isNew ? [...(before === undefined ? [] : ['']), sessionLine(hit, style)] : [];
        return [...heading, hitLine(hit, hasKinds, style)];
      }
      return rowLines([hit], form, before === undefined ? flags : { ...flags, headers: false });
    },
    end: () => (last === undefined && !isGrouped ? rowLines([], form, flags) : []),
  };
}

const formOf = (hasKinds: boolean): RowForm<SearchHit> => ({
  query: HIT_QUERY,
  recordOf: recordOfHit,
  fields: hitFields(hasKinds),
  table: () => (hasKinds ? [...PLACE, KIND, LINE] : [...PLACE, LINE]),
});

function text(value: Untrusted | undefined, field: string, style: TextStyle, look?: Look): Drawn {
  const shown = value === undefined || value === '' ? asUntrusted('-') : value;
  return drawn(shown, profileOf('hit', field), style, look);
}

const sessionOf = ({ session }: SearchHit) => asUntrusted(session.session_id ?? session.id);
const hostOf = ({ session }: SearchHit) => session.agent_hostname ?? session.client_id;
const kindsOf = ({ kinds }: SearchHit) => asUntrusted(kinds.join(', '));
const timeOf = ({ time }: SearchHit, style: TextStyle) => timeCell(time, trusted('-', style), style);

const PLACE: readonly TextColumn<SearchHit>[] = [
  { title: 'TIME', cell: (hit, style) => timeOf(hit, style)[0] },
  { title: 'HOST', cell: (hit, style) => text(hostOf(hit), 'host', style) },
  { title: 'SESSION', cell: (hit, style) => text(sessionOf(hit), 'session', style) },
  { title: 'MESSAGE', cell: ({ message }, style) => trusted(String(message + 1), style) },
  { title: 'ROLE', cell: ({ role }, style) => text(role, 'role', style) },
];
const KIND: TextColumn<SearchHit> = {
  title: 'KIND',
  cell: (hit, style) => text(kindsOf(hit), 'kind', style),
};
const LINE: TextColumn<SearchHit> = {
  title: 'LINE',
  cell: ({ excerpt }, style) => lineOf(excerpt, style),
};

/** What session the hits below are of. Its id comes first, whole where there is room for it: `sessions transcript` takes it. */
function sessionLine(hit: SearchHit, style: TextStyle): string {
  const { session } = hit;
  const cells = [
    text(sessionOf(hit), 'session', style, 'bold'),
    ...[
      drawnIf(hostOf(hit), 'host', style),
      drawnIf(session.project_path, 'project', style),
      drawnIf(session.git_branch, 'branch', style),
    ].flat(),
  ];
  const spaced = cells.flatMap((cell, index) => (index === 0 ? [cell] : [trusted('  ', style), cell]));
  return besides(spaced).cutTo(columnsOf(style)).text.trimEnd();
}

function drawnIf(value: Untrusted | undefined, field: string, style: TextStyle): readonly Drawn[] {
  return value === undefined || value === '' ? [] : [text(value, field, style)];
}

function columnsOf({ layout }: TextStyle): number {
  return layout.kind === 'terminal' ? layout.columns : Number.POSITIVE_INFINITY;
}

/** One hit below its session: the number of its message, when and by whom, and its line with the first match in sight. */
function hitLine(hit: SearchHit, hasKinds: boolean, style: TextStyle): string {
  const columns = columnsOf(style);
  const [time, timeColumns] = timeOf(hit, style);
  const isRoomy = columns >= ROOMY;
  const cells: readonly (readonly [cell: Drawn, width: number])[] = [
    [trusted(`#${formatCount(hit.message + 1)}`, style), NUMBER_COLUMNS],
    [time, timeColumns],
    ...(isRoomy ? ([[text(hit.role, 'role', style), ROLE_COLUMNS]] as const) : []),
    ...(hasKinds && isRoomy ? ([[text(kindsOf(hit), 'kind', style, 'bold'), KIND_COLUMNS]] as const) : []),
  ];
  const place = cells.map(([cell, width]) => padded(cell.cutTo(width), width)).join(' ');
  const taken = INDENT.length + cells.reduce((sum, [, width]) => sum + width + 1, 0);
  const room = Math.max(1, columns - taken);
  return `${INDENT}${place} ${lineOf(inSight(hit.excerpt, room, style), style).cutTo(room).text}`.trimEnd();
}

/** The line with what was searched for standing out. */
function lineOf(excerpt: readonly ExcerptPart[], style: TextStyle): Drawn {
  return besides(
    excerpt.map(({ text: part, isMatch, isMark }) => {
      const look = isMatch ? 'bold' : undefined;
      return isMark === true
        ? trusted(style.ascii ? '~' : '…', style, look)
        : drawn(part, profileOf('hit', 'line'), style, look);
    }),
  );
}

const LEFT_OUT: ExcerptPart = { text: asUntrusted('…'), isMatch: false, isMark: true };

/** The same for so many columns: of what stands before the first match, as much of the end as leaves the match in sight. */
function inSight(excerpt: readonly ExcerptPart[], room: number, style: TextStyle): readonly ExcerptPart[] {
  const first = excerpt.findIndex(({ isMatch }) => isMatch);
  const before = excerpt.slice(0, Math.max(0, first));
  const most = Math.floor(room * MATCH_WITHIN);
  if (lineOf(before, style).columns <= most) {
    return excerpt;
  }
  const characters = before.flatMap((part) =>
    part.isMark === true
      ? [part]
      : Array.from(part.text, (character): ExcerptPart => ({ text: asUntrusted(character), isMatch: false })),
  );
  while (characters.length > 0 && lineOf([LEFT_OUT, ...characters], style).columns > most) {
    characters.shift();
  }
  return [LEFT_OUT, joined(characters), ...excerpt.slice(first)].flat();
}

/** Characters that are drawn together: what acts on its neighbours is only seen beside them. */
function joined(parts: readonly ExcerptPart[]): readonly ExcerptPart[] {
  return parts.reduce<readonly ExcerptPart[]>((all, part) => {
    const last = all.at(-1);
    return last === undefined || last.isMark === true || part.isMark === true
      ? [...all, part]
      : [...all.slice(0, -1), { ...last, text: asUntrusted(last.text + part.text) }];
  }, []);
}
