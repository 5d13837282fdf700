import { smallest } from '../../lib/long-lists.ts';
import { attentionOf, type Feed } from './feed.ts';
import { NEVER, type FeedState, type View } from './feed-state.ts';

/** Why a feed is read before another one, the most urgent first. */
export const RANK = { asked: 0, live: 1, first: 2, late: 3, more: 4, spare: 5 } as const;

/** What is going on now goes before all else until it was read whole once, or so many requests were answered: then in turn. */
const LED = 12;

/** A feed that may be read now, and why. */
export interface Candidate {
  readonly state: FeedState;
  readonly rank: number;
}

/** Whether it is what is going on now, which goes before all else until it was read whole once. */
export function isLed(feed: Feed): boolean {
  return feed.isLive === true && feed.isBeginning?.() === true && (feed.progress?.() ?? 0) < LED;
}

/** The time from which one of them may be read; Infinity where none may be, now or later. */
export function readableFrom(states: readonly FeedState[], view: View): number {
  return smallest(states.filter(({ isReadable }) => isReadable).map((state) => state.readableFrom(view)));
}

/** Whether it is read to be there before anybody looks, for which nobody waits before an empty place. */
export function isForLater({ feed, freshAt, isAsked }: FeedState, { tab }: View): boolean {
  return freshAt === NEVER && !isAsked && feed.isLive !== true && attentionOf(feed, tab) === 'hidden';
}

/** Why a feed is read that is not what is going on now; `isEnough` is whether the budget meets all targets. */
export function rankOf(state: FeedState, now: number, view: View, isEnough: boolean): number {
  if (state.isAsked) {
    return RANK.asked;
  }
  if (state.freshAt === NEVER) {
    return RANK.first;
  }
  if (isEnough && now >= state.freshAt + state.target(view)) {
    return RANK.late;
  }
  return state.hasMore ? RANK.more : RANK.spare;
}

/** Orders two feeds of one rank. */
export function compareOfRank(
  rank: number,
  left: FeedState,
  right: FeedState,
  now: number,
  view: View,
): number {
  if (rank === RANK.late) {
    return left.freshAt + left.target(view) - right.freshAt - right.target(view);
  }
  // A screen that is looked at and has nothing yet is more than one that may be looked at later.
  const emphasis = rank === RANK.first ? right.emphasis(view) - left.emphasis(view) : 0;
  return emphasis || right.gain(now, view) - left.gain(now, view);
}
