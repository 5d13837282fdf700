import { named } from '../../lib/named.ts';
import { prose, quoting } from '../../lib/untrusted.ts';
import type { Choice } from '../../stores/view/dialog-states.ts';
import { isNameField } from '../../stores/query/name-field.ts';
import { parseQuery } from '../../stores/query/parse-query.ts';
import { listOf, type ListId } from '../../stores/base/tab.ts';
import type { Listed } from '../../stores/query/list-model.ts';
import type { QueryField } from '../../stores/query/query-fields.ts';
import { LISTS } from '../../stores/view/lists.ts';
import { textsAt } from '../../stores/query/record-leaves.ts';
import { termText, withTerm } from '../../stores/query/value-text.ts';
import { measureOf } from '../../stores/base/completeness.ts';
import { updatePane } from '../../stores/view/view-store.ts';
import { selectedIndex } from '../../stores/base/cursor.ts';
import { notify, openMenu, type Command, type CommandContext } from './command.ts';

/** So long a value is offered at most: longer ones are texts that no other row has. */
const LONGEST_VALUE = 120;

/** So many values of a row are offered at most. */
const MOST_VALUES = 20;

/** How many have a value is shown for so many rows. */
const COUNTED_ROWS = 100;

/** What choices of this menu begin with, in a menu that has others as well. */
const MARK = 'value ';

interface RowValue {
  readonly field: QueryField;
  readonly value: string;
}

/** The values that a record has in a field, where the console finds them by itself, too. */
function textsOf({ stores }: CommandContext, list: ListId, field: QueryField, record: unknown) {
  return LISTS[list].found?.textsOf(stores, field, record) ?? textsAt(record, field.paths);
}

function rowValues(context: CommandContext, list: ListId, record: unknown): readonly RowValue[] {
  const values = LISTS[list]
    .offered(record)
    .flatMap((field) =>
      [...new Set(textsOf(context, list, field, record))]
        .filter((value) => value.length <= LONGEST_VALUE)
        .map((value) => ({ field, value })),
    );
  // The client of a host that is known by its name, and the like: the first field that has a value stands for it.
  return values
    .filter(({ value }, index) => values.findIndex((other) => other.value === value) === index)
    .slice(0, MOST_VALUES);
}

/** How many rows have each of some values, when the list is short enough to look. */
function countRows(
  context: CommandContext,
  list: ListId,
  listed: Listed<unknown>,
  values: readonly RowValue[],
): readonly (number | undefined)[] {
  const { length } = listed.visible;
  if (length > COUNTED_ROWS) {
    return [];
  }
  const records = Array.from({ length }, (_, index) => listed.recordAt(index));
  return values.map(
    ({ field, value }) =>
      records.filter((record) => textsOf(context, list, field, record).includes(value)).length,
  );
}

/**
 * Choices that show only, or everything without, a value of the row under the cursor; for a menu of these, or with
 * others. `chooseRowValue` carries them out.
 */
export function rowValueChoices(context: CommandContext): readonly Choice[] {
  const { stores } = context;
  const list = listOf(stores.view.getState().tab);
  if (list === undefined) {
    return [];
  }
  const listed = LISTS[list].listed(stores, context.clock.now());
  const { visible } = listed;
  const record = listed.recordAt(selectedIndex(stores, list, visible));
  if (record === undefined) {
    return [];
  }
  const values = rowValues(context, list, record);
  const counts = countRows(context, list, listed, values);
  const choices = (negated: boolean) =>
    values.map(({ field, value }, place): Choice => {
      const count = counts[place];
      const amount = count === undefined ? '' : `  (${negated ? visible.length - count : count})`;
      return {
        label: quoting`${negated ? 'without' : 'only'} ${named(field.name)} ${isNameField(LISTS[list].query, field) ? named(value) : prose(value)}${amount}`,
        value: `${MARK}${termText(field, value, negated)}`,
      };
    });
  return [...choices(false), ...choices(true)];
}

/** Choices of the values of the row under the cursor, each as a term of a query. */
export function rowTerms(context: CommandContext): readonly Choice[] {
  return rowValueChoices(context).flatMap(({ label, value }) =>
    value.startsWith(`${MARK}-`) ? [] : [{ label, value: value.slice(MARK.length) }],
  );
}

/** Of how much what such choices count is counted, as words behind the title of their menu. */
export function measureOfListed({ stores }: CommandContext): string {
  const list = listOf(stores.view.getState().tab);
  const counted = list === undefined ? 'all' : LISTS[list].counted(stores);
  // Of a list that was never read there is nothing to choose from, and nothing to measure.
  const isUnread = counted !== 'all' && counted.read === 0 && counted.of === undefined;
  return isUnread ? '' : measureOf(counted);
}

/** Adds what one of `rowValueChoices` says to the query of the list; false for any other choice. */
export function chooseRowValue({ stores }: CommandContext, choice: string): boolean {
  const list = listOf(stores.view.getState().tab);
  if (!choice.startsWith(MARK) || list === undefined) {
    return false;
  }
  const term = choice.slice(MARK.length);
  const opposite = term.startsWith('-') ? term.slice(1) : `-${term}`;
  const { text } = stores.view.getState()[list];
  const others = parseQuery(text, LISTS[list].query).terms.filter((other) => other.text !== opposite);
  const query = withTerm(others.map((other) => other.text).join(' '), term);
  updatePane(stores.view, list, { text: query });
  stores.filterMemory.remember(list, query);
  return true;
}

/** Filtering by what a row has, without typing it. */
export const valueFilterCommands: readonly Command[] = [
  {
    id: 'list.choose-value',
    title: 'Show only, or everything without, a value of the row',
    hint: 'only',
    scope: 'list',
    onRow: true,
    run(context) {
      const choices = rowValueChoices(context);
      if (choices.length === 0) {
        notify(context, 'There is no row under the cursor whose values could be chosen.');
        return;
      }
      openMenu(context, {
        title: `Show only, or everything without${measureOfListed(context)}`,
        choices,
        initial: undefined,
        choose: (choice) => void chooseRowValue(context, choice),
      });
    },
  },
];
