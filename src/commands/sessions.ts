import type { Session } from '../contract/session.ts';
import type { Choice } from '../stores/dialog.ts';
import { selectHostByClient } from '../stores/select-agents.ts';
import { selectVisibleSessions } from '../stores/select-sessions.ts';
import { updatePane, type SessionsView } from '../stores/view-store.ts';
import { cursorIndex, visibleRows } from '../stores/visible-rows.ts';
import { notify, openDialog, type Command, type CommandContext } from './command.ts';
import { chooseRowValue, rowValueChoices } from './value-filter.ts';
import { untrustedText, type Untrusted } from '../lib/untrusted.ts';

/** The session under the cursor. */
export function selectedSession({ stores }: CommandContext): Session | undefined {
  const sessions = selectVisibleSessions(stores);
  return sessions[cursorIndex(visibleRows(sessions), stores.view.getState().sessions.cursor)];
}

/** Shows the transcript of a session in the pager, from its beginning. */
export function openTranscript({ stores, sync }: CommandContext, session: Session): void {
  stores.view.setState({
    pager: {
      sessionId: session.id,
      top: 0,
      column: 0,
      wrap: true,
      tools: 'short',
      raw: false,
      search: '',
      current: undefined,
    },
  });
  sync.openTranscript(session);
}

type ServerFilter = 'date' | 'project' | 'branch' | 'clientId';

function filterSessions({ stores }: CommandContext, change: Partial<SessionsView>): void {
  updatePane(stores.view, 'sessions', { ...change, cursor: undefined });
}

/** A menu of the values of one field, of which the server then lists the sessions. */
function chooseValue(
  context: CommandContext,
  title: string,
  field: ServerFilter,
  choices: readonly Choice[],
): void {
  if (choices.length === 0) {
    notify(context, 'No session that is listed has a value to choose.');
    return;
  }
  openDialog(context, {
    kind: 'choice',
    title,
    choices: [{ label: 'All', value: '' }, ...choices],
    initial: context.stores.view.getState().sessions[field] ?? '',
    choose: (value) => filterSessions(context, { [field]: value === '' ? undefined : value }),
  });
}

function distinct(values: readonly (Untrusted | undefined)[]): readonly Choice[] {
  const counts = new Map<Untrusted, number>();
  for (const value of values) {
    if (value !== undefined && value !== '') {
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }
  return [...counts]
    .sort((left, right) => right[1] - left[1])
    .map(([value, count]) => ({ label: untrustedText`${value}  (${count})`, value }));
}

/** The clients as the server counts them, by host name where it is known; else those of the sessions that are listed. */
function machineChoices({ stores }: CommandContext): readonly Choice[] {
  const hosts = selectHostByClient(stores);
  const named = (clientId: string, count: string) =>
    `${hosts.get(clientId) ?? ''}  ${clientId}${count}`.trim();
  const counted = (stores.sessionClients.getState().data?.rows ?? []).flatMap(({ raw }) => {
    const clientId = raw['client_id'] ?? raw['client'] ?? raw['id'];
    const count = Object.values(raw).find((value) => typeof value === 'number');
    return typeof clientId === 'string' ? [{ value: clientId, count: count ?? 0 }] : [];
  });
  if (counted.length === 0) {
    const sessions = stores.sessions.getState().data?.rows ?? [];
    return distinct(sessions.map((session) => session.client_id)).map(({ value }) => ({
      label: named(value, ''),
      value,
    }));
  }
  return counted
    .sort((left, right) => right.count - left.count)
    .map(({ value, count }) => ({ label: named(value, `  (${count})`), value }));
}

/** What can be done with recorded sessions. */
export const sessionCommands: readonly Command[] = [
  {
    id: 'sessions.open',
    title: 'Read the transcript of the session',
    hint: 'transcript',
    scope: 'sessions',
    run(context) {
      const session = selectedSession(context);
      if (session !== undefined) {
        openTranscript(context, session);
      }
    },
  },
  {
    id: 'sessions.choose-day',
    title: 'Show the sessions of one day',
    hint: 'day',
    scope: 'sessions',
    run(context) {
      const days = context.stores.calendar.getState().data?.days ?? [];
      const choices = days
        .filter((day) => (day.count ?? 0) > 0)
        .sort((left, right) => (left.date < right.date ? 1 : -1))
        .map((day) => ({ label: untrustedText`${day.date}  (${day.count ?? 0})`, value: day.date }));
      chooseValue(context, 'Sessions of which day', 'date', choices);
    },
  },
  {
    id: 'sessions.toggle-subagents',
    title: 'Show or hide the sessions of subagents',
    hint: 'subagents',
    scope: 'sessions',
    run: (context) =>
      filterSessions(context, { subagents: !context.stores.view.getState().sessions.subagents }),
  },
  {
    id: 'sessions.toggle-suspicious',
    title: 'Show only sessions with suspicious names, or all again',
    scope: 'sessions',
    run: (context) =>
      filterSessions(context, { suspicious: !context.stores.view.getState().sessions.suspicious }),
  },
  {
    id: 'sessions.choose-filter',
    title: 'Show the sessions of one project, branch or machine',
    hint: 'only',
    scope: 'sessions',
    run(context) {
      const sessions = context.stores.sessions.getState().data?.rows ?? [];
      const menus: Readonly<Record<string, () => void>> = {
        project: () =>
          chooseValue(
            context,
            'Which project',
            'project',
            distinct(sessions.map((session) => session.project_path)),
          ),
        branch: () =>
          chooseValue(
            context,
            'Which branch',
            'branch',
            distinct(sessions.map((session) => session.git_branch)),
          ),
        machine: () => chooseValue(context, 'Which machine', 'clientId', machineChoices(context)),
        none: () =>
          filterSessions(context, {
            project: undefined,
            branch: undefined,
            clientId: undefined,
            date: undefined,
            suspicious: false,
            text: '',
          }),
      };
      openDialog(context, {
        kind: 'choice',
        title: 'Show the sessions of one',
        choices: [
          { label: 'Project', value: 'project' },
          { label: 'Branch', value: 'branch' },
          { label: 'Machine', value: 'machine' },
          { label: 'Clear all filters', value: 'none' },
          ...rowValueChoices(context),
        ],
        initial: undefined,
        choose(value) {
          if (!chooseRowValue(context, value)) {
            menus[value]?.();
          }
        },
      });
    },
  },
];
