import { withoutBlanks } from '../../lib/text-cleaning.ts';
import { named } from '../../lib/named.ts';
import { quoting, type Sentence } from '../../lib/untrusted.ts';
import { selectEventFacts } from '../../stores/events/event-facts.ts';
import { LONGEST_NOTE } from '../../stores/events/notes.ts';
import { selectVisibleEvents } from '../../stores/events/select-events.ts';
import { notify, openDialog, type Command, type CommandContext } from '../base/command.ts';

/** Asks for the note on the event under the cursor. */
function askForNote(context: CommandContext): void {
  const { stores, clock } = context;
  const event = selectEventFacts(stores)?.event;
  if (event === undefined) {
    return;
  }
  const { id } = event;
  const before = stores.notes.noteOn(id)?.text ?? '';
  openDialog(context, {
    kind: 'text',
    title: quoting`Note on ${named(event.event.subject?.package ?? id)}, kept on this host`,
    lines: [],
    label: 'note',
    initial: before,
    enterDoes: before === '' ? 'keeps it' : 'keeps it; an empty one is taken away',
    findProblem: problemOf,
    submit(text) {
      const note = withoutBlanks(text);
      if (note !== before) {
        stores.notes.write(id, { text: note, at: clock.now() });
        notify(context, note === '' ? 'The note was taken away.' : 'The note is kept on this host.', 'done');
      }
    },
    dangerous: false,
  });
}

function problemOf(text: string): Sentence | undefined {
  return withoutBlanks(text).length > LONGEST_NOTE
    ? `A note has at most ${LONGEST_NOTE} characters.`
    : undefined;
}

/** Writing about events. It is kept on this host, and nothing of it goes to the server. */
export const noteCommands: readonly Command[] = [
  {
    id: 'events.note',
    title: 'Write a note on the event, kept on this host, for the report',
    scope: 'events',
    onRow: true,
    opensField: true,
    disabledReason: ({ stores }) =>
      selectVisibleEvents(stores).length === 0 ? 'There is no event under the cursor.' : undefined,
    run: askForNote,
  },
];
