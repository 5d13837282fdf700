import { formatCount } from '../../lib/format-number.ts';
import { formatDateTime } from '../../lib/format-time.ts';
import { named } from '../../lib/named.ts';
import { prose, quoting, type Quoted, type Sentence } from '../../lib/untrusted.ts';
import type { Zone } from '../../lib/zoned-time.ts';
import type { FeedState } from './events-store.ts';
import { feedStatus, statusSentence } from './feed-status.ts';

/** What can keep the events of a window from being whole. */
export type Lacks = Pick<FeedState, 'gaps' | 'damaged' | 'toCome' | 'doubt' | 'completeThrough'>;

/** What keeps a window from being whole, one sentence each; none when it is certified complete. */
export function incompleteness(state: Lacks, now: number, zone: Zone = 'utc'): readonly Sentence[] {
  return [
    ...gapSentences(state, zone),
    ...(state.damaged.length === 0 ? [] : [damageSentence(state)]),
    ...(state.toCome > 0 ? [`${eventsOf(state.toCome)} were not read.`] : []),
    ...(state.doubt === undefined ? [] : [statusSentence(feedStatus(state, now), zone)]),
  ];
}

/** Of which times how many events could not be read, a sentence each. */
export function gapSentences({ gaps }: Pick<Lacks, 'gaps'>, zone: Zone): readonly string[] {
  const moment = (second: number) => formatDateTime(second * 1000, zone);
  return gaps.map(
    ({ since, until, missing }) =>
      `${eventsOf(missing)} of the server could not be read, between ${moment(since)} and ${until === undefined ? 'now' : moment(until)}.`,
  );
}

/** How many events are damaged, and what is wrong with the first. */
export function damageSentence({ damaged }: Pick<Lacks, 'damaged'>): Quoted {
  const [first] = damaged;
  const where = first === undefined ? '' : quoting` (${named(first.field)}: ${prose(first.problem)})`;
  return quoting`${eventsOf(damaged.length)} of the server ${damaged.length === 1 ? 'is' : 'are'} damaged and left out${where}.`;
}

/** That the server counted fewer events at the end of a reading than it had given. */
export function deletedMeanwhile(count: number): string {
  const [events, were] = count === 1 ? ['event', 'was'] : ['events', 'were'];
  return `${formatCount(count)} ${events} of those that were read ${were} not counted by the server any more when all had been read: deleted meanwhile.`;
}

function eventsOf(count: number): string {
  return `${formatCount(count)} event${count === 1 ? '' : 's'}`;
}
