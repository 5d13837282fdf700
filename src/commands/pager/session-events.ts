import { formatDateTime } from '../../lib/format-time.ts';
import { untrustedText } from '../../lib/untrusted.ts';
import { OUTCOMES } from '../../contract/values.ts';
import type { EventRow } from '../../stores/event-row.ts';
import type { OpenPager } from '../../stores/transcript/select-pager.ts';
import { selectSessionEvents } from '../../stores/transcript/session-events.ts';
import { updatePane } from '../../stores/view-store.ts';
import { notify, openDialog, type Command, type CommandContext } from '../command.ts';
import { freezeFeed } from '../feed-position.ts';
import { goToTab } from '../shell.ts';
import { goToMessage, onTranscript } from './position.ts';

function eventsOf({ stores }: CommandContext, { open }: OpenPager) {
  return selectSessionEvents(stores, open.session, open.transcript);
}

function toEvent(id: string, title: string, direction: 1 | -1): Command {
  return onTranscript({ id, title, moves: true }, (context, open) => {
    const { messages = [] } = eventsOf(context, open) ?? {};
    const here = open.cursor ?? open.top.message;
    const found =
      direction === 1
        ? messages.find((message) => message > here)
        : messages.findLast((message) => message < here);
    if (found === undefined) {
      const which = direction === 1 ? 'further' : 'earlier';
      notify(context, `No ${which} event of this machine is loaded for the time of the session.`);
    } else {
      goToMessage(context, open, found);
    }
  });
}

/** Shows an event in the feed, whatever the filters there hid. */
function showEvent(context: CommandContext, { id }: EventRow): void {
  const { stores } = context;
  goToTab(context, 'events');
  updatePane(stores.view, 'events', {
    text: '',
    outcomes: OUTCOMES,
    type: undefined,
    ecosystem: undefined,
    suspicious: false,
  });
  freezeFeed(stores);
  updatePane(stores.view, 'events', { cursor: id, detail: true });
}

/** The events of the same machine at the time of the session. */
export const sessionEventCommands: readonly Command[] = [
  toEvent('next-event', 'Next event of the machine', 1),
  toEvent('previous-event', 'Previous event of the machine', -1),
  onTranscript(
    { id: 'related', title: 'Go to an event at the marked message', hint: 'events' },
    (context, open) => {
      const events = eventsOf(context, open)?.byMessage.get(open.cursor ?? -1) ?? [];
      const [first] = events;
      if (first === undefined) {
        notify(context, 'No event of this machine stands at the marked message: e goes to the next one.');
        return;
      }
      openDialog(context, {
        kind: 'choice',
        title: 'Show in the feed',
        choices: events.map((row) => ({ label: labelOf(row), value: row.id })),
        initial: first.id,
        choose(value) {
          const event = events.find(({ id }) => id === value);
          if (event !== undefined) {
            showEvent(context, event);
          }
        },
      });
    },
  ),
];

function labelOf({ time, event }: EventRow) {
  const { outcome = 'no outcome', type = 'event', subject } = event;
  return untrustedText`${formatDateTime(time, 'utc')}  ${outcome}  ${type}  ${subject?.package ?? ''} ${subject?.version ?? ''}`;
}
