import type { AnswerFacts } from '../../api/answer-facts.ts';
import type { Finding } from '../../stores/connection/connection-store.ts';
import { RateLimitBackoff } from './rate-limit-backoff.ts';
import { agreeWithReset, holdFrom } from './retry-after-wait.ts';
import type { SentRequest } from './ledger.ts';
import type { Classification } from './outcome.ts';
import type { UntilOwnMoment } from './own-moment.ts';
import { Pace } from './pace.ts';
import type { QuotaState } from './quota-state.ts';
import { Quota } from './quota.ts';
import { ServerClock } from './server-clock.ts';
import { timeAtPrompt } from './time-at-prompt.ts';
import { TimeHeader } from './time-header.ts';
import { isPersonal, type Priority } from './turn-queue.ts';

/** A wait of so many milliseconds is worth a word. */
const WORTH_REPORTING = 5000;

/**
 * What the four headers of the limit say ("Limits"), and when requests may leave because of it: the quota, the pace
 * under which it lasts, and the backoff after a 429 or once nothing remains. Times are steady, in milliseconds.
 */
export class Limits {
  readonly quota: Quota;
  readonly pace: Pace;
  readonly backoff = new RateLimitBackoff();
  readonly serverClock = new ServerClock();
  readonly #reset: TimeHeader;
  readonly #retryAfter: TimeHeader;

  /** `consoles` gives how many of this user share the quota, this one among them. */
  constructor(consoles: () => number, untilOwnMoment: UntilOwnMoment) {
    this.quota = new Quota(consoles);
    this.pace = new Pace(consoles, untilOwnMoment);
    this.#reset = new TimeHeader(this.serverClock);
    this.#retryAfter = new TimeHeader(this.serverClock);
  }

  /** Milliseconds until a request of that priority may leave; Infinity while that depends on an answer under way. */
  wait(now: number, priority: Priority): number {
    const state = this.quota.state(now);
    const held = this.backoff.wait(now);
    if (isPersonal(priority)) {
      const isUsedUp = state?.available === 0 && (state.end ?? 0) > now;
      const isUnsure = isUsedUp && this.quota.ledger.underWaySince(Number.NEGATIVE_INFINITY) > 0;
      return isUnsure ? Number.POSITIVE_INFINITY : held;
    }
    if (this.backoff.isDue(now) && state?.isEven !== true) {
      // One request has to try, whatever the pace was before; where each console has its own moments the next one comes soon.
      return 0;
    }
    if (priority === 'command') {
      return Math.max(held, this.pace.waitAtPrompt(now, state));
    }
    return Math.max(held, this.#feedWait(now, state, priority === 'backfill'));
  }

  #feedWait(now: number, state: QuotaState | undefined, isBackfill: boolean): number {
    const isLooking = state?.end !== undefined && this.quota.ledger.underWaySince(state.end) > 0;
    return this.pace.wait(now, state, { isLooking, isBackfill });
  }

  /** The steady time until which requests wait since only the reserve is left; undefined when they do not, or hardly. */
  keptUntil(now: number, priority: Priority): number | undefined {
    const state = this.quota.state(now);
    if (state === undefined || isPersonal(priority) || state.available - state.reserve >= 1) {
      return undefined;
    }
    if (priority === 'command') {
      const wait = this.pace.waitAtPrompt(now, state);
      return wait > 0 ? now + wait : undefined;
    }
    // While it is not known when the window ends, it is looked again and again.
    const end = state.end ?? now + this.#feedWait(now, state, false);
    const isFar = end - now >= WORTH_REPORTING;
    return isFar && state.refill === undefined ? end : undefined;
  }

  /** Milliseconds after which the last of so many requests at a prompt may leave; undefined where that is not known. */
  timeFor(now: number, requests: number): number | undefined {
    const state = this.quota.state(now);
    if (state === undefined) {
      return this.pace.fallback.wasRefused ? undefined : 0;
    }
    const time = timeAtPrompt(now, state, requests);
    return time === undefined ? undefined : Math.max(this.backoff.wait(now), time);
  }

  /**
   * Takes in an answer that came now; returns by how much Remaining fell for this request alone, where that
   * shows.
   */
  learn(
    sent: SentRequest,
    now: number,
    { status, rateLimit, serverDate }: AnswerFacts,
    { outcome, isFinal }: Classification,
  ): number | undefined {
    if (serverDate !== undefined) {
      this.serverClock.note(serverDate, sent.sentAt, now);
    }
    const isRefusal = outcome === 'rate limited';
    // Without a valid key the headers are nobody's, and say nothing of this organization.
    const isOurs = !sent.isHealth && !isFinal;
    if (!isOurs && !isRefusal) {
      // Nor whether it is over with what held us back.
      this.backoff.noteLost(sent);
      return undefined;
    }
    const { limit, remaining } = rateLimit;
    const reset = this.#reset.note(rateLimit.reset, sent.sentAt, now);
    const asked = this.#retryAfter.note(rateLimit.retryAfter, sent.sentAt, now);
    const fall =
      isOurs && limit !== undefined && remaining !== undefined
        ? this.quota.note(sent, limit, remaining, reset, now)
        : undefined;
    const state = this.quota.state(now);
    const end = state?.end;
    const reportedEnd = reset?.kind === 'end' ? reset.at : end;
    const retryAfter =
      reportedEnd === undefined ? asked : agreeWithReset(this.#retryAfter, asked, now, reportedEnd);
    if (isRefusal || (isOurs && remaining === 0 && state?.available === 0)) {
      const refill = state?.refill ?? 0;
      const next = refill > 0 ? now + 1 / refill : end;
      const left = remaining ?? state?.available;
      const hold = holdFrom({ now, isRefusal, remaining: left, retryAfter, reset, end: next });
      const isNew = this.backoff.begin(now, sent.sentAt, isRefusal, hold);
      if (isRefusal && isNew) {
        this.pace.fallback.noteRefusal();
      }
    } else {
      this.backoff.noteAnswered(sent);
      if (status < 400) {
        this.pace.fallback.noteSuccess();
      }
    }
    return fall;
  }

  /** What was learned of the server. */
  findings(now: number): readonly Finding[] {
    const isBucket = this.quota.state(now)?.refill !== undefined;
    const findings: readonly (readonly [string, string | undefined])[] = [
      ['X-RateLimit-Reset', this.#reset.form],
      ['Retry-After', this.#retryAfter.form],
      ['quota', isBucket ? 'refills continuously instead of in windows' : undefined],
      ['GET /health', this.quota.ledger.isHealthFree ? 'takes nothing from the quota' : undefined],
    ];
    return findings.flatMap(([topic, finding]) => (finding === undefined ? [] : [{ topic, finding }]));
  }
}
