import { type Zone } from '../../lib/zoned-time.ts';
import { formatCount } from '../../lib/format-number.ts';
import { formatAge, formatDateTime } from '../../lib/format-time.ts';
import { FRESH_FOR } from '../base/fresh-for.ts';
import { listDoubtWords } from '../base/list-doubt.ts';

/**
 * Why it cannot be verified that every event is here:
 * - `not-counted`: the server gives no total.
 * - `denies-rows`: it gave rows that its total denies.
 * - `exceeds-rows`: its total says more than can be read.
 * - `ignores-window`: its total is the same whatever window is asked for.
 * - `more-after-end`: rows followed where it said that none do.
 * - `promises-more`: it says that more rows follow where none do.
 * - `repeats-rows`: it gives the rows of the first page at any offset.
 * - `clock-back`: its clock went back, and what came in since is still to be read.
 * - `clocks-differ`: its answers have times that contradict each other.
 * - `counts-fewer`: it counts fewer events than were read, and which are gone is not known.
 */
export type FeedDoubt =
  | 'not-counted'
  | 'denies-rows'
  | 'exceeds-rows'
  | 'ignores-window'
  | 'more-after-end'
  | 'promises-more'
  | 'repeats-rows'
  | 'clock-back'
  | 'clocks-differ'
  | 'counts-fewer';

/**
 * What the feed of events is, and why:
 * - `live`: every event through a time of the server is here, and the newest were read just now.
 * - `late`: the same, but the terminal shows it so much later; by how many milliseconds, where that is known.
 * - `behind`: the newest were read a while ago, or some are known to be missing or still to come.
 * - `unverified`: what the server gave is here; whether that is all cannot be known.
 * - `blind`: nothing was read, or not for long.
 */
export type FeedStatus =
  | { readonly kind: 'live'; readonly through: number }
  | { readonly kind: 'late'; readonly by: number | undefined; readonly through: number }
  | { readonly kind: 'behind'; readonly why: FeedLag; readonly through: number | undefined }
  | { readonly kind: 'unverified'; readonly doubt: FeedDoubt }
  | { readonly kind: 'blind'; readonly age: number | undefined; readonly through: number | undefined };

/**
 * What a feed is behind with: `age` in milliseconds, of what was read, or of what waits for an answer of any kind, as `silentFor` is
 * where what was read is old, too.
 */
export type FeedLag =
  | { readonly kind: 'beginning'; readonly read?: number; readonly of?: number }
  | { readonly kind: 'age'; readonly age: number; readonly silentFor?: number | undefined }
  | { readonly kind: 'silence'; readonly age: number }
  | { readonly kind: 'missing' | 'to-come'; readonly events: number };

/**
 * What the status of a feed is made of, as in the state of the events. A reader without a screen gives no time at which
 * it received them: it reads as fast as it can.
 */
export interface FeedFacts {
  readonly completeThrough: number | undefined;
  readonly doubt: FeedDoubt | undefined;
  readonly toCome: number;
  readonly gaps: readonly { readonly missing: number }[];
  readonly receivedAt?: number | undefined;
  /** How many events are here, and why the last read failed, where that is known. */
  readonly rows?: { readonly length: number };
  readonly failure?: unknown;
  /** When the first request left of those that nothing was answered since, of all or of this feed. */
  readonly silentSince?: number | undefined;
}

/** No feed is live while the server answered nothing at all, or none of its own requests, for so long. */
const SILENT_AFTER = 5000;
/** A feed that was not read for so long shows nothing of the present. */
const BLIND_AFTER = 5 * 60_000;

/** What the feed is at a time of our clock. Everything that speaks of it speaks from this. */
export function feedStatus(
  { completeThrough, doubt, toCome, gaps, ...facts }: FeedFacts,
  now: number,
): FeedStatus {
  const { receivedAt, silentSince = now } = facts;
  const isRead = !('receivedAt' in facts) || receivedAt !== undefined;
  const age = receivedAt === undefined ? 0 : now - receivedAt;
  if (!isRead || age >= BLIND_AFTER) {
    return { kind: 'blind', age: isRead ? age : undefined, through: completeThrough };
  }
  if (doubt !== undefined) {
    return { kind: 'unverified', doubt };
  }
  const behind = (why: FeedLag): FeedStatus => ({ kind: 'behind', why, through: completeThrough });
  const isSilent = now - silentSince >= SILENT_AFTER;
  const { rows, failure } = facts;
  if (
    completeThrough === undefined &&
    toCome > 0 &&
    rows !== undefined &&
    failure === undefined &&
    !isSilent
  ) {
    // The first pages come newest first: what is still to come is older than what was read last.
    return behind({ kind: 'beginning', read: rows.length, of: rows.length + toCome });
  }
  if (age >= FRESH_FOR) {
    return behind({ kind: 'age', age, silentFor: isSilent ? now - silentSince : undefined });
  }
  if (isSilent) {
    return behind({ kind: 'silence', age: now - silentSince });
  }
  if (toCome > 0) {
    return behind({ kind: 'to-come', events: toCome });
  }
  if (gaps.length > 0) {
    return behind({ kind: 'missing', events: gaps.reduce((sum, { missing }) => sum + missing, 0) });
  }
  return completeThrough === undefined
    ? behind({ kind: 'beginning' })
    : { kind: 'live', through: completeThrough };
}

const DOUBTS: Readonly<Record<FeedDoubt, string>> = {
  'not-counted': listDoubtWords('not-counted', 'events'),
  'denies-rows': listDoubtWords('denies-rows', 'events'),
  'exceeds-rows': listDoubtWords('exceeds-rows', 'events'),
  'ignores-window': 'the server counts the same for every time window',
  'more-after-end': listDoubtWords('more-after-end', 'events'),
  'promises-more': 'the server says that more events follow where none do',
  'repeats-rows': listDoubtWords('repeats-rows', 'events'),
  'clock-back': "the server's clock went back, and the time since is being read again",
  'clocks-differ': "the server's answers give times that contradict each other",
  'counts-fewer': 'the server no longer counts events that were read',
};

/** Why completeness cannot be verified, as a part of a sentence. */
export function doubtWords(doubt: FeedDoubt): string {
  return DOUBTS[doubt];
}

/** How far back the feed was read where nothing is older: of a feed in doubt only the server knows what its first event is. */
export function firstWords(doubt: FeedDoubt | undefined): string {
  return doubt === undefined ? 'from the very first' : 'back to the first that the server gave';
}

/** What the feed is in a word, and why in a few more where there is a reason. */
export function statusWords(status: FeedStatus): {
  readonly word: string;
  readonly why: string | undefined;
} {
  switch (status.kind) {
    case 'live':
      return { word: 'live', why: undefined };
    case 'late':
      return { word: `terminal ${lateWords(status.by)}`, why: undefined };
    case 'behind':
      return behindWords(status.why);
    case 'unverified':
      return { word: 'unverified', why: doubtWords(status.doubt) };
    case 'blind':
      return {
        word: 'blind',
        why: status.age === undefined ? 'no events read yet' : `last read ${ageWords(status.age)} ago`,
      };
  }
}

/** What is known of the completeness of the feed, as a sentence with times in a zone. */
export function statusSentence(status: FeedStatus, zone: Zone): string {
  switch (status.kind) {
    case 'live':
      return `Complete through ${formatDateTime(status.through, zone)}.`;
    case 'late':
      return `Complete through ${formatDateTime(status.through, zone)}, but the terminal is ${lateWords(status.by)}.`;
    case 'behind':
      return status.through === undefined
        ? 'Not known to be complete through any time yet.'
        : `Complete through ${formatDateTime(status.through, zone)}, but ${lagWords(status.why)}.`;
    case 'unverified':
      return `Completeness is unverified: ${doubtWords(status.doubt)}.`;
    case 'blind':
      return status.age === undefined
        ? 'Nothing was read yet.'
        : `Nothing was read for ${ageWords(status.age)}.`;
  }
}

function behindWords(lag: FeedLag): { readonly word: string; readonly why: string | undefined } {
  if (lag.kind !== 'age') {
    return { word: 'behind', why: lagWords(lag) };
  }
  const { age, silentFor } = lag;
  return {
    word: `as of ${formatAge(age)} ago`,
    why: silentFor === undefined ? undefined : silenceWords(silentFor),
  };
}

function lateWords(by: number | undefined): string {
  return by === undefined ? 'yet to answer' : `${formatAge(by)} behind`;
}

function lagWords(lag: FeedLag): string {
  switch (lag.kind) {
    case 'beginning':
      return lag.read === undefined || lag.of === undefined
        ? 'reading the first events'
        : `reading the first events, ${formatCount(lag.read)} of ${formatCount(lag.of)}`;
    case 'age':
      return `last read ${formatAge(lag.age)} ago`;
    case 'silence':
      return silenceWords(lag.age);
    case 'missing':
      return `${formatCount(lag.events)} missing`;
    case 'to-come':
      return `${formatCount(lag.events)} still to come`;
  }
}

function silenceWords(age: number): string {
  return `no answer for ${formatAge(Math.floor(age / SILENT_AFTER) * SILENT_AFTER)}`;
}

/** In steps of ten seconds, so that a line does not change each second for nothing. */
function ageWords(age: number): string {
  return formatAge(Math.floor(age / 10_000) * 10_000);
}
