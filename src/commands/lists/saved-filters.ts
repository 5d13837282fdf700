import { formatCount } from '../../lib/format-number.ts';
import { withoutBlanks } from '../../lib/text-cleaning.ts';
import { asUntrusted, prose, quoting } from '../../lib/untrusted.ts';
import { lackingNamesWords, selectMachineNames } from '../../stores/agents/machine-names.ts';
import { alertWords, isChosenAlert, NO_ALERT, type Alert } from '../../stores/view/alert.ts';
import { openFilters, validFilters } from '../../stores/view/list-filters.ts';
import type { Choice } from '../../stores/view/dialog-states.ts';
import { unknownFieldIn } from '../../stores/view/unknown-field.ts';
import { LONGEST_NAME, type SavedFilter } from '../../stores/view/filter-memory.ts';
import { updatePane } from '../../stores/view/view-store.ts';
import { alertRules, asksForNames, type AlertRule } from '../alerts/alert-rules.ts';
import { notify, openDialog, openMenu, type Command, type CommandContext } from '../base/command.ts';
import { listOf } from '../../stores/base/tab.ts';
import { goToTab } from '../base/tabs.ts';
import { LIST_SOURCES } from './list-sources.ts';

/** What is recalled of a saved filter; one of the config file is its query alone. */
type RecalledFilter = Pick<SavedFilter, 'name' | 'list' | 'text'> & Partial<Pick<SavedFilter, 'others'>>;

/** Goes to the list of a saved filter and sets all of its filters, those it does not have included. */
export function recallFilter(
  context: CommandContext,
  { name, list, text, others = {} }: RecalledFilter,
): void {
  const { stores } = context;
  goToTab(context, list);
  updatePane(stores.view, list, {
    ...openFilters(list),
    ...validFilters(list, others),
    text,
    cursor: undefined,
  });
  stores.filterMemory.remember(list, text);
  LIST_SOURCES[list].live?.resume(stores);
  const unknown = unknownFieldIn(stores, list, text);
  if (unknown !== undefined) {
    notify(
      context,
      quoting`The filter ${prose(name)}, at character ${unknown.start + 1}: ${prose(unknown.sentence)}`,
      'bad',
    );
  }
}

/** One command for each filter that was saved, or stands in the config file. */
export function savedFilterCommands({ stores }: Pick<CommandContext, 'stores'>): readonly Command[] {
  const { saved, configured } = stores.filterMemory.getState();
  const command = (filter: RecalledFilter, from = ''): Command => ({
    id: 'filter.recall',
    title: `Filter ${LIST_SOURCES[filter.list].title}${from}:`,
    subject: asUntrusted(filter.name),
    scope: 'global',
    run: (context) => recallFilter(context, filter),
  });
  return [
    ...saved.map((filter) => command(filter)),
    ...configured.map((filter) => command(filter, ', as the config file has it')),
  ];
}

function save(context: CommandContext): void {
  const { stores } = context;
  const state = stores.view.getState();
  const list = listOf(state.tab);
  if (list === undefined) {
    return;
  }
  const isSaved = (name: string) =>
    stores.filterMemory.getState().saved.some((filter) => filter.name === withoutBlanks(name));
  openDialog(context, {
    kind: 'text',
    title: 'Save the filters of this list',
    lines: [{ label: 'filter', value: state[list].text === '' ? '(nothing typed)' : state[list].text }],
    label: 'name',
    initial: '',
    enterDoes: 'saves them; a filter of the same name is replaced',
    findProblem(name) {
      const length = withoutBlanks(name).length;
      if (length === 0) {
        return 'Type a name.';
      }
      return length > LONGEST_NAME ? `A name has at most ${LONGEST_NAME} characters.` : undefined;
    },
    submit(text) {
      const name = withoutBlanks(text);
      const verb = isSaved(name) ? 'Replaced' : 'Saved';
      stores.filterMemory.save({
        name,
        list,
        text: state[list].text,
        others: validFilters(list, state[list]),
      });
      notify(context, quoting`${verb} the filter ${prose(name)}: find it by its name with :`, 'done');
    },
    dangerous: false,
  });
}

function forget(context: CommandContext): void {
  const { filterMemory } = context.stores;
  const { saved, configured } = filterMemory.getState();
  const choice = (name: string, list: SavedFilter['list'], value: string, of = ''): Choice => ({
    label: quoting`${prose(name)}  (${LIST_SOURCES[list].title}${of})`,
    value,
  });
  openMenu(context, {
    title: 'Forget which filter',
    choices: [
      ...saved.map(({ name, list }) => choice(name, list, `saved ${name}`)),
      ...configured.map(({ name, list }) => choice(name, list, `configured ${name}`, ', in the config file')),
    ],
    initial: undefined,
    choose(value) {
      const name = value.slice(value.indexOf(' ') + 1);
      if (value.startsWith('configured ')) {
        notify(
          context,
          quoting`The filter ${prose(name)} stands in the config file: take it out there. It counts until the next start.`,
        );
        return;
      }
      filterMemory.forget(name);
      notify(context, quoting`Forgot the filter ${prose(name)}`);
    },
  });
}

/** Asks for which filter of events, and what is to happen when one arrives that passes. */
function setAlert(context: CommandContext): void {
  const { saved, configured } = context.stores.filterMemory.getState();
  const ofEvents = saved.filter(({ list }) => list === 'events');
  const doubtOf = (rules: readonly AlertRule[]) => rules.map((rule) => doubtWords(context, rule)).join('');
  openMenu(context, {
    title: 'Alert when an event passes which filter?',
    choices: [
      ...ofEvents.map((filter) => ({
        label: quoting`${prose(filter.name)}  (${alertWords(filter.alert ?? NO_ALERT)}${doubtOf(alertRules({ saved: [filter], configured: [] }, NO_ALERT))})`,
        value: `saved ${filter.name}`,
      })),
      ...configured
        .filter(({ list }) => list === 'events')
        .map((filter) => ({
          label: quoting`${prose(filter.name)}  (${alertWords(filter.alert)}, in the config file${doubtOf(alertRules({ saved: [], configured: [filter] }, NO_ALERT))})`,
          value: `configured ${filter.name}`,
        })),
    ],
    initial: undefined,
    choose(value) {
      const filter = ofEvents.find(({ name }) => value === `saved ${name}`);
      if (filter === undefined) {
        notify(context, 'The config file says what happens for that filter: change it there.');
      } else {
        chooseAlert(context, filter);
      }
    },
  });
}

/** `; may miss events while names of machines are not known (403), 12 were not judged`, where an alert goes by such names. */
function doubtWords({ stores }: Pick<CommandContext, 'stores'>, rule: AlertRule): string {
  const count = stores.unjudgedAlerts.getState().counts.get(rule.key) ?? 0;
  const lacking = asksForNames(rule) ? lackingNamesWords(selectMachineNames(stores)) : undefined;
  return [
    ...(lacking === undefined ? [] : [`; may miss events while ${lacking}`]),
    ...(count === 0
      ? []
      : [`; ${count === 1 ? '1 event was' : `${formatCount(count)} events were`} not judged`]),
  ].join('');
}

function chooseAlert(context: CommandContext, { alert: before, ...filter }: SavedFilter): void {
  openMenu(context, {
    title: quoting`When an event arrives that passes ${prose(filter.name)}`,
    choices: [
      { label: 'Ring the bell', value: 'bell' },
      { label: 'Send a notification of the terminal', value: 'notify' },
      { label: 'Nothing', value: NO_ALERT },
    ],
    initial: before ?? NO_ALERT,
    choose(value) {
      const alert: Alert = isChosenAlert(value) ? value : NO_ALERT;
      context.stores.filterMemory.save({ ...filter, ...(isChosenAlert(alert) ? { alert } : {}) });
      notify(context, quoting`${prose(filter.name)}: ${alertWords(alert)} when an event arrives`, 'done');
    },
  });
}

/** Filters under a name: the palette finds each of them (`savedFilterCommands`). */
export const savedFilterListCommands: readonly Command[] = [
  {
    id: 'filter.save',
    title: 'Save the filters of this list under a name',
    scope: 'list',
    run: save,
  },
  {
    id: 'filter.alert',
    title: 'Alert when an event arrives that passes a saved filter',
    scope: 'global',
    disabledReason: ({ stores }) => {
      const { saved, configured } = stores.filterMemory.getState();
      return [...saved, ...configured].some(({ list }) => list === 'events')
        ? undefined
        : 'No filter of events is saved. Filter the events, and save that under a name.';
    },
    run: setAlert,
  },
  {
    id: 'filter.forget',
    title: 'Forget a saved filter',
    scope: 'global',
    disabledReason: ({ stores }) => {
      const { saved, configured } = stores.filterMemory.getState();
      return saved.length + configured.length === 0 ? 'No filter is saved.' : undefined;
    },
    run: forget,
  },
];
