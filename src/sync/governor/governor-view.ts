import type { ApiError } from '../../api/errors.ts';
import type { BudgetView, ConnectionState, Wait } from '../../stores/connection/connection-store.ts';
import { isKeyRefused } from '../retry/failure.ts';
import type { Admission } from './admission.ts';
import type { QuotaState } from './quota-state.ts';
import type { SteadyTime } from './steady-time.ts';
import { isAwaited, isPersonal, type Priority } from './turn-queue.ts';

/** How things stand with the server, for people. */
export type GovernorView = Pick<
  ConnectionState,
  'budget' | 'heldUntil' | 'stopped' | 'state' | 'problem' | 'silentSince' | 'waits' | 'learned'
>;

/** The state of the admission now, in words where there is something to say; times are of the wall clock. */
export function viewOf(admission: Admission, time: SteadyTime): GovernorView {
  const now = time.now();
  const { limits, stoppedBy, state, problem, silentSince } = admission;
  const later = (until: number | undefined) =>
    until !== undefined && until > now ? time.toWall(until) : undefined;
  return {
    budget: budgetView(limits.quota.state(now), time),
    heldUntil: later(limits.backoff.until),
    stopped: stoppedBy === undefined ? undefined : stoppedSentence(stoppedBy),
    state,
    problem,
    silentSince: silentSince === undefined ? undefined : time.toWall(silentSince),
    waits: waitsOf(admission, time, 'feed'),
    learned: limits.findings(now),
  };
}

/** The quota as it is shown. */
function budgetView(state: QuotaState | undefined, time: SteadyTime): BudgetView | undefined {
  if (state === undefined) {
    return undefined;
  }
  const { limit, available, end, isEndKnown, others, consoles, refill } = state;
  return {
    limit,
    remaining: available,
    resetsAt: end === undefined || !isEndKnown ? undefined : time.toWall(end),
    othersPerMinute: refill === undefined ? Math.round(others * 60_000) : undefined,
    consoles: consoles > 1 ? consoles : undefined,
    // That nothing is seen to come back into a full bucket does not say how much would.
    refillPerMinute: refill === undefined ? undefined : Math.round(refill * 60_000) || undefined,
  };
}

/** What all requests of a priority wait for, in words: a person, the limit, the server. Times are of the wall clock. */
export function waitsOf(admission: Admission, time: SteadyTime, priority: Priority): readonly Wait[] {
  const now = time.now();
  const { stoppedBy, breaker, limits } = admission;
  const { backoff } = limits;
  const laterToWall = (until: number | undefined) =>
    until !== undefined && until > now ? time.toWall(until) : undefined;
  const keptUntil = limits.keptUntil(now, priority);
  const what = 'everything';
  const waits: Wait[] = [];
  if (stoppedBy !== undefined && !isPersonal(priority)) {
    const next = 'nothing is read until you try again with r';
    waits.push({ what, reason: stoppedSentence(stoppedBy), until: undefined, next });
  }
  if (backoff.until !== undefined) {
    const reason = backoff.isRefusal
      ? 'The server asks to wait, the rate limit is used up (429).'
      : 'The requests of this window are used up.';
    const next = 'then one request tries whether the server answers again';
    waits.push({ what, reason, until: laterToWall(backoff.until), next });
  } else if (keptUntil !== undefined) {
    const reason = 'The limit is used up but for what is kept for actions.';
    waits.push({ what, reason, until: laterToWall(keptUntil), next: 'then reading goes on' });
  }
  const { problem, nextLook } = breaker;
  if (problem !== undefined && stoppedBy === undefined && !isAwaited(priority)) {
    const next =
      nextLook === undefined
        ? 'one request tries whether all is well again'
        : 'then /health is asked whether the server is back';
    waits.push({ what, reason: problem, until: laterToWall(nextLook), next, isOutage: true });
  }
  return waits;
}

/** Why nothing is read any more, and what to do. */
function stoppedSentence(error: ApiError): string {
  return isKeyRefused(error)
    ? 'The server refused the key (401). Check VIGIL_API_KEY, then refresh.'
    : `${error.message} Nothing is read over it until you refresh.`;
}
