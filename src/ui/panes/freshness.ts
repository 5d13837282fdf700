import type { DamagedRow } from '../../contract/pagination.ts';
import { STATUS } from '../../contract/status.ts';
import { wrapLine } from '../../lib/cell-text.ts';
import { formatCount } from '../../lib/format-number.ts';
import { formatAge, formatCountdown } from '../../lib/format-time.ts';
import type { ConnectionState, Wait } from '../../stores/connection/connection-store.ts';
import { FRESH_FOR } from '../../stores/base/fresh-for.ts';
import type { ResourceState } from '../../stores/base/resource-store.ts';
import { measureForms, type Completeness } from '../../stores/base/completeness.ts';
import { selectHold, selectWait, WAITS_FOR_ALL } from '../../stores/connection/select-waits.ts';
import type { Theme } from '../theme.ts';
import { fitParts, leftOut, part, shorter, type Part } from '../widgets/fitted-parts.ts';
import { untrusted, trusted, type Line } from '../widgets/line.ts';
import { DROP_ORDER, MISSED_THROUGH } from './footer-ranks.ts';
import { wordsOfRefusal } from './refusal.ts';

/** How fresh a resource is. */
export type Freshness = Pick<ResourceState<unknown>, 'receivedAt' | 'failure'>;

/** Whether what is shown is old and cannot be read anew: it stays, but must not be taken for the present. */
export function isStale({ failure }: Pick<Freshness, 'failure'>, connection: ConnectionState): boolean {
  return failure !== undefined || connection.stopped !== undefined || connection.state === 'unreachable';
}

/** What is on the screen is read anew more often than this; what is older waits for something. */
const OLD_AFTER = 2 * 60_000;

/** How old what is shown is, when it cannot be read anew or was not for long: `3m old`. */
export function staleAge(source: Freshness, connection: ConnectionState, now: number): string | undefined {
  if (source.receivedAt === undefined) {
    return undefined;
  }
  const age = Math.max(0, now - source.receivedAt);
  return isStale(source, connection) || age >= OLD_AFTER ? `${formatAge(age)} old` : undefined;
}

/**
 * How old the data of a pane is and, when it cannot be read anew, why, and what happens next. `feed` is the name of the
 * resource that the pane is about, undefined for one that is not read again by itself. Why everything has stopped is
 * said for all panes at once, and not again here.
 */
export function freshness(
  state: Freshness,
  {
    feed,
    subject = 'data',
    isUnverified = false,
    connection,
    now,
    theme,
  }: {
    readonly feed: string | undefined;
    /** What is old, where that is not plain from the pane. */
    readonly subject?: string | undefined;
    /** Whether it cannot be verified that what was just read is all: that is not called fresh. */
    readonly isUnverified?: boolean | undefined;
    readonly connection: ConnectionState;
    readonly now: number;
    readonly theme: Theme;
  },
): readonly Part[] {
  const stale = isStale(state, connection);
  const age: Line =
    state.receivedAt === undefined
      ? [
          trusted(
            stale ? `no ${subject} yet` : `waiting for the ${subject === 'data' ? 'first answer' : subject}`,
            'dim',
          ),
        ]
      : [
          trusted(
            `${subject} ${ageWords(Math.max(0, now - state.receivedAt), stale, isUnverified)}`,
            stale || isUnverified ? 'warn' : 'dim',
          ),
        ];
  if (connection.stopped !== undefined) {
    return [part(age)];
  }
  const wait = selectWait(connection, feed);
  const ofAll = connection.state === 'unreachable' ? connection.problem : undefined;
  const cause = state.failure?.message ?? wait?.reason ?? ofAll;
  const hold = selectHold(connection, now)?.kind;
  const isHeld = hold === 'refused' || hold === 'used-up';
  const next = wait ?? (feed === undefined ? undefined : IN_TURN);
  return [
    part(age),
    ...(cause === undefined
      ? []
      : [causePart(cause, state.failure === undefined ? 'warn' : 'bad', isHeld, theme)]),
    ...(next === undefined || cause === undefined ? [] : [nextPart(next, now, theme)]),
  ];
}

/** Data that is kept fresh says its age in steps, so that a line does not change each second for nothing. */
const AGE_STEP = 10_000;

function ageWords(age: number, isStale: boolean, isUnverified: boolean): string {
  if (isStale) {
    return `${formatAge(age)} old`;
  }
  const young = isUnverified ? 'unverified' : 'fresh';
  return age < FRESH_FOR
    ? young
    : `${formatAge(Math.max(AGE_STEP, Math.floor(age / AGE_STEP) * AGE_STEP))} old`;
}

/** A cause is dropped early when the first row names it too: that the limit is used up. */
function causePart(cause: string, style: 'warn' | 'bad', isInFirstRow: boolean, { ascii }: Theme): Part {
  const form = (columns: number) => untrusted(cutAtWord(cause, columns, ascii), { style, ascii });
  return part(
    untrusted(cause, { style, ascii }),
    shorter(DROP_ORDER.words, form(62)),
    shorter(DROP_ORDER.longCause, form(44)),
    shorter(isInFirstRow ? DROP_ORDER.longCause : DROP_ORDER.cause, form(28)),
  );
}

/** A sentence in at most so many columns, cut behind a whole word. */
function cutAtWord(text: string, columns: number, ascii: boolean): string {
  const mark = ascii ? '...' : '…';
  const [first = ''] = wrapLine(text, columns - mark.length);
  return first.length === text.length ? text : `${first.replace(/[\s.,:;(]+$/, '')}${mark}`;
}

/** What a resource waits for that failed, and that nothing holds back but the budget, which the first row shows. */
const IN_TURN: Wait = { what: WAITS_FOR_ALL, reason: '', until: 0, next: '' };

/** What happens next, and in how long. What all wait for is shown in the first row too. */
function nextPart({ what, until, next }: Wait, now: number, theme: Theme): Part {
  const out = leftOut(what === WAITS_FOR_ALL ? DROP_ORDER.shownElsewhere : DROP_ORDER.nextTry);
  if (until === undefined) {
    const isUpToPerson = next.endsWith(' refresh');
    return part(
      [trusted(isUpToPerson ? `${theme.keyOf('data.refresh')} tries again` : 'trying now', 'warn')],
      out,
    );
  }
  const when = until <= now ? 'in its turn' : `in ${formatCountdown(until - now)}`;
  return part(
    [trusted(`tries again ${when}`, 'warn')],
    shorter(DROP_ORDER.words, [trusted(`again ${when}`, 'warn')]),
    out,
  );
}

/** The line at the bottom of a pane: what is most important of how good its data is, and the key of the API log where more is known. */
export function footerLine(parts: readonly Part[], columns: number, theme: Theme): Line {
  const more: Line = [trusted(theme.keyOf('requests.open'), 'key'), trusted(' more', 'dim')];
  return [
    trusted(' '),
    ...fitParts(parts, columns - 2, { separator: separator(theme), more, missedThrough: MISSED_THROUGH }),
  ];
}

/** What stands between parts of a summary or a footer. */
export function separator(theme: Theme) {
  return trusted(` ${theme.glyph('separator')} `, 'dim');
}

/**
 * How many rows were left out because they could not be read, of how many that came when that is known, and what was
 * wrong with the first of them.
 */
export function damagedPart(
  damaged: readonly DamagedRow[] | undefined,
  goodRows: number | undefined,
  { ascii }: Theme,
): Part {
  const [first] = damaged ?? [];
  if (first === undefined) {
    return part([]);
  }
  const count = damaged?.length ?? 0;
  const text =
    goodRows === undefined
      ? `${formatCount(count)} ${count === 1 ? 'row' : 'rows'} damaged`
      : `${formatCount(count)} of ${formatCount(goodRows + count)} rows damaged`;
  return part(
    [
      trusted(`${text} (`, 'warn'),
      ...untrusted(first.field, { profile: 'ident', style: 'warn', ascii }),
      trusted(')', 'warn'),
    ],
    shorter(DROP_ORDER.words, [trusted(text, 'warn')]),
    shorter(DROP_ORDER.oddities, [trusted(`${formatCount(count)} damaged`, 'warn')]),
    leftOut(DROP_ORDER.completeness),
  );
}

/** That nothing was found, and among how much where that is not all. */
export function noneFound(sentence: string, counted: Completeness): string {
  return `${sentence}${measureForms(counted)[0]}`;
}

/** What is said in place of rows. */
export interface EmptyText {
  readonly text: string;
  /** What the server said, which stands under it. */
  readonly quoted?: string | undefined;
}

/**
 * What an empty list says: that nothing was read yet, that there is nothing, or that the filters hide everything. Of what is
 * old and could not be read anew it says when that was so.
 */
export function emptyText(
  state: Freshness,
  connection: ConnectionState,
  hasRows: boolean,
  texts: { readonly nothing: string; readonly hidden: string },
  now: number,
  theme: Theme,
): EmptyText {
  const refresh = theme.keyOf('data.refresh');
  if (state.receivedAt !== undefined) {
    const text = hasRows ? texts.hidden : texts.nothing;
    const age = staleAge(state, connection, now);
    return { text: age === undefined ? text : `Data ${age}: ${text}` };
  }
  if (state.failure?.status === STATUS.forbidden) {
    const quoted = wordsOfRefusal(state.failure);
    return quoted === undefined
      ? {
          text: `This key may not read this (${STATUS.forbidden}). Use one with the read scope; ${refresh} tries again.`,
        }
      : {
          text: `The server does not permit this (${STATUS.forbidden}); ${refresh} tries again. It says:`,
          quoted,
        };
  }
  return {
    text: !isStale(state, connection)
      ? 'Waiting for the first answer…'
      : `Nothing could be read yet; the line at the bottom says why. ${refresh} tries now.`,
  };
}
