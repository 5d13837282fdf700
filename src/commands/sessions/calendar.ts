import { addDays, addMonths, dayOf, type DayZone } from '../../lib/days.ts';
import { CALENDAR_DAYS } from '../../stores/sessions/calendar-reach.ts';
import type { CalendarDialog } from '../../stores/view/dialog-states.ts';
import type { ViewState } from '../../stores/view/view-store.ts';
import { closeDialog, openDialog, updateDialog, type Command, type CommandContext } from '../base/command.ts';
import { CLOSES, dialogCommand, type DialogSpec } from '../base/dialog-spec.ts';
import { filterSessions } from './session-filters.ts';

/** The zone in which days are shown: that of the times on the screen; ages have none, and count as UTC. */
export function shownZone({ timeStyle }: Pick<ViewState, 'timeStyle'>): DayZone {
  return timeStyle === 'local' ? 'local' : 'utc';
}

function today({ stores, clock }: CommandContext): string {
  return dayOf(clock.now(), shownZone(stores.view.getState()));
}

/** Opens the calendar with the cursor on the day that is shown, or today. */
function openCalendar(context: CommandContext): void {
  const { date } = context.stores.view.getState().sessions;
  openDialog(context, { kind: 'calendar', date: date ?? today(context) });
}

function moving(
  name: string,
  title: string,
  move: (date: string, context: CommandContext) => string,
  more: Pick<Command, 'hint'> = {},
): Command {
  return dialogCommand(
    'calendar',
    name,
    title,
    (context, dialog) => {
      const last = today(context);
      const first = addDays(last, 1 - CALENDAR_DAYS);
      const wanted = move(dialog.date, context);
      updateDialog(context, 'calendar', { date: wanted > last ? last : wanted < first ? first : wanted });
    },
    { moves: true, ...more },
  );
}

/** The calendar of sessions: a map of days with a cursor. */
export const calendarCommands: readonly Command[] = [
  {
    id: 'sessions.choose-day',
    title: 'Calendar: show the sessions of one day',
    hint: 'calendar',
    scope: 'sessions',
    run: openCalendar,
  },
];

/** Its keys. */
export const calendarDialog: DialogSpec<CalendarDialog> = {
  field: undefined,
  commands: [
    moving('left', 'A week back', (date) => addDays(date, -7)),
    moving('right', 'A week on', (date) => addDays(date, 7)),
    moving('up', 'A day back', (date) => addDays(date, -1)),
    moving('down', 'A day on', (date) => addDays(date, 1)),
    moving('previous-month', 'A month back', (date) => addMonths(date, -1), { hint: 'a month' }),
    moving('next-month', 'A month on', (date) => addMonths(date, 1)),
    moving('end', 'Today', (_date, context) => today(context), { hint: 'today' }),
    dialogCommand(
      'calendar',
      'show',
      'Show the sessions of the day',
      (context, { date }) => {
        closeDialog(context);
        filterSessions(context, { date, dateZone: shownZone(context.stores.view.getState()) });
      },
      { hint: 'show the day' },
    ),
    dialogCommand(
      'calendar',
      'all-days',
      'Show the sessions of all days',
      (context) => {
        closeDialog(context);
        filterSessions(context, { date: undefined });
      },
      { hint: 'all days' },
    ),
  ],
  close: CLOSES,
};
