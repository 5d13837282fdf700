import { formatCount, formatShare } from '../../lib/format-number.ts';
import { formatCountdown, formatDateTime, formatMinute } from '../../lib/format-time.ts';
import { quoting, type Sentence } from '../../lib/untrusted.ts';
import type { Zone } from '../../lib/zoned-time.ts';
import { measureOf } from '../base/completeness.ts';
import { deletedMeanwhile, incompleteness } from '../events/incompleteness.ts';
import type { HuntFacts } from './select-hunt.ts';

/** Which events a hunt went through. */
export interface HuntReach {
  /** From when on, in milliseconds; undefined where no event carries a time. */
  readonly from: number | undefined;
  /** It began with the first that the server has. */
  readonly isFromFirst: boolean;
  readonly through: number;
  readonly events: number;
  /** None of them is missing. */
  readonly isWhole: boolean;
  /** Not all of that time were asked for. */
  readonly isFiltered?: boolean;
}

/** Through which events a hunt went, as a sentence; and that none of them is missing, where that is so. */
export function certificate(
  { from, isFromFirst, through, events, isWhole, isFiltered = false }: HuntReach,
  zone: Zone,
): string {
  const first = from === undefined ? '' : ` from ${formatMinute(from, zone)}`;
  const times = `${first} through ${formatDateTime(through, zone)}`;
  const which = isFiltered ? ' asked for' : isFromFirst && isWhole ? ', all that the server has' : '';
  return isWhole
    ? `complete${times}: ${eventsOf(events)}${which}, no gaps`
    : `not complete${times}: ${eventsOf(events)}${which} were read`;
}

function eventsOf(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'event' : 'events'}`;
}

/** How many events match that are in no row. */
export function leftSentence(left: number): string {
  return `${formatCount(left)} events that match are in no row: there are too many rows.`;
}

/** In which events a hunt in a console has looked, as a part of a sentence. */
export function reachWords(facts: HuntFacts, zone: Zone, now: number): string {
  const { hunt, looked, events, oldest, through, isWhole } = facts;
  const { phase, read, of } = hunt.past;
  if (phase === 'waiting') {
    return 'no events were read yet';
  }
  if (looked !== undefined) {
    return `looked in ${formatCount(looked.looked)} of the ${formatCount(looked.of)} loaded events so far`;
  }
  if (phase !== 'done') {
    const share =
      of === undefined || of <= 0 ? '' : ` of ${formatCount(of)} (${formatShare(Math.min(read, of), of)})`;
    return `looked in ${eventsOf(events)} so far, older ones ${formatCount(read)}${share}`;
  }
  const reach = { from: oldest, isFromFirst: true, through: through ?? now, events, isWhole };
  return certificate(reach, zone);
}

/** The same as a sentence, and why it goes no further just now, where it does not. */
export function reachSentence(facts: HuntFacts, zone: Zone, now: number): Sentence {
  const part = reachWords(facts, zone, now);
  const words = `${part.charAt(0).toUpperCase()}${part.slice(1)}.`;
  const { phase, problem, triesAt } = facts.hunt.past;
  switch (phase) {
    case 'running':
      return problem === undefined
        ? words
        : quoting`${words} ${problem} ${triesAt === undefined || triesAt <= now ? 'Trying again.' : `Trying again in ${formatCountdown(triesAt - now)}.`}`;
    case 'cancelled':
      return `Stopped by you. ${words}`;
    case 'stopped':
      return quoting`Stopped: ${problem ?? 'something failed.'} ${words}`;
    case 'waiting':
    case 'done':
      return words;
  }
}

/** What keeps the answer of a hunt in a console from being whole, beside what is still being read. */
export function lackSentences(facts: HuntFacts, zone: Zone, now: number): readonly Sentence[] {
  const { hunt, left, ofFeed, ofAgents, sessions } = facts;
  const { phase, state, deleted } = hunt.past;
  const ofNames = namesSentence(ofAgents);
  return [
    ...(phase === 'done' && state !== undefined ? incompleteness(state, now, zone) : []),
    ...(deleted > 0 ? [deletedMeanwhile(deleted)] : []),
    ...(ofFeed !== 'all' && phase !== 'waiting'
      ? [`The feed is not known to be complete${measureOf(ofFeed)}.`]
      : []),
    ...(left > 0 ? [leftSentence(left)] : []),
    ...(ofNames === undefined ? [] : [ofNames]),
    ...(sessions.problem === undefined
      ? []
      : [quoting`Sessions of what was found could not be read: ${sessions.problem}`]),
    ...(sessions.left > 0
      ? [`Sessions are looked up of the first machines alone, not of ${formatCount(sessions.left)} more.`]
      : []),
  ];
}

/** What is not known of machines, since their agents are not; undefined where all is. */
function namesSentence(ofAgents: HuntFacts['ofAgents']): string | undefined {
  switch (ofAgents) {
    case 'all':
      return undefined;
    case 'unread':
      return 'The list of agents was not read yet.';
    case 'failed':
      return 'The list of agents could not be read: machines have the ids of their clients in the place of names, and how many there are is not known.';
    default:
      return `Machines are counted of the agents that are known${measureOf(ofAgents)}.`;
  }
}
