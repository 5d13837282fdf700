import { withoutBlanks } from '../../lib/text-cleaning.ts';
import { asUntrusted, prose, quoting } from '../../lib/untrusted.ts';
import { openFilters, validFilters } from '../../stores/view/list-filters.ts';
import { LONGEST_NAME, type SavedFilter } from '../../stores/view/filter-memory.ts';
import { updatePane } from '../../stores/view/view-store.ts';
import { notify, openDialog, openMenu, type Command, type CommandContext } from '../base/command.ts';
import { listOf } from '../../stores/base/tab.ts';
import { goToTab } from '../base/tabs.ts';
import { LIST_SOURCES } from './list-sources.ts';

/** Goes to the list of a saved filter and sets all of its filters, those it does not have included. */
export function recallFilter(context: CommandContext, { list, text, others }: SavedFilter): void {
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
}

/** One command for each filter that was saved. */
export function savedFilterCommands({ stores }: Pick<CommandContext, 'stores'>): readonly Command[] {
  return stores.filterMemory.getState().saved.map((filter) => ({
    id: 'filter.recall',
    title: `Filter ${LIST_SOURCES[filter.list].title}:`,
    subject: asUntrusted(filter.name),
    scope: 'global',
    run: (context) => recallFilter(context, filter),
  }));
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
  openMenu(context, {
    title: 'Forget which filter',
    choices: filterMemory.getState().saved.map(({ name, list }) => ({
      label: quoting`${prose(name)}  (${LIST_SOURCES[list].title})`,
      value: name,
    })),
    initial: undefined,
    choose(name) {
      filterMemory.forget(name);
      notify(context, quoting`Forgot the filter ${prose(name)}`);
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
    id: 'filter.forget',
    title: 'Forget a saved filter',
    scope: 'global',
    disabledReason: ({ stores }) =>
      stores.filterMemory.getState().saved.length === 0 ? 'No filter is saved.' : undefined,
    run: forget,
  },
];
