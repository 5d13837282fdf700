import { largest } from '../../lib/long-lists.ts';
import type { KnownEvents } from './known-events.ts';
import type { Window } from './window.ts';

/** A span of the past that is counted again and again, both in seconds. */
export interface AuditSpan {
  readonly span: number;
  readonly every: number;
}

/**
 * "Last 5 minutes often, the last hour, day and week ever more rarely." A longer span has the shorter ones in it and is
 * one request as they are, so that there are never more than two a minute.
 */
export const AUDIT_SPANS: readonly AuditSpan[] = [
  { span: 300, every: 30 },
  { span: 3600, every: 60 },
  { span: 86_400, every: 120 },
  { span: 604_800, every: 600 },
];

/** How often events that are dated in the future are counted, where the polls leave them out. */
const FUTURE_EVERY = 60;

/** A bound is moved by so many seconds at most in search of one in which nothing happened. */
const FARTHEST_QUIET = 60;

/** A count that is due. */
export interface Audit {
  readonly window: Window;
  /** In words: what is counted. */
  readonly purpose: string;
  readonly index: number;
  /** How much of its newer end the next shorter span is, in seconds. */
  readonly shorter: number;
}

/** When to compare the server's counts with what is here. Times are whole seconds of the server. */
export class Audits {
  readonly #spans: readonly AuditSpan[];
  readonly #dueAt: number[];
  /** The span that is counted out of its turn. */
  #hastened: number | undefined;
  /** The span whose count was too small for the first time: the next count shows whether that was a mistake. */
  #doubted: number | undefined;
  #futureDueAt = 0;
  readonly #fewer = new Map<number, number>();
  readonly #suspected = new Map<number, number>();

  /** The first audits come after one interval each: what was just read needs none. */
  constructor(now: number, spans: readonly AuditSpan[] = AUDIT_SPANS) {
    this.#spans = spans;
    this.#dueAt = spans.map(({ every }) => now + every);
  }

  /**
   * The audit that is due, if any. `floor` is where the feed begins to be known, `edge` where the polls take over; no
   * audit reaches outside them. Where nothing is known so far back, the smallest span that reaches the floor does.
   */
  next(now: number, floor: number, edge: number, known: KnownEvents): Audit | undefined {
    const last = this.#reaching(floor, edge);
    // The longest first: what it counts, the shorter ones would.
    const due = this.#dueAt.findLastIndex(
      // After a clock went back, none waits until that has caught up.
      (dueAt, at) => at <= last && (dueAt <= now || dueAt > now + (this.#spans[at]?.every ?? 0)),
    );
    const index = this.#doubted === undefined ? due : Math.min(this.#doubted, last);
    const span = this.#spans[index];
    if (span === undefined) {
      return undefined;
    }
    const since = quietSecond(Math.max(floor, edge - span.span), floor, known);
    const until = quietSecond(edge, since + 2, known);
    return until - since < 2
      ? undefined
      : {
          window: { since, until },
          purpose: `count of the last ${words(span.span)}`,
          index,
          shorter: this.#spans[index - 1]?.span ?? 0,
        };
  }

  /**
   * Makes the shortest span due now that reaches back to a time in seconds, or one that is by so many places longer, as
   * far as there is one that reaches not much further than `floor`.
   */
  hasten(since: number, longer: number, now: number, floor: number, edge: number): void {
    const last = this.#reaching(floor, edge);
    const index = Math.min(this.#reaching(since, edge) + longer, last);
    if (index >= 0) {
      this.#dueAt[index] = Math.min(this.#dueAt[index] ?? now, now);
      this.#hastened = index;
    }
  }

  /** The place of the shortest span that reaches back to a time in seconds, or of the longest of all. */
  #reaching(time: number, edge: number): number {
    const reaching = this.#spans.findIndex(({ span }) => edge - span <= time);
    return reaching < 0 ? this.#spans.length - 1 : reaching;
  }

  /** The audit of what is dated after now, if it is due. */
  nextFuture(now: number): Audit | undefined {
    return this.#futureDueAt <= now || this.#futureDueAt > now + FUTURE_EVERY
      ? {
          window: { since: Math.floor(now), until: undefined },
          purpose: 'count of events dated in the future',
          index: -1,
          shorter: 0,
        }
      : undefined;
  }

  /** Events that were read and that the server no longer counts. */
  get fewer(): number {
    return largest(this.#fewer.values(), 0);
  }

  /** The same for a span that is due. */
  fewerIn({ index }: Audit): number {
    return this.#fewer.get(index) ?? 0;
  }

  /** Takes back that any was no longer counted. */
  forgetFewer(): void {
    this.#fewer.clear();
    this.#suspected.clear();
  }

  /**
   * Takes note of what the server counts, and of what it should count at least and at most. Returns whether events lack
   * here. A count that is too small is often a fault, so that it takes two of them to be trusted; nothing is dropped.
   */
  compare(
    audit: Audit,
    now: number,
    total: number | undefined,
    expected: { readonly least: number; readonly most: number },
  ): boolean {
    const { index } = audit;
    const fewerBefore = this.#fewer.get(index) ?? 0;
    const fewer = Math.max(0, expected.least - (total ?? expected.least));
    const isTrusted = fewer === 0 || fewer === fewerBefore || this.#suspected.get(index) === fewer;
    if (isTrusted) {
      this.#fewer.set(index, fewer);
    }
    if (isTrusted && total !== undefined) {
      // No more are gone from the shorter spans in it than from all of it.
      for (const [shorter, before] of this.#fewer) {
        this.#fewer.set(shorter, shorter >= 0 && shorter < index ? Math.min(before, fewer) : before);
      }
    }
    const isDoubtedAgain = (this.#suspected.get(index) ?? 0) > 0;
    this.#suspected.set(index, fewer);
    this.#doubted = isTrusted || index < 0 || index === this.#doubted ? undefined : index;
    if (index < 0) {
      // Of what is dated ahead less is left each time, so that no two counts of it need be the same.
      this.#futureDueAt = now + (isTrusted || isDoubtedAgain ? FUTURE_EVERY : 0);
    }
    // What is read again after the counts of shorter spans goes on in its turn.
    const first = index === this.#hastened ? index : 0;
    this.#spans.slice(0, index + 1).forEach(({ every }, at) => {
      if (at >= first) {
        this.#dueAt[at] = now + (isTrusted || at < index ? every : 0);
      }
    });
    if (isTrusted && index === this.#hastened) {
      this.#hastened = undefined;
    }
    return total !== undefined && total > expected.most - fewerBefore;
  }
}

/**
 * A second shortly before the wanted one in which nothing is known to have happened, so that it does not matter whether the
 * server counts the second of a bound; the wanted one when there is none.
 */
export function quietSecond(wanted: number, earliest: number, known: KnownEvents): number {
  for (let distance = 0; distance <= FARTHEST_QUIET; distance++) {
    const second = wanted - distance;
    if (second < earliest) {
      break;
    }
    if (known.countAt(second) === 0) {
      return second;
    }
  }
  return wanted;
}

function words(seconds: number): string {
  const units = [
    [604_800, 'week'],
    [86_400, 'day'],
    [3600, 'hour'],
    [60, 'minute'],
  ] as const;
  const [size, name] = units.find(([unit]) => seconds >= unit) ?? [1, 'second'];
  const count = Math.round(seconds / size);
  return count === 1 ? name : `${count} ${name}s`;
}
