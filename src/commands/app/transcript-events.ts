import { named } from '../../lib/named.ts';
import { type Zone } from '../../lib/zoned-time.ts';
import { formatDateTime, zoneOf } from '../../lib/format-time.ts';
import { quoting, type Sentence } from '../../lib/untrusted.ts';
import type { EventRow } from '../../stores/events/event-row.ts';
import type { OpenPager } from '../../stores/transcript/select-pager.ts';
import { selectSessionEvents } from '../../stores/transcript/session-events.ts';
import { openRelated } from './related.ts';
import { notify, openMenu, type Command, type CommandContext } from '../base/command.ts';
import { goToEvent } from '../feed/go-to-event.ts';
import { goToMessage, onTranscript } from '../pager/position.ts';

function eventsOf({ stores }: CommandContext, { open }: OpenPager) {
  return selectSessionEvents(stores, open.session, open.transcript);
}

function toEvent(id: string, title: string, direction: 1 | -1): Command {
  return onTranscript({ id, title, moves: true }, (context, open) => {
    const { messages = [], count = 0 } = eventsOf(context, open) ?? {};
    const here = open.cursor ?? open.top.message;
    const found =
      direction === 1
        ? messages.find((message) => message > here)
        : messages.findLast((message) => message < here);
    if (count > 0 && messages.length === 0) {
      notify(
        context,
        'No message of this transcript carries a time: events of the machine are at none of them.',
      );
    } else if (found === undefined) {
      const which = direction === 1 ? 'further' : 'earlier';
      notify(context, `No ${which} event of this machine is loaded for the time of the session.`);
    } else {
      goToMessage(context, open, found);
    }
  });
}

/** Stands for no event: ids are never empty. */
const RELATED = '';

/** The events of the same machine at the time of the session. */
export const sessionEventCommands: readonly Command[] = [
  toEvent('next-event', 'Next event of the machine', 1),
  toEvent('previous-event', 'Previous event of the machine', -1),
  onTranscript(
    { id: 'related', title: 'Events at the marked message, and what else is related', hint: 'related' },
    (context, open) => {
      const events = eventsOf(context, open)?.byMessage.get(open.cursor ?? -1) ?? [];
      if (events.length === 0) {
        openRelated(context);
        return;
      }
      const zone = zoneOf(context.stores.view.getState().timeStyle);
      openMenu(context, {
        title: 'What happened here',
        choices: [
          ...events.map((row) => ({ label: labelOf(row, zone), value: row.id })),
          { label: 'What else is related', value: RELATED },
        ],
        initial: undefined,
        choose(value) {
          const event = events.find(({ id }) => id === value);
          if (event === undefined) {
            openRelated(context);
          } else {
            goToEvent(context, event);
          }
        },
      });
    },
  ),
];

function labelOf({ time, event }: EventRow, zone: Zone): Sentence {
  const { outcome = 'no outcome', type = 'event', subject } = event;
  return quoting`${formatDateTime(time, zone)}  ${named(outcome)}  ${named(type)}  ${named(subject?.package ?? '')} ${named(subject?.version ?? '')}`;
}
