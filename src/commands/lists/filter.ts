import { withoutBlanks } from '../../lib/text-cleaning.ts';
import type { EditedText } from '../../lib/text-editing.ts';
import type { FilterDialog } from '../../stores/view/dialog-states.ts';
import { parseQuery } from '../../stores/query/parse-query.ts';
import { listOf } from '../../stores/base/tab.ts';
import type { QueryField } from '../../stores/query/query-fields.ts';
import { LISTS } from '../../stores/view/lists.ts';
import { seenNames, seenValues } from '../../stores/view/known-values.ts';
import { suggest } from '../../stores/query/suggest.ts';
import type { Stores } from '../../stores/stores.ts';
import { updatePane } from '../../stores/view/view-store.ts';
import { closeDialog, openDialog, updateDialog, type Command, type CommandContext } from '../base/command.ts';
import { dialogCommand, type DialogSpec } from '../base/dialog-spec.ts';
import { LIST_SOURCES } from './list-sources.ts';

/** Changes what stands in the filter field; the query applies when nothing is wrong with it. */
function editFilter(context: CommandContext, dialog: FilterDialog, edited: EditedText): void {
  if (edited.text !== dialog.edited.text || edited.cursor !== dialog.edited.cursor) {
    putIntoFilter(context, dialog, edited, { suggested: undefined, recalled: undefined });
  }
}

function putIntoFilter(
  context: CommandContext,
  dialog: FilterDialog,
  edited: EditedText,
  change: Partial<Pick<FilterDialog, 'suggestions' | 'suggested' | 'recalled'>>,
): void {
  const { stores } = context;
  const { list, names } = dialog;
  const query =
    edited.text === dialog.edited.text ? dialog.query : parseQuery(edited.text, LISTS[list].query, names);
  const suggestions = change.suggestions ?? suggestionsFor(stores, dialog, edited);
  updateDialog(context, 'filter', { ...change, edited, query, suggestions });
  if (query.problems.length === 0 && query.text !== stores.view.getState()[list].text) {
    updatePane(stores.view, list, { text: query.text });
  }
}

const valuesOfField = new WeakMap<readonly string[], Map<string, readonly string[]>>();

/** Values are looked for once for each field while a filter is open, whose list of names stands for it. */
function suggestionsFor(
  stores: Stores,
  { list, names }: Pick<FilterDialog, 'list' | 'names'>,
  { text, cursor }: EditedText,
): FilterDialog['suggestions'] {
  const valuesOf = (field: QueryField) => {
    const known = valuesOfField.get(names) ?? new Map<string, readonly string[]>();
    valuesOfField.set(names, known);
    const values = known.get(field.name) ?? seenValues(stores, list, field);
    known.set(field.name, values);
    return values;
  };
  return suggest(text.slice(0, cursor), LISTS[list].query, names, valuesOf);
}

/** The text and a cursor behind it. */
function withCursorAtEnd(text: string): EditedText {
  return { text, cursor: text.length };
}

/** Opens the field with the query that is in force. */
function openField(context: CommandContext): void {
  const { stores } = context;
  const list = listOf(stores.view.getState().tab);
  if (list === undefined) {
    return;
  }
  const { live } = LIST_SOURCES[list];
  const wasFollowing = live?.isFollowing(stores) === true;
  live?.freeze(stores);
  const before = stores.view.getState()[list].text;
  const names = [...seenNames(stores, list)];
  const edited = withCursorAtEnd(before);
  openDialog(context, {
    kind: 'filter',
    list,
    edited,
    query: parseQuery(before, LISTS[list].query, names),
    before,
    wasFollowing,
    names,
    suggestions: suggestionsFor(stores, { list, names }, edited),
    suggested: undefined,
    recalled: undefined,
  });
}

/** Closes the field with a query in force. */
function close(context: CommandContext, { list, wasFollowing }: FilterDialog, text: string): void {
  const { stores } = context;
  closeDialog(context);
  if (stores.view.getState()[list].text !== text) {
    updatePane(stores.view, list, { text });
  }
  if (wasFollowing) {
    LIST_SOURCES[list].live?.resume(stores);
  }
}

/** Puts an earlier query into the field, or what was typed before. */
function recall(context: CommandContext, dialog: FilterDialog, by: 1 | -1): void {
  const { typed, number } = dialog.recalled ?? { typed: dialog.edited.text, number: -1 };
  const earlier = context.stores.filterMemory
    .getState()
    .history[dialog.list].filter((query) => query !== withoutBlanks(typed));
  const next = number + by;
  if (next >= -1 && next < earlier.length) {
    const text = next === -1 ? typed : (earlier[next] ?? typed);
    putIntoFilter(context, dialog, withCursorAtEnd(text), {
      suggested: undefined,
      recalled: next === -1 ? undefined : { typed, number: next },
    });
  }
}

/** Puts the first thing that fits in place of what was typed last, or the next one when one was put in already. */
function complete(context: CommandContext, dialog: FilterDialog): void {
  const { suggestions, edited } = dialog;
  const { options } = suggestions;
  if (options.length === 0) {
    return;
  }
  const suggested = dialog.suggested === undefined ? 0 : (dialog.suggested + 1) % options.length;
  const option = options[suggested] ?? '';
  const end = edited.cursor;
  const text = edited.text.slice(0, suggestions.start) + option + edited.text.slice(end);
  const next = { text, cursor: suggestions.start + option.length };
  const isOnly = options.length === 1;
  putIntoFilter(context, dialog, next, {
    recalled: undefined,
    suggested: isOnly ? undefined : suggested,
    ...(isOnly ? {} : { suggestions }),
  });
}

/** The typed query of the lists. It applies while it is typed; Esc brings back what was there before. */
export const filterCommands: readonly Command[] = [
  {
    id: 'list.filter',
    title: 'Filter by a query: words, fields, times',
    hint: 'filter',
    scope: 'list',
    opensField: true,
    run: openField,
  },
];

/** Its field. */
export const filterDialog: DialogSpec<FilterDialog> = {
  field: {
    filtersList: true,
    edited: ({ edited }) => edited,
    edit: editFilter,
    problem: ({ query }) => query.problems[0]?.sentence,
  },
  commands: [
    dialogCommand(
      'filter',
      'keep',
      'Keep the filter',
      (context, dialog) => {
        if (dialog.query.problems.length === 0) {
          const text = withoutBlanks(dialog.edited.text);
          context.stores.filterMemory.remember(dialog.list, text);
          close(context, dialog, text);
        }
      },
      { hint: 'keeps it' },
    ),
    dialogCommand('filter', 'complete', 'Complete a field or a value', complete, { hint: 'completes' }),
  ],
  close: {
    title: 'Bring back the filter from before',
    hint: 'restores',
    run: (context, dialog) => close(context, dialog, dialog.before),
  },
  behindClose: [
    dialogCommand('filter', 'older', 'An earlier filter', (context, dialog) => recall(context, dialog, 1)),
    dialogCommand('filter', 'newer', 'A later filter', (context, dialog) => recall(context, dialog, -1)),
  ],
};
