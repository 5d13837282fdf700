import { STATUS } from '../../../contract/status.ts';
import { wrapLine } from '../../../lib/cell-text.ts';
import { formatAge } from '../../../lib/format-time.ts';
import { feedStatus, type FeedFacts } from '../../../stores/events/feed-status.ts';
import type { ConnectionState } from '../../../stores/connection/connection-store.ts';
import type { Failure, ResourceState } from '../../../stores/base/resource-store.ts';
import type { Theme } from '../../theme.ts';
import { untrustedWrapped, trusted, type Line } from '../../widgets/line.ts';
import { isStale, staleAge } from '../freshness.ts';
import { wordsOfRefusal } from '../refusal.ts';

/** What a block says of what it is made of: its age when it cannot be read anew, or why there is nothing to show. */
export interface SourceState {
  readonly age: string | undefined;
  /** The same without the cause, where there is no room for it beside what is counted. */
  readonly shortAge: string | undefined;
  readonly note: readonly Line[] | undefined;
}

export type Source = Pick<ResourceState<unknown>, 'receivedAt' | 'failure'>;

/** A cause takes so many lines at most. */
const NOTE_ROWS = 3;

/** How good a source of the overview is. `what` says in the plural what a key without the permission may not read. */
export function sourceState(
  source: Source,
  what: string,
  {
    connection,
    now,
    columns,
    theme,
  }: {
    readonly connection: ConnectionState;
    readonly now: number;
    readonly columns: number;
    readonly theme: Theme;
  },
): SourceState {
  const { receivedAt, failure } = source;
  if (receivedAt !== undefined) {
    const age = staleAge(source, connection, now);
    return {
      age:
        age === undefined || !isStale(source, connection) ? age : `${age}: ${causeWords(source, connection)}`,
      shortAge: age,
      note: undefined,
    };
  }
  if (failure === undefined) {
    // Nothing is said about what was not read: a zero would read as all quiet.
    return { age: undefined, shortAge: undefined, note: [[trusted('not read yet', 'dim')]] };
  }
  const note =
    failure.status === STATUS.forbidden && wordsOfRefusal(failure) === undefined
      ? wrapLine(`This key may not read ${what} (${STATUS.forbidden}).`, Math.max(1, columns - 2)).map(
          (text): Line => [trusted(text, 'warn')],
        )
      : untrustedWrapped(refusalOf(failure), Math.max(1, columns - 2), { style: 'bad', ascii: theme.ascii });
  return { age: undefined, shortAge: undefined, note: note.slice(0, NOTE_ROWS) };
}

function refusalOf(failure: Failure): string {
  const words = wordsOfRefusal(failure);
  return words === undefined ? failure.message : `not permitted (${STATUS.forbidden}): ${words}`;
}

/** How old the feed is: it is old as soon as its age keeps it from being live. */
export function feedAge(
  feed: FeedFacts & Source,
  connection: ConnectionState,
  now: number,
): string | undefined {
  const standing = feedStatus(feed, now);
  const age =
    standing.kind === 'blind'
      ? standing.age
      : standing.kind === 'behind' && standing.why.kind === 'age'
        ? standing.why.age
        : undefined;
  return staleAge(feed, connection, now) ?? (age === undefined ? undefined : `${formatAge(age)} old`);
}

/** Why a source could not be read anew, in two or three words; the line at the bottom says more. */
function causeWords({ failure }: Source, connection: ConnectionState): string {
  const status = failure?.status;
  if (status === STATUS.forbidden) {
    return `not permitted (${STATUS.forbidden})`;
  }
  if (status === STATUS.rateLimited) {
    return `rate limited (${STATUS.rateLimited})`;
  }
  if (status !== undefined) {
    return status >= STATUS.serverError ? `server failed (${status})` : `refused (${status})`;
  }
  return connection.stopped !== undefined
    ? 'reading stopped'
    : connection.state === 'unreachable'
      ? 'no answer'
      : 'no usable answer';
}
