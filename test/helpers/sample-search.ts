import type { Session } from '../../src/contract/session.ts';
import { createFinder, type Sought } from '../../src/lib/text-finder.ts';
import { hitIn } from '../../src/stores/search/search-hit.ts';
import { NOTHING_SEARCHED, type SessionSearch } from '../../src/stores/search/session-search.ts';
import { LISTS } from '../../src/stores/view/lists.ts';
import { searchMessage } from '../../src/stores/transcript/message-search.ts';
import { NOW } from './sample-data.ts';
import { transcriptOf } from './transcripts.ts';

/** A search that looked through one message of each session, which says a text. */
export function sampleSearch(
  sessions: readonly Session[],
  textOf: (session: Session) => string,
  sought: Sought,
  fields: Partial<SessionSearch> = {},
): SessionSearch {
  const finder = createFinder(sought);
  const hits = sessions.flatMap((session) => {
    const transcript = transcriptOf({
      messages: [{ type: 'user', content: textOf(session), timestamp: session.modified_at }],
    });
    const looking = finder && searchMessage(transcript, 0, false, finder);
    let step = looking?.next();
    while (step?.done === false) {
      step = looking?.next();
    }
    const found = step?.value;
    return found === undefined || found.matches === 0 ? [] : [hitIn(session, 0, found)];
  });
  return {
    ...NOTHING_SEARCHED,
    sought,
    sessions,
    isFiltered: false,
    listed: 'all',
    leavesSubagentsOut: false,
    chosenBy: LISTS.sessions.open,
    number: 1,
    phase: 'done',
    stop: undefined,
    startedAt: NOW,
    since: 0,
    took: 0,
    done: sessions.length,
    messages: sessions.length,
    bytes: 100 * sessions.length,
    hits,
    found: { matches: hits.reduce((sum, { matches }) => sum + matches, 0), messages: hits.length },
    bySession: new Map(hits.map(({ session, matches }) => [session.id, { matches, messages: 1 }])),
    ...fields,
  };
}
