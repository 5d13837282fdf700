import { formatCount } from '../../lib/format-number.ts';
import { SECRETS_WORDS, type Sought } from '../../lib/text-finder.ts';
import { prose, quoting, type Sentence } from '../../lib/untrusted.ts';
import type { SessionSearch } from './session-search.ts';

/** What is searched for, as a sentence names it: `"rm -rf"`, `/rm -[rf]+/`, or what looks like a secret. */
export function soughtName(sought: Sought): Sentence {
  switch (sought.kind) {
    case 'secrets':
      return SECRETS_WORDS;
    case 'pattern':
      return prose(sought.words);
    case 'words':
      return quoting`"${prose(sought.words)}"`;
  }
}

/** What is said of one session, and of several, where not all were meant. */
const PASSING = { one: 'that passes the filter', several: 'that pass the filter' };

/** What says how far a search reached. */
export type SearchReach = Pick<
  SessionSearch,
  'sessions' | 'done' | 'unsearched' | 'isFiltered' | 'listed' | 'leavesSubagentsOut' | 'phase'
>;

/**
 * How much was searched, of how much: `12 of 120 sessions`. "All" is said only of a search that read each of them whole, and
 * only where the list held all that there are. `chosen` says which sessions these are
 * where not all were meant.
 */
export function reachSentence(search: SearchReach, chosen = PASSING): string {
  const { sessions, done, unsearched, isFiltered, listed, leavesSubagentsOut } = search;
  const of = sessions.length;
  const read = done - unsearched.filter(({ isInPart }) => !isInPart).length;
  const isWhole = search.phase === 'done' && unsearched.length === 0;
  const passing = isFiltered
    ? ` ${chosen[isWhole && of === 1 ? 'one' : 'several']}`
    : listed === 'all'
      ? ''
      : ' that are listed';
  const amount = isWhole
    ? of === 1
      ? 'the one session'
      : `all ${formatCount(of)} sessions`
    : `${formatCount(read)} of ${formatCount(of)} sessions`;
  return `searched ${amount}${passing}${beyondWords(listed)}${leavesSubagentsOut ? ', those of subagents left out' : ''}`;
}

/** What there is beside the sessions that were listed. */
function beyondWords(listed: SessionSearch['listed']): string {
  if (listed === 'all') {
    return '';
  }
  const { read, of } = listed;
  return of !== undefined && of > read
    ? `; only ${formatCount(read)} of ${formatCount(of)} sessions were listed`
    : `; ${formatCount(read)} sessions were listed, and there may be more`;
}

/** What was found: `58 matches in 31 messages of 9 sessions`. */
export function foundSentence({
  found,
  bySession,
  phase,
}: Pick<SessionSearch, 'found' | 'bySession' | 'phase'>): string {
  const { matches, messages } = found;
  if (messages === 0) {
    return phase === 'running' ? 'nothing found so far' : 'nothing found';
  }
  return `${counted(matches, 'match', 'matches')} in ${counted(messages, 'message')} of ${counted(bySession.size, 'session')}`;
}

/** What was not searched of the sessions that were read; empty where all was. */
export function unsearchedSentences({
  unsearched,
  cutMessages,
}: Pick<SessionSearch, 'unsearched' | 'cutMessages'>): readonly string[] {
  const failed = unsearched.filter(({ isInPart }) => !isInPart).length;
  const inPart = unsearched.length - failed;
  return [
    ...(failed === 0 ? [] : [`${counted(failed, 'session')} could not be read`]),
    ...(inPart === 0 ? [] : [`${counted(inPart, 'session')} could be read only in part`]),
    ...(cutMessages === 0
      ? []
      : [`parts of ${counted(cutMessages, 'message')} too large to be shown were not searched`]),
  ];
}

/** The same, and what is not listed of what was found; empty where nothing is. */
export function lackingSentences(search: SessionSearch): readonly string[] {
  const { hits, found, phase } = search;
  return [
    ...unsearchedSentences(search),
    ...(hits.length >= found.messages
      ? []
      : [
          `the first ${formatCount(hits.length)} of ${phase === 'running' ? 'at least ' : ''}${formatCount(found.messages)} messages are listed`,
        ]),
  ];
}

/** All that is to be known of a search that has ended, for a file or a message. */
export function endSentence(search: SessionSearch): string {
  return [reachSentence(search), foundSentence(search), ...lackingSentences(search)].join('; ');
}

/** A count and what it counts. */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : several}`;
}
