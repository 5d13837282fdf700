import { asTyped, asUntrusted, quoting } from '../../lib/untrusted.ts';
import { named } from '../../lib/named.ts';
import { COUNTED_NOUNS, type CountedListId } from '../../stores/counts/count-measures.ts';
import { LOOKED_AT } from '../../stores/counts/fields-in-data.ts';
import { countOrders, usualCountOrder } from '../../stores/counts/count-order.ts';
import type { CountedValue } from '../../stores/counts/count-question.ts';
import { eventCountField } from '../../stores/counts/event-count-fields.ts';
import { anyNumbers } from '../../stores/events/reason-template.ts';
import { timeFieldOfList } from '../../stores/counts/listed-counts.ts';
import { countFieldsOf } from '../../stores/counts/select-counts.ts';
import { openPageOf, type PageSubject } from '../../stores/entity/page-subject.ts';
import type { PageRow } from '../../stores/entity/page-rows.ts';
import { textsAt } from '../../stores/query/record-leaves.ts';
import { typedField, typedNames } from '../../stores/query/typed-names.ts';
import { nameText, termText, withTerm } from '../../stores/query/value-text.ts';
import { LISTS } from '../../stores/view/lists.ts';
import { updatePane } from '../../stores/view/view-store.ts';
import { notify, openMenu, type Command, type CommandContext } from '../base/command.ts';
import { leaveFor } from '../base/back-stack.ts';
import { openPage, selectedPageRow, uncover, updatePage } from '../base/entity-stack.ts';
import { showArrived } from '../base/feed-position.ts';
import { chooseOrder } from '../base/sorting.ts';

type CountSubject = Extract<PageSubject, { kind: 'count' }>;

/** The list whose rows can be counted; undefined where there is none, or its rows are nothing to be counted. */
function countedList({ stores }: CommandContext): CountedListId | undefined {
  const { tab } = stores.view.getState();
  return tab in COUNTED_NOUNS ? (tab as CountedListId) : undefined;
}

/** The page of counts that is open; undefined where another one is, or none. */
function countPageOf({ stores }: CommandContext): CountSubject | undefined {
  const subject = openPageOf(stores.view.getState())?.subject;
  return subject?.kind === 'count' ? subject : undefined;
}

function chooseField(context: CommandContext, of: CountedListId, within: readonly CountedValue[]): void {
  const { stores, clock } = context;
  const taken = new Set(within.map(({ field }) => field));
  const [last] = within.slice(-1);
  openMenu(context, {
    title:
      last === undefined
        ? `Count the ${COUNTED_NOUNS[of]} that pass the filters by`
        : quoting`Count those of ${last.field} ${named(last.value ?? asUntrusted('(none)'))} by`,
    choices: countFieldsOf(stores, of, clock.now())
      .filter((field) => !taken.has(field))
      .map((field) => ({ label: field, value: field })),
    initial: undefined,
    choose: (by) => openPage(context, { kind: 'count', of, by, within }),
  });
}

/** The values that the row under the cursor has in the fields that were counted by. */
function valuesOf({ within }: CountSubject, { table, row }: Extract<PageRow, { kind: 'count' }>) {
  return [...within, { field: table.field, value: row.values[0] }];
}

/** A term of the filter of a list that lets through what counts under a value. */
export function termOfCounted(
  context: CommandContext,
  of: CountedListId,
  { field, value }: CountedValue,
): string {
  const isTime = field === 'day' || field === 'hour';
  const timeField = of === 'events' ? 'time' : timeFieldOfList(context.stores, of, context.clock.now());
  if (value === undefined) {
    return `${nameText(isTime ? (timeField ?? field) : field)}:""`;
  }
  const typed = asTyped(value);
  if (isTime) {
    const [first, last] =
      field === 'day'
        ? [`${typed}T00:00Z`, `${typed}T23:59Z`]
        : [typed.replace(':00:00Z', ':00Z'), typed.replace(':00:00Z', ':59Z')];
    return `${timeField ?? 'time'}:${first}..${last}`;
  }
  return of === 'events' && field === 'reason'
    ? `reason:${asTyped(anyNumbers(value))}`
    : termText(typedField(LISTS[of].query, field).field, typed, false);
}

/**
 * Shows in the list the rows that count under the row under the cursor, beside the filters that it has, those that arrived
 * since it froze included, which were counted; Esc leads back to the counts.
 */
export function showCounted(context: CommandContext, row: Extract<PageRow, { kind: 'count' }>): void {
  const subject = countPageOf(context);
  if (subject === undefined) {
    return;
  }
  const { of } = subject;
  const { view, filterMemory } = context.stores;
  const text = valuesOf(subject, row)
    .map((value) => termOfCounted(context, of, value))
    .reduce(withTerm, view.getState()[of].text);
  leaveFor(context, () => {
    uncover(context, of);
    updatePane(view, of, { text, cursor: undefined });
    if (of === 'events') {
      showArrived(context.stores);
    }
  });
  filterMemory.remember(of, text);
}

const NOT_COUNTED = 'Events, agents, sessions and LLM calls are counted by a field; this is none of them.';

/** A field of a list by its name, or why it has none. */
function fieldOfList(
  context: CommandContext,
  of: Exclude<CountedListId, 'events'>,
  by: string,
): { readonly name: string } | { readonly problem: string } {
  const known = countFields(context);
  const { field, isKnown } = typedField(LISTS[of].query, by, known);
  return isKnown || of === 'llm'
    ? field
    : {
        problem: `None of the ${COUNTED_NOUNS[of]} has a field ${by}. They can be counted by ${known.join(', ')}.`,
      };
}

function fieldNamed(
  context: CommandContext,
  of: CountedListId,
  by: string,
): { readonly name: string } | { readonly problem: string } {
  return of === 'events' ? eventCountField(by) : fieldOfList(context, of, by);
}

/** That several fields were named, with commas or blanks between them: a page counts by one. */
function problemOfSeveral(context: CommandContext, of: CountedListId, by: string): string | undefined {
  const several = [typedNames(by), by.split(/\s+/)].find(
    (names) => names.length > 1 && names.every((name) => isKnownField(context, of, name)),
  );
  if (several === undefined || isInData(context, of, by)) {
    return undefined;
  }
  const [first, second] = several;
  const onCommandLine =
    of === 'events' ? ` vigil events count --by ${first},${second} counts by both at once.` : '';
  return `A page counts by one field: count by ${first}, then # on a row counts inside it by ${second}.${onCommandLine}`;
}

/** Whether a name is one that rows are offered to be counted by, or that some of them have. */
function isKnownField(context: CommandContext, of: CountedListId, name: string): boolean {
  const field = name === '' ? undefined : fieldNamed(context, of, name);
  return (
    field !== undefined &&
    !('problem' in field) &&
    (countFields(context).includes(field.name) || isInData(context, of, name))
  );
}

/** Whether rows of the list have a value in a field of that name, of those that are looked at for fields. */
export function isCountedField(context: CommandContext, name: string): boolean {
  const of = countedList(context);
  return of !== undefined && isInData(context, of, name);
}

function isInData({ stores }: CommandContext, of: CountedListId, by: string): boolean {
  const { paths } = typedField(LISTS[of].query, by).field;
  return LISTS[of].known(stores, LOOKED_AT).some((record) => textsAt(record, paths).length > 0);
}

/** Counts what the list shows by a field that was named. */
export function countBy(context: CommandContext, by: string): void {
  const of = countedList(context);
  if (of === undefined) {
    notify(context, NOT_COUNTED);
    return;
  }
  const field = fieldNamed(context, of, by);
  const problem = 'problem' in field ? field.problem : problemOfSeveral(context, of, by);
  if ('problem' in field || problem !== undefined) {
    notify(context, problem ?? NOT_COUNTED);
    return;
  }
  openPage(context, { kind: 'count', of, by: field.name, within: [] });
}

/** The fields that the rows of the list are offered to be counted by; none where they are not counted. */
export function countFields(context: CommandContext): readonly string[] {
  const of = countedList(context);
  return of === undefined ? [] : countFieldsOf(context.stores, of, context.clock.now());
}

/** Counting the rows of a list by the values of a field. */
export const countCommands: readonly Command[] = [
  {
    id: 'list.count',
    title: 'Count the rows by package, host, model or another field',
    hint: 'count',
    scope: 'list',
    disabledReason: (context) => (countedList(context) === undefined ? NOT_COUNTED : undefined),
    run(context) {
      const of = countedList(context);
      if (of !== undefined) {
        chooseField(context, of, []);
      }
    },
  },
  {
    id: 'page.count',
    title: 'Count the rows behind a count by another field',
    hint: 'count inside',
    scope: 'page',
    onRow: true,
    disabledReason(context) {
      return countPageOf(context) === undefined || selectedPageRow(context)?.kind !== 'count'
        ? 'Only counts can be counted inside.'
        : undefined;
    },
    run(context) {
      const subject = countPageOf(context);
      const row = selectedPageRow(context);
      if (subject !== undefined && row?.kind === 'count') {
        chooseField(context, subject.of, valuesOf(subject, row));
      }
    },
  },
  {
    id: 'page.sort',
    title: 'Sort the counts by a column',
    hint: 'sort',
    scope: 'page',
    disabledReason: (context) =>
      countPageOf(context) === undefined ? 'Only counts can be sorted.' : undefined,
    run(context) {
      const subject = countPageOf(context);
      const page = openPageOf(context.stores.view.getState());
      if (subject !== undefined && page !== undefined) {
        chooseOrder(context, {
          sort: page.sort ?? usualCountOrder(subject.of),
          columns: countOrders(subject.of),
          usual: usualCountOrder(subject.of).column,
          keep: (sort) => updatePage(context, { sort, cursor: undefined }),
        });
      }
    },
  },
];
