import { named } from '../../lib/named.ts';
import { prose, quoting } from '../../lib/untrusted.ts';
import type { Choice } from '../../stores/view/dialog-states.ts';
import { isNameField } from '../../stores/query/name-field.ts';
import { parseQuery } from '../../stores/query/parse-query.ts';
import { findField, QUERY_FIELDS, type QueryField, type QueryList } from '../../stores/query/query-fields.ts';
import { textsAt } from '../../stores/query/record-leaves.ts';
import { termText, withTerm } from '../../stores/query/value-text.ts';
import { selectHostByClient } from '../../stores/agents/select-agents.ts';
import type { Stores } from '../../stores/stores.ts';
import { feedCompleteness } from '../../stores/events/feed-completeness.ts';
import { selectLlmCompleteness } from '../../stores/llm/select-llm-calls.ts';
import { completenessOf, measureOf, type Completeness } from '../../stores/base/completeness.ts';
import { selectSessionsCompleteness } from '../../stores/sessions/select-sessions.ts';
import { updatePane } from '../../stores/view/view-store.ts';
import { selectedIndex } from '../../stores/base/cursor.ts';
import { notify, openDialog, type Command, type CommandContext } from '../base/command.ts';
import { listOf } from './filter.ts';
import { visibleRecords, type VisibleRecords } from './row-records.ts';

/** So long a value is offered at most: longer ones are texts that no other row has. */
const LONGEST_VALUE = 120;

/** So many values of a row are offered at most. */
const MOST_VALUES = 20;

/** Of so many rows it is told how many have a value. */
const COUNTED_ROWS = 100;

/** What choices of this menu begin with, in a menu that has others as well. */
const MARK = 'value ';

interface RowValue {
  readonly field: QueryField;
  readonly value: string;
}

/** The fields to offer: those of the list, or where the specification names none, those that the row has. */
function offeredFields(list: QueryList, record: unknown): readonly QueryField[] {
  switch (list) {
    case 'llm':
      return Object.keys(record as object).map((name) => findField(list, name).field);
    case 'events':
      return OF_EVENTS.map((name) => findField(list, name).field);
    case 'agents':
    case 'sessions':
    case 'policy':
      return QUERY_FIELDS[list].filter(({ kind }) => kind === 'text' || kind === 'any');
  }
}

/** What an analyst follows first; no other event has the same id. */
const OF_EVENTS = [
  'package',
  'host',
  'reason',
  'command',
  'version',
  'ecosystem',
  'type',
  'outcome',
  'client',
] as const;

function textsOf(context: CommandContext, list: QueryList, field: QueryField, record: unknown) {
  if (list === 'events' && field.name === 'host') {
    const [client] = textsAt(record, ['client_id']);
    const host = client === undefined ? undefined : selectHostByClient(context.stores).get(client);
    return host === undefined ? [] : [host];
  }
  return textsAt(record, field.paths);
}

function rowValues(context: CommandContext, list: QueryList, record: unknown): readonly RowValue[] {
  const values = offeredFields(list, record).flatMap((field) =>
    [...new Set(textsOf(context, list, field, record))]
      .filter((value) => value.length <= LONGEST_VALUE)
      .map((value) => ({ field, value })),
  );
  // The client of a host that is known by its name, and the like: the first field that has a value tells of it.
  return values
    .filter(({ value }, index) => values.findIndex((other) => other.value === value) === index)
    .slice(0, MOST_VALUES);
}

/** How many rows have each of some values, when the list is short enough to look. */
function countRows(
  context: CommandContext,
  list: QueryList,
  { rows, recordAt }: VisibleRecords,
  values: readonly RowValue[],
): readonly (number | undefined)[] {
  if (rows.length > COUNTED_ROWS) {
    return [];
  }
  const records = Array.from({ length: rows.length }, (_, index) => recordAt(index));
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
  const visible = visibleRecords(context, list);
  const index = selectedIndex(stores, list, visible.rows);
  const record = visible.recordAt(index);
  if (record === undefined) {
    return [];
  }
  const values = rowValues(context, list, record);
  const counts = countRows(context, list, visible, values);
  const choices = (negated: boolean) =>
    values.map(({ field, value }, place): Choice => {
      const count = counts[place];
      const told = count === undefined ? '' : `  (${negated ? visible.rows.length - count : count})`;
      return {
        label: quoting`${negated ? 'without' : 'only'} ${named(field.name)} ${isNameField(list, field) ? named(value) : prose(value)}${told}`,
        value: `${MARK}${termText(field, value, negated)}`,
      };
    });
  return [...choices(false), ...choices(true)];
}

/** Of how much what such choices count is counted, as words behind the title of their menu. */
export function measureOfListed({ stores }: CommandContext): string {
  const list = listOf(stores.view.getState().tab);
  return list === undefined ? '' : measureOf(COMPLETENESS[list](stores));
}

const COMPLETENESS: Readonly<Record<QueryList, (stores: Stores) => Completeness>> = {
  events: ({ events }) => feedCompleteness(events.getState()),
  agents: ({ agents }) => completenessOf(agents.getState().data),
  sessions: selectSessionsCompleteness,
  llm: selectLlmCompleteness,
  policy: () => 'all',
};

/** Adds what one of `rowValueChoices` says to the query of the list; false for any other choice. */
export function chooseRowValue({ stores }: CommandContext, choice: string): boolean {
  const list = listOf(stores.view.getState().tab);
  if (!choice.startsWith(MARK) || list === undefined) {
    return false;
  }
  const term = choice.slice(MARK.length);
  const opposite = term.startsWith('-') ? term.slice(1) : `-${term}`;
  const { text } = stores.view.getState()[list];
  const others = parseQuery(text, list).terms.filter((other) => other.text !== opposite);
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
    run(context) {
      const choices = rowValueChoices(context);
      if (choices.length === 0) {
        notify(context, 'There is no row under the cursor whose values could be chosen.');
        return;
      }
      openDialog(context, {
        kind: 'choice',
        title: `Show only, or everything without${measureOfListed(context)}`,
        choices,
        initial: undefined,
        choose: (choice) => void chooseRowValue(context, choice),
      });
    },
  },
];
