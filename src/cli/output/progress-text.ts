import { formatCount } from '../../lib/format-number.ts';
import { formatAge, formatCountdown } from '../../lib/format-time.ts';
import type { BudgetView } from '../../stores/connection/connection-store.ts';
import type { HowFar } from '../../sync/follow/follow-events.ts';
import type { Waiting } from '../../sync/retry/waiting.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** An answer that takes so long, in milliseconds, is worth a word. */
const LONG_ANSWER = 3 * SECOND;

/** More than that is not to be waited for, and a total that makes it so long is hardly one. */
const LONGEST_LEFT = 24 * 60 * MINUTE;

/** How a reading of many pages stands. */
export interface ProgressFacts extends HowFar {
  readonly things: string;
  /** What is done, where that is more than to read things page by page; in a few words. */
  readonly doing?: string | undefined;
  readonly pages: number;
  readonly budget: BudgetView | undefined;
  /** Milliseconds that the rest takes; undefined where nothing says. */
  readonly left: number | undefined;
  readonly waiting: Waiting;
}

/** That in one line of so many columns, without what has no room; undefined where nothing has. */
export function progressText(facts: ProgressFacts, now: number, columns: number): string | undefined {
  const parts = [
    { text: facts.doing ?? rowsText(facts), rank: 0 },
    {
      text: facts.pages === 0 || facts.doing !== undefined ? undefined : counted(facts.pages, 'page'),
      rank: 4,
    },
    { text: budgetText(facts.budget, now), rank: 3 },
    { text: waitText(facts.waiting, now), rank: 1 },
    { text: leftText(facts.left), rank: 2 },
  ].flatMap(({ text, rank }) => (text === undefined ? [] : [{ text, rank }]));
  const ranks = parts.map(({ rank }) => rank).sort();
  const line = (last: number) =>
    `vigil: ${parts.flatMap(({ text, rank }) => (rank <= last ? [text] : [])).join(', ')}`;
  return ranks
    .map(line)
    .reverse()
    .find((text) => text.length <= columns);
}

function rowsText({ things, read, of }: ProgressFacts): string {
  if (read === 0) {
    return `reading ${things}`;
  }
  return of === undefined || of <= read
    ? `${formatCount(read)} ${things} so far`
    : `${formatCount(read)} of ${formatCount(of)} ${things} so far`;
}

function budgetText(budget: BudgetView | undefined, now: number): string | undefined {
  if (budget === undefined || (budget.resetsAt ?? Number.POSITIVE_INFINITY) <= now) {
    return undefined;
  }
  return `budget ${formatCount(budget.remaining)}/${formatCount(budget.limit)}`;
}

function waitText(waiting: Waiting, now: number): string | undefined {
  if (waiting.for === 'answer') {
    const waited = now - waiting.since;
    return waited < LONG_ANSWER ? undefined : `no answer for ${formatAge(waited)}`;
  }
  return waiting.for === 'turn' && waiting.until !== undefined && waiting.until - now >= SECOND
    ? `goes on in ${formatCountdown(waiting.until - now)}`
    : undefined;
}

function leftText(left: number | undefined): string | undefined {
  return left === undefined || left > LONGEST_LEFT
    ? undefined
    : `about ${formatAge(rounded(Math.max(SECOND, left)))} left`;
}

/** So that what is cut to whole minutes or hours is the nearest of them. */
function rounded(duration: number): number {
  return duration + (duration < MINUTE ? 0 : duration < 60 * MINUTE ? MINUTE / 2 : 30 * MINUTE);
}

function counted(count: number, thing: string): string {
  return `${formatCount(count)} ${thing}${count === 1 ? '' : 's'}`;
}
