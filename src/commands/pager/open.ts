import type { Session } from '../../contract/session.ts';
import { SECRETS_WORDS, type Sought } from '../../lib/text-finder.ts';
import type { SearchHit } from '../../stores/search/search-hit.ts';
import { openedPager, type Moment, type PagerView } from '../../stores/transcript/pager-view.ts';
import { eventTimesOf } from '../../stores/transcript/session-events.ts';
import type { CommandContext } from '../base/command.ts';
import { goToTab } from '../base/tabs.ts';
import { leaveFor } from '../base/back-stack.ts';

/** Shows the transcript of a session in the pager of the sessions pane, at a moment of it or at its beginning. */
export function openTranscriptAt(context: CommandContext, session: Session, moment?: Moment): void {
  openPager(context, session, openedPager(session, moment));
}

/** Shows the transcript of a session at a message in which something was found; going back leads to the hits. */
export function openHit(context: CommandContext, sought: Sought, { session, message }: SearchHit): void {
  const pager: PagerView = {
    ...openedPager(session),
    top: {
      kind: 'match',
      direction: 1,
      from: { message, occurrence: -1 },
      before: { message, line: 0 },
    },
    cursor: message,
    search: sought.words ?? SECRETS_WORDS,
    searchKind: sought.kind,
    searchFrom: message,
  };
  openPager(context, session, pager);
}

function openPager(context: CommandContext, session: Session, pager: PagerView): void {
  const { stores, sync } = context;
  leaveFor(context, () => {
    goToTab(context, 'sessions');
    stores.view.setState({ pager });
  });
  sync.openTranscript(session);
  const times = eventTimesOf(session);
  if (session.client_id !== undefined && times !== undefined) {
    // Its events stand beside the messages.
    sync.readHistory({ filter: {}, ...times }, () => stores.view.getState().pager?.sessionId === session.id);
  }
}
