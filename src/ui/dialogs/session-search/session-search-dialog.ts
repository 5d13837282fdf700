import { noteDialogRows, placeInDialog } from '../../../commands/base/dialog-rows.ts';
import { hitRows, knownRecord, listedHitsNow } from '../../../commands/search/hit-rows.ts';
import { formatBytes, formatCount } from '../../../lib/format-number.ts';
import { formatCountdown, formatTimeOfDay, zoneOf, type TimeStyle } from '../../../lib/format-time.ts';
import { prose, quoting, type Sentence } from '../../../lib/untrusted.ts';
import type { ConnectionState } from '../../../stores/connection/connection-store.ts';
import { memoizeLast } from '../../../stores/base/memoize-last.ts';
import { queryClock } from '../../../stores/query/query-time.ts';
import { HIT_QUERY } from '../../../stores/search/hit-record.ts';
import type { SearchHit } from '../../../stores/search/search-hit.ts';
import {
  foundSentence,
  lackingSentences,
  reachSentence,
  soughtName,
} from '../../../stores/search/search-words.ts';
import { searchTimeLeft, type SessionSearch } from '../../../stores/search/session-search.ts';
import type { SessionSearchDialog } from '../../../stores/view/dialog-states.ts';
import { nearRecordWords } from '../../panes/near-miss-words.ts';
import { budgetForms } from '../../panes/budget.ts';
import type { Style, Theme } from '../../theme.ts';
import { fitParts, leftOut, part } from '../../widgets/fitted-parts.ts';
import {
  cutWithMark,
  fitLines,
  identifier,
  ruleLine,
  trusted,
  untrusted,
  untrustedWrapped,
  wrapped,
  type Line,
  type Size,
} from '../../widgets/line.ts';
import { createRowPainter, headingLine, placeColumns } from '../../widgets/table.ts';
import { filterWords } from '../filter-words.ts';
import { HOLD_WORDS, holdLeft } from '../base/hold-words.ts';
import { closeKeys } from '../base/shown-keys.ts';
import { wholeBody, type DialogContext, type DialogPicture, type PaintedView } from '../base/dialog-view.ts';
import { excerptLine, hitColumns } from './hit-columns.ts';

/** From so many rows on, the hit under the cursor is spelled out in several. */
const ROOMY = 18;

/** How far a search has come takes so many rows at most, each sentence by itself. */
const MOST_SAID = 2;

/** How far the last search of transcripts has come, and its hits, each with the line of its first match. */
export const sessionSearchView: PaintedView<SessionSearchDialog> = {
  drawnAs: 'lines',
  speech: { as: 'list' },
  height: wholeBody,
  staysUnderField: true,
  paint: paintSearch,
};

const tableOf = memoizeLast(
  (
    hits: readonly SearchHit[],
    hasKinds: boolean,
    columns: number,
    now: number,
    timeStyle: TimeStyle,
    theme: Theme,
  ) => {
    const placed = placeColumns(hitColumns({ hits, hasKinds, theme, now, timeStyle }), columns);
    return { heading: headingLine(placed, theme), paint: createRowPainter(placed, theme) };
  },
);

/** Ages move on with the clock; what is shown of other times changes with the day at most. */
function steadyMinute(now: number, timeStyle: TimeStyle): number {
  return timeStyle === 'age' ? now : Math.floor(now / 60_000) * 60_000;
}

function paintSearch(
  dialog: SessionSearchDialog,
  { commands, theme, now }: DialogContext,
  { columns, rows }: Size,
): DialogPicture {
  const { search } = commands.stores.sessionSearch.getState();
  if (search === undefined) {
    return {
      lines: fitLines(
        [
          ruleLine(columns, theme, [trusted('Search', 'heading')]),
          [trusted(' Nothing was searched for yet.')],
        ],
        rows,
      ),
    };
  }
  const { timeStyle } = commands.stores.view.getState();
  const hits = listedHitsNow(commands, search, dialog);
  const list = hitRows(search, hits, dialog);
  const cursor = placeInDialog(commands, list);
  const selected = hits[cursor];
  const table = tableOf(
    hits,
    search.sought.kind === 'secrets',
    columns,
    steadyMinute(now, timeStyle),
    timeStyle,
    theme,
  );
  const head = [
    ruleLine(columns, theme, titleLine(search, dialog, hits.length, theme)),
    ...stateLines(search, { commands, theme, now }, columns, rows >= ROOMY),
    ...(theme.sideBySide && hits.length > 0 ? [table.heading] : []),
  ];
  const foot = [
    ...(selected === undefined || !theme.sideBySide
      ? []
      : hitLines(selected, search, columns, rows >= ROOMY ? 2 : 0, theme)),
    keysLine(search, hits.length > 0, columns, theme),
  ];
  const room = Math.max(1, rows - head.length - foot.length);
  const top = Math.max(0, Math.min(cursor - Math.floor(room / 2), hits.length - room));
  const lines = hits.slice(top, top + room).map((hit, index) => {
    const isSelected = top + index === cursor;
    return theme.sideBySide
      ? table.paint(hit, { selected: isSelected, stale: false })
      : saidHit(hit, search, isSelected, theme);
  });
  const body = hits.length === 0 ? emptyLines(search, dialog, { commands, theme }, columns) : lines;
  return {
    lines: fitLines([...head, ...fitLines(body, room), ...foot], rows),
    noteSeen: () => noteDialogRows(commands, list),
  };
}

const PHASE_WORDS: Readonly<Record<SessionSearch['phase'], string>> = {
  running: 'under way',
  cancelled: 'stopped by you',
  stopped: 'stopped',
  done: 'ended',
};

function titleLine(
  { sought, phase, hits }: SessionSearch,
  { search: filter }: SessionSearchDialog,
  listed: number,
  { ascii }: Theme,
): Line {
  const isPart = listed < hits.length;
  return [
    trusted('Search for ', 'heading'),
    ...untrusted(soughtName(sought), { style: 'accent', ascii }),
    trusted(`: ${PHASE_WORDS[phase]}`, 'heading'),
    ...(isPart ? [trusted(` · ${formatCount(listed)} of ${formatCount(hits.length)} hits`)] : []),
    ...filterWords(filter, HIT_QUERY, { rows: hits, recordOf: knownRecord, nouns: 'hits' }, ascii),
  ];
}

/** How far it has come, what was found, and what is not searched; while it is under way, at what pace it goes on. */
function stateLines(
  search: SessionSearch,
  { commands, theme, now }: DialogContext,
  columns: number,
  isRoomy: boolean,
): readonly Line[] {
  const { stores } = commands;
  const said = (text: Sentence, style: Style = 'plain'): readonly Line[] =>
    untrustedWrapped(text, columns - 2, { style, ascii: theme.ascii })
      .slice(0, theme.sideBySide ? MOST_SAID : undefined)
      .map((line) => [trusted(' '), ...line]);
  const lacking = lackingSentences(search);
  const warnings = lacking.length === 0 ? [] : said(`${capitalized(lacking.join('; '))}.`, 'warn');
  if (search.phase === 'running') {
    return [
      runningLine(search, { commands, theme, now }, columns),
      ...retryLines(stores.connection.getState(), now, said),
      ...warnings,
    ];
  }
  const listedAt = formatTimeOfDay(search.startedAt, zoneOf(stores.view.getState().timeStyle));
  return [
    ...(search.stop === undefined ? [] : said(quoting`Stopped: ${search.stop}`, 'bad')),
    ...said(`${capitalized(foundSentence(search))}.`, 'bold'),
    ...said(
      `${capitalized(reachSentence(search))}, as listed at ${listedAt}${isRoomy ? '; what came or changed since is not in it' : ''}.`,
    ),
    ...warnings,
  ];
}

/** Why nothing is listed: no hit passes the filter. */
function emptyLines(
  { hits }: SessionSearch,
  { search }: SessionSearchDialog,
  { commands: { stores }, theme }: Pick<DialogContext, 'commands' | 'theme'>,
  columns: number,
): readonly Line[] {
  if (hits.length === 0) {
    return [];
  }
  const clock = queryClock(stores.view.getState());
  const near = nearRecordWords(hits.map(knownRecord), search, HIT_QUERY, clock);
  return untrustedWrapped(`${near}No hit passes.`, columns - 2, { style: 'dim', ascii: theme.ascii }).map(
    (line) => [trusted(' '), ...line],
  );
}

/** Why a transcript is asked for again, and when. */
function retryLines(
  { waits }: ConnectionState,
  now: number,
  said: (text: Sentence, style: Style) => readonly Line[],
): readonly Line[] {
  const wait = waits.find(({ what, until }) => what === 'search' && until !== undefined && until > now);
  return wait?.until === undefined
    ? []
    : said(quoting`${prose(wait.reason)} It is asked again in ${formatCountdown(wait.until - now)}.`, 'warn');
}

function runningLine(search: SessionSearch, { commands, theme, now }: DialogContext, columns: number): Line {
  const { stores, clock } = commands;
  const { done, sessions, found, bytes } = search;
  const held = holdLeft(stores, now);
  const left = searchTimeLeft(search, clock.monotonic());
  const budget = budgetForms(stores.connection.getState(), now, theme).at(-1);
  return [
    trusted(' '),
    ...fitParts(
      [
        part([
          trusted(`searched ${formatCount(done)} of ${formatCount(sessions.length)} sessions so far`, 'bold'),
        ]),
        part([trusted(`${formatCount(found.messages)} ${found.messages === 1 ? 'hit' : 'hits'}`, 'accent')]),
        part(
          held === undefined
            ? left === undefined
              ? []
              : [trusted(`about ${formatCountdown(left)} left`)]
            : [trusted(`${HOLD_WORDS[held.kind]}: goes on in ${formatCountdown(held.left)}`, 'warn')],
          leftOut(1),
        ),
        part([trusted(formatBytes(bytes), 'dim')], leftOut(3)),
        part(budget === undefined ? [] : [trusted(`budget ${budget}`, 'dim')], leftOut(2)),
      ],
      columns - 2,
      { separator: trusted('  ') },
    ),
  ];
}

/** Which session the hit is of, and its line in more columns. */
function hitLines(
  hit: SearchHit,
  { bySession }: SessionSearch,
  columns: number,
  excerptRows: number,
  theme: Theme,
): readonly Line[] {
  const { ascii } = theme;
  const { session, message, kinds } = hit;
  const inSession = bySession.get(session.id)?.messages ?? 1;
  const where: Line = [
    trusted(' '),
    ...fitParts(
      [
        part([
          trusted(`message #${formatCount(message + 1)}`),
          trusted(`, ${formatCount(inSession)} ${inSession === 1 ? 'hit' : 'hits'} in the session`),
        ]),
        part(kinds.length === 0 ? [] : [trusted(kinds.join(', '), 'warn')], leftOut(1)),
        part(identifier(session.session_id ?? session.id, 40, { style: 'dim', ascii }), leftOut(2)),
        part(identifier(session.project_path, 40, { style: 'dim', ascii }), leftOut(3)),
        part(identifier(session.git_branch, 30, { style: 'dim', ascii }), leftOut(4)),
      ],
      columns - 2,
      { separator: trusted('  ') },
    ),
  ];
  return [
    where,
    ...wrapped(excerptLine(hit, theme), columns - 2)
      .slice(0, excerptRows)
      .map((line) => [trusted(' '), ...line]),
  ];
}

/** A hit where lines are read one after the other. */
function saidHit(hit: SearchHit, { bySession }: SessionSearch, isSelected: boolean, theme: Theme): Line {
  const { session, role, message, kinds } = hit;
  const { ascii } = theme;
  const inSession = bySession.get(session.id)?.messages ?? 1;
  return [
    isSelected ? trusted(theme.glyph('gutter').padEnd(2), 'accent') : trusted('  '),
    ...excerptLine(hit, theme),
    trusted(kinds.length === 0 ? '' : `  ${kinds.join(', ')}`),
    trusted('  '),
    ...identifier(role, 40, { ascii }),
    trusted(` message ${formatCount(message + 1)} on `),
    ...identifier(session.agent_hostname ?? session.client_id, 80, { ascii }),
    trusted(' in '),
    ...identifier(session.project_path, 80, { ascii }),
    trusted(inSession === 1 ? '' : `  ${formatCount(inSession)} hits in the session`),
  ];
}

function keysLine(search: SessionSearch, hasHits: boolean, columns: number, theme: Theme): Line {
  const keyOf = (name: string) => theme.keyOf(`session-search.${name}`);
  const key = (chord: string, does: string): Line => [trusted(chord, 'key'), trusted(` ${does}`)];
  const close = closeKeys('session-search.close', theme);
  const isRunning = search.phase === 'running';
  const isStopped = search.phase === 'cancelled' || search.phase === 'stopped';
  return cutWithMark(
    [
      trusted(' '),
      ...fitParts(
        [
          isRunning ? part(key(close, 'stops it')) : part(key(`${close} ${keyOf('leave')}`, 'closes')),
          part(isRunning ? key(keyOf('leave'), 'leaves it running') : []),
          part(isStopped ? key(keyOf('go-on'), 'goes on') : []),
          part(hasHits ? key(keyOf('open'), 'reads the message') : []),
          part(search.hits.length > 0 ? key(keyOf('search'), 'filters') : [], leftOut(2)),
          part(hasHits ? key(keyOf('copy'), 'copies') : [], leftOut(3)),
          part(hasHits ? key(keyOf('export'), 'exports') : [], leftOut(4)),
          part(
            search.unsearched.length > 0 ? key(keyOf('unsearched'), 'what was not searched') : [],
            leftOut(1),
          ),
        ],
        columns - 2,
        { separator: trusted('  ') },
      ),
    ],
    columns,
    theme,
  );
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
