import { formatCount } from '../../lib/format-number.ts';
import { PatternError, patternSentence } from '../../lib/line-pattern/pattern-syntax.ts';
import { readSought, type Sought } from '../../lib/text-finder.ts';
import type { SearchQuestion } from '../../stores/search/session-search.ts';
import { selectSessionsCompleteness, selectVisibleSessions } from '../../stores/sessions/select-sessions.ts';
import { setFilters } from '../../stores/view/list-filters.ts';
import { notify, openDialog, type CommandContext } from '../base/command.ts';
import { goToTab } from '../base/tabs.ts';

/** The sessions that a search would go through now, and how many of all that is. */
export function searchedNow({ stores }: CommandContext): Omit<SearchQuestion, 'sought'> {
  const view = stores.view.getState();
  return {
    sessions: selectVisibleSessions(stores),
    isFiltered: view.sessions.text !== '' || setFilters(view, 'sessions').length > 0,
    listed: selectSessionsCompleteness(stores),
    leavesSubagentsOut: !view.sessions.subagents,
    chosenBy: view.sessions,
  };
}

/** What is searched, in one sentence. */
export function scopeSentence({ sessions, isFiltered }: Omit<SearchQuestion, 'sought'>): string {
  return `the transcripts of ${formatCount(sessions.length)} ${sessions.length === 1 ? 'session' : 'sessions'}${isFiltered ? ' that pass the filter' : ''}, last active first: all text of their messages, as / in a transcript does; capitals count when there are any, and between slashes stands a pattern`;
}

/** Begins a search through the sessions that pass the filter of their list, in the place of the last one, and shows its hits. */
export function beginSearch(context: CommandContext, sought: Sought): void {
  const { stores, sync } = context;
  goToTab(context, 'sessions');
  const asked = searchedNow(context);
  if (asked.sessions.length === 0) {
    notify(
      context,
      stores.sessions.getState().data === undefined
        ? 'No session was read yet: search again once they are listed.'
        : 'No session passes the filter: nothing was searched.',
    );
    return;
  }
  sync.searchSessions({ sought, ...asked });
  showHits(context);
}

/** Searches for words, or for a pattern between slashes, or says why that is none. */
export function searchTyped(context: CommandContext, typed: string): void {
  const sought = readSought(typed);
  if (sought instanceof PatternError) {
    notify(context, patternSentence(sought), 'bad');
  } else {
    beginSearch(context, sought);
  }
}

/** Shows the hits of the last search. */
export function showHits(context: CommandContext): void {
  openDialog(context, { kind: 'session-search', cursor: undefined, search: '' });
}
