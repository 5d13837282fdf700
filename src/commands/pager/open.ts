import type { Session } from '../../contract/session.ts';
import { openedPager, type Moment } from '../../stores/transcript/pager-view.ts';
import { eventTimesOf } from '../../stores/transcript/session-events.ts';
import type { CommandContext } from '../base/command.ts';
import { goToTab } from '../base/tabs.ts';
import { leaveFor } from '../base/back-stack.ts';

/** Shows the transcript of a session in the pager of the sessions pane, at a moment of it or at its beginning. */
export function openTranscriptAt(context: CommandContext, session: Session, moment?: Moment): void {
  const { stores, sync } = context;
  leaveFor(context, () => {
    goToTab(context, 'sessions');
    stores.view.setState({ pager: openedPager(session, moment) });
  });
  sync.openTranscript(session);
  const times = eventTimesOf(session);
  if (session.client_id !== undefined && times !== undefined) {
    // Its events stand beside the messages.
    sync.readHistory({ filter: {}, ...times }, () => stores.view.getState().pager?.sessionId === session.id);
  }
}
