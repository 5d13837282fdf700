import { withoutBlanks } from '../../lib/text-cleaning.ts';
import type { EditedText } from '../../lib/text-editing.ts';
import type { FilterDialog, FilteredRows } from '../../stores/view/dialog-states.ts';
import { parseQuery } from '../../stores/query/parse-query.ts';
import type { QueryField } from '../../stores/query/query-fields.ts';
import { suggest } from '../../stores/query/suggest.ts';
import type { Stores } from '../../stores/stores.ts';
import { closeDialog, openDialog, updateDialog, type CommandContext } from './command.ts';
import { dialogCommand, type DialogSpec } from './dialog-spec.ts';

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
  const { of, names } = dialog;
  const query = edited.text === dialog.edited.text ? dialog.query : parseQuery(edited.text, of.query, names);
  const suggestions = change.suggestions ?? suggestionsFor(dialog, edited);
  updateDialog(context, 'filter', { ...change, edited, query, suggestions });
  if (query.problems.length === 0) {
    of.apply(query.text);
  }
}

const valuesOfField = new WeakMap<readonly string[], Map<string, readonly string[]>>();

/** Values are looked for once for each field while a filter is open, whose list of names stands for it. */
function suggestionsFor(
  { of, names }: Pick<FilterDialog, 'of' | 'names'>,
  { text, cursor }: EditedText,
): FilterDialog['suggestions'] {
  const valuesOf = (field: QueryField) => {
    const known = valuesOfField.get(names) ?? new Map<string, readonly string[]>();
    valuesOfField.set(names, known);
    const values = known.get(field.name) ?? of.valuesOf(field);
    known.set(field.name, values);
    return values;
  };
  return suggest(text.slice(0, cursor), of.query, names, valuesOf);
}

/** The text and a cursor behind it. */
function withCursorAtEnd(text: string): EditedText {
  return { text, cursor: text.length };
}

/** Opens the field with the query that is in force; `names` are those of fields that the data has. */
export function openFilterField(
  context: CommandContext,
  of: FilteredRows,
  {
    before,
    names,
    wasFollowing = false,
  }: Pick<FilterDialog, 'before' | 'names'> & { wasFollowing?: boolean },
): void {
  const edited = withCursorAtEnd(before);
  openDialog(context, {
    kind: 'filter',
    of,
    edited,
    query: parseQuery(before, of.query, names),
    before,
    wasFollowing,
    names,
    suggestions: suggestionsFor({ of, names }, edited),
    suggested: undefined,
    recalled: undefined,
  });
}

/** Closes the field with a query in force. */
function close(context: CommandContext, { of }: FilterDialog, text: string): void {
  closeDialog(context);
  of.apply(text);
  of.leave?.();
}

/** The queries of the same list that were kept before, newest first. */
export function earlierQueries({ filterMemory }: Stores, { of }: FilterDialog): readonly string[] {
  return of.list === undefined ? [] : filterMemory.getState().history[of.list];
}

/** Puts an earlier query into the field, or what was typed before. */
function recall(context: CommandContext, dialog: FilterDialog, by: 1 | -1): void {
  const { typed, number } = dialog.recalled ?? { typed: dialog.edited.text, number: -1 };
  const earlier = earlierQueries(context.stores, dialog).filter((query) => query !== withoutBlanks(typed));
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

/** The query of a list, a page or another table while it is typed. Esc brings back what was there before. */
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
          if (dialog.of.list !== undefined) {
            context.stores.filterMemory.remember(dialog.of.list, text);
          }
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
