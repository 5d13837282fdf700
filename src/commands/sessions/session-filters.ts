import { named } from '../../lib/named.ts';
import { asUntrusted, quoting, type Untrusted } from '../../lib/untrusted.ts';
import { withoutBlanks } from '../../lib/text-cleaning.ts';
import type { Choice } from '../../stores/view/dialog-states.ts';
import { selectHostByClient } from '../../stores/agents/select-agents.ts';
import { readCountedClient } from '../../stores/sessions/session-clients.ts';
import { completenessOf, measureOf } from '../../stores/base/completeness.ts';
import { updatePane } from '../../stores/view/view-store.ts';
import { NO_SESSION_FILTERS, type SessionsView } from '../../stores/sessions/sessions-view.ts';
import { openDialog, openMenu, type Command, type CommandContext } from '../base/command.ts';
import { chooseRowValue, measureOfListed, rowValueChoices } from '../base/value-filter.ts';

/** A filter of the list of sessions that takes any text. */
type ValueFilter = 'project' | 'branch' | 'clientId' | 'agentId';

/** So many values a menu offers; any other one can be typed. */
const MOST_VALUES = 300;

/** What the choice stands for that lets a value be typed; no value of the API is that. */
const TYPED = '\u0000typed';

/** Changes the filters of the list of sessions, with the cursor on the first. */
export function filterSessions({ stores }: CommandContext, change: Partial<SessionsView>): void {
  updatePane(stores.view, 'sessions', { ...change, cursor: undefined });
}

interface ValueMenu {
  readonly field: ValueFilter;
  readonly title: string;
  /** What is asked for where a value is typed. */
  readonly label: string;
  /** Of how much the choices are counted. */
  measure(context: CommandContext): string;
  choices(context: CommandContext): readonly Choice[];
}

interface CountedValue {
  readonly value: string;
  readonly count: number | undefined;
  readonly name?: Untrusted | undefined;
}

/** The values that occur, the most frequent first, with how often. */
function choicesOf(values: readonly CountedValue[]): readonly Choice[] {
  return [...values]
    .sort((left, right) => (right.count ?? 0) - (left.count ?? 0))
    .map(({ value, count, name }) => ({
      label: quoting`${name === undefined ? '' : quoting`${named(name)}  `}${named(value)}${count === undefined ? '' : `  (${count})`}`,
      value,
    }));
}

function occurring({ stores }: CommandContext, field: 'project_path' | 'git_branch' | 'client_id') {
  const counts = new Map<string, number>();
  for (const { [field]: value } of stores.sessions.getState().data?.rows ?? []) {
    if (value !== undefined && value !== '') {
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }
  return [...counts].map(([value, count]): CountedValue => ({ value, count }));
}

/** The clients as the server counts them, by host where it is known; else those of the sessions that are listed. */
function countedClients(context: CommandContext): readonly CountedValue[] {
  const hosts = selectHostByClient(context.stores);
  const counted = (context.stores.sessionClients.getState().data?.rows ?? []).flatMap(
    (row) => readCountedClient(row) ?? [],
  );
  const clients: readonly CountedValue[] =
    counted.length > 0
      ? counted.map(({ id, host, sessions }) => ({
          value: id,
          count: sessions,
          name: host && asUntrusted(host),
        }))
      : occurring(context, 'client_id');
  return clients.map((client) => ({ ...client, name: hosts.get(client.value) ?? client.name }));
}

/** Of how many clients, or of how many sessions, these are. */
function measureOfClients(context: CommandContext): string {
  const { data } = context.stores.sessionClients.getState();
  return data === undefined || data.rows.length === 0
    ? measureOfListed(context)
    : measureOf(completenessOf(data));
}

/** The agents that are known, with the sessions of their clients; whose those of a client are that several share is unknown. */
function countedAgents(context: CommandContext): readonly CountedValue[] {
  const counts = new Map(countedClients(context).map(({ value, count }) => [value, count]));
  const { rows = [] } = context.stores.agents.getState().data ?? {};
  const [known, shared] = [new Set<string>(), new Set<string>()];
  for (const { client_id: client } of rows) {
    if (client !== undefined) {
      (known.has(client) ? shared : known).add(client);
    }
  }
  return rows.map(({ id, client_id: client, hostname }) => ({
    value: id,
    count: client === undefined || shared.has(client) ? undefined : counts.get(client),
    name: hostname,
  }));
}

const CLIENT_MENU: ValueMenu = {
  field: 'clientId',
  title: 'Which machine',
  label: 'client id',
  measure: measureOfClients,
  choices: (context) => choicesOf(countedClients(context)),
};

const MENUS: readonly ValueMenu[] = [
  {
    field: 'project',
    title: 'Which project',
    label: 'project path',
    measure: measureOfListed,
    choices: (context) => choicesOf(occurring(context, 'project_path')),
  },
  {
    field: 'branch',
    title: 'Which branch',
    label: 'branch',
    measure: measureOfListed,
    choices: (context) => choicesOf(occurring(context, 'git_branch')),
  },
  CLIENT_MENU,
  {
    field: 'agentId',
    title: 'Which agent',
    label: 'agent id',
    measure: measureOfClients,
    choices: (context) => choicesOf(countedAgents(context)),
  },
];

/** A menu of the values of one filter, of which the server then lists the sessions. */
function chooseValue(context: CommandContext, menu: ValueMenu): void {
  const { field } = menu;
  const title = `${menu.title}${menu.measure(context)}`;
  const current = context.stores.view.getState().sessions[field];
  const choices = menu.choices(context);
  const left = choices.length - MOST_VALUES;
  openMenu(context, {
    title: left > 0 ? `${title} (${left} more can be typed)` : title,
    choices: [
      { label: 'All', value: '' },
      { label: 'Type a value…', value: TYPED, opensField: true },
      ...choices.slice(0, MOST_VALUES),
    ],
    initial: current ?? '',
    choose(value) {
      if (value === TYPED) {
        typeValue(context, menu);
      } else {
        filterSessions(context, { [field]: value === '' ? undefined : value });
      }
    },
  });
}

function typeValue(context: CommandContext, { field, title, label }: ValueMenu): void {
  openDialog(context, {
    kind: 'text',
    title,
    lines: [],
    label,
    initial: context.stores.view.getState().sessions[field] ?? '',
    enterDoes: 'shows its sessions; nothing shows all',
    findProblem: () => undefined,
    submit: (text) =>
      filterSessions(context, { [field]: withoutBlanks(text) === '' ? undefined : withoutBlanks(text) }),
    dangerous: false,
  });
}

/** The filters of the list of sessions that the server applies, but for the day. */
export const sessionFilterCommands: readonly Command[] = [
  {
    id: 'sessions.choose-filter',
    title: 'Show the sessions of one project, branch, machine or agent',
    hint: 'only',
    scope: 'sessions',
    onRow: true,
    run(context) {
      openMenu(context, {
        title: `Show the sessions of one${measureOfListed(context)}`,
        choices: [
          { label: 'Project', value: 'project' },
          { label: 'Branch', value: 'branch' },
          { label: 'Machine', value: 'clientId' },
          { label: 'Agent', value: 'agentId' },
          { label: 'Clear all filters', value: 'none' },
          ...rowValueChoices(context),
        ],
        initial: undefined,
        choose(value) {
          if (chooseRowValue(context, value)) {
            return;
          }
          const menu = MENUS.find(({ field }) => field === value);
          if (chooseRowValue(context, value)) {
            return;
          }
          if (menu === undefined) {
            filterSessions(context, { ...NO_SESSION_FILTERS, text: '' });
          } else {
            chooseValue(context, menu);
          }
        },
      });
    },
  },
  {
    id: 'sessions.choose-client',
    title: 'Clients with their sessions: show those of one',
    hint: 'clients',
    scope: 'sessions',
    run: (context) => chooseValue(context, CLIENT_MENU),
  },
];
