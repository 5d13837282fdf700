import type { Clock } from '../../lib/clock.ts';
import { UsageError } from '../../host/usage-error.ts';
import { NOTHING_READ, type ReadingOptions } from '../../sync/follow/follow-events.ts';
import { askServerTime } from '../../sync/feeds/ask-server-time.ts';
import type { CommandConnection } from '../session/command-connection.ts';
import type { TimeBounds } from '../../stores/query/time-bounds.ts';
import { momentOf, type TimeArgument } from './time-argument.ts';

/** How many of the newest events there are when neither a time nor a number is asked for: as `tail -f` begins. */
export const NEWEST_TO_FOLLOW_FROM = 10;
/** The same without following: the page size of the API. */
export const NEWEST_TO_PRINT = 50;

/** Which events are asked for. */
export interface AskedWindow {
  readonly follow: boolean;
  readonly since: TimeArgument | undefined;
  readonly until: TimeArgument | undefined;
  /** Between which times the filter lets events through; all without it. */
  readonly bounds?: TimeBounds;
  /** So long before the end, in milliseconds, it begins where nothing says when; with the newest events without it. */
  readonly usualPast?: number;
  /** Most events that are printed. */
  readonly limit: number | undefined;
}

const ALL_TIMES: TimeBounds = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

/** With what the time of the server is asked for. */
export interface WindowSurroundings {
  readonly connection: Pick<CommandConnection, 'reading' | 'showProgress'>;
  readonly clock: Clock;
}

/** The window in milliseconds, by the server's clock where a time is relative to now. */
export async function windowOf(
  { follow, since, until, bounds = ALL_TIMES, usualPast, limit }: AskedWindow,
  { connection, clock }: WindowSurroundings,
  signal: AbortSignal,
): Promise<Pick<ReadingOptions, 'begin' | 'until'>> {
  const hasBegin = since !== undefined || Number.isFinite(bounds.from);
  const hasEnd = until !== undefined || Number.isFinite(bounds.to);
  const isRelative =
    [since, until].some((argument) => argument !== undefined && 'ago' in argument) ||
    (usualPast !== undefined && !hasBegin && !hasEnd);
  const now = isRelative ? await serverTime(connection, clock, signal) : clock.now();
  const end = Math.min(until === undefined ? bounds.to : momentOf(until, now), bounds.to);
  const to = Number.isFinite(end) ? { until: end } : {};
  if (!hasBegin && usualPast !== undefined) {
    return { begin: { since: Math.min(to.until ?? now, now) - usualPast }, ...to };
  }
  if (!hasBegin) {
    const newest = follow ? Math.min(NEWEST_TO_FOLLOW_FROM, limit ?? NEWEST_TO_FOLLOW_FROM) : limit;
    return { begin: { newest: newest ?? NEWEST_TO_PRINT }, ...to };
  }
  const from = Math.max(
    since === undefined ? Number.NEGATIVE_INFINITY : momentOf(since, now),
    bounds.from - 1,
  );
  if (to.until !== undefined && from >= to.until) {
    throw new UsageError(
      Number.isFinite(bounds.from) || Number.isFinite(bounds.to)
        ? 'No event can be of all these times: what --filter, --since and --until say excludes each other.'
        : 'No event can be both after --since and before --until: --since is the later one.',
    );
  }
  return { begin: { since: from }, ...to };
}

/** What time it is at the server, which may take some seconds to say so. */
async function serverTime(
  { reading, showProgress }: WindowSurroundings['connection'],
  clock: Clock,
  signal: AbortSignal,
): Promise<number> {
  const progress = showProgress('the time of the server', () => NOTHING_READ);
  try {
    return await askServerTime(reading, clock, signal);
  } finally {
    progress.end();
  }
}
