import { asTyped, asUntrusted, quoting } from '../../lib/untrusted.ts';
import { named } from '../../lib/named.ts';
import { EVENT_COUNT_FIELDS, type CountedValue } from '../../stores/counts/event-count-fields.ts';
import { openPageOf, type PageSubject } from '../../stores/entity/page-subject.ts';
import type { PageRow } from '../../stores/entity/page-rows.ts';
import { EVENT_QUERY } from '../../stores/events/events-view.ts';
import { findField } from '../../stores/query/query-fields.ts';
import { termText, withTerm } from '../../stores/query/value-text.ts';
import { updatePane } from '../../stores/view/view-store.ts';
import { openMenu, type Command, type CommandContext } from '../base/command.ts';
import { openPage, selectedPageRow, uncover } from '../base/entity-stack.ts';
import { anyNumbers } from '../related/pivots.ts';

type CountSubject = Extract<PageSubject, { kind: 'count' }>;

/** The page of counts that is open; undefined where another one is, or none. */
function countPageOf({ stores }: CommandContext): CountSubject | undefined {
  const subject = openPageOf(stores.view.getState())?.subject;
  return subject?.kind === 'count' ? subject : undefined;
}

function chooseField(context: CommandContext, within: readonly CountedValue[]): void {
  const taken = new Set(within.map(({ field }) => field));
  const [last] = within.slice(-1);
  openMenu(context, {
    title:
      last === undefined
        ? 'Count the events that pass the filters by'
        : quoting`Count those of ${last.field} ${named(last.value ?? asUntrusted('(none)'))} by`,
    choices: EVENT_COUNT_FIELDS.filter((field) => !taken.has(field)).map((field) => ({
      label: field,
      value: field,
    })),
    initial: undefined,
    choose: (by) => openPage(context, { kind: 'count', by, within }),
  });
}

/** The values that the row under the cursor has in the fields that were counted by. */
function valuesOf({ within }: CountSubject, { field, row }: Extract<PageRow, { kind: 'count' }>) {
  return [...within, { field, value: row.values[0] }];
}

/** A term of the filter that lets through what counts under a value. */
function termOf({ field, value }: CountedValue): string {
  if (value === undefined) {
    return `${field}:""`;
  }
  const typed = asTyped(value);
  switch (field) {
    case 'reason':
      return `reason:${asTyped(anyNumbers(value))}`;
    case 'day':
      return `time:${typed}T00:00Z..${typed}T23:59Z`;
    case 'hour':
      return `time:${typed.replace(':00:00Z', ':00Z')}..${typed.replace(':00:00Z', ':59Z')}`;
    default:
      return termText(findField(EVENT_QUERY, field).field, typed, false);
  }
}

/** Shows in the feed the events that count under the row under the cursor, beside the filters that it has. */
export function showCounted(context: CommandContext, row: Extract<PageRow, { kind: 'count' }>): void {
  const subject = countPageOf(context);
  if (subject === undefined) {
    return;
  }
  const { view, filterMemory } = context.stores;
  const text = valuesOf(subject, row).map(termOf).reduce(withTerm, view.getState().events.text);
  uncover(context, 'events');
  updatePane(view, 'events', { text, cursor: undefined });
  filterMemory.remember('events', text);
}

/** Counting events by the values of a field. */
export const countCommands: readonly Command[] = [
  {
    id: 'list.count',
    title: 'Count the events by package, host, reason or another field',
    hint: 'count',
    scope: 'list',
    disabledReason: ({ stores }) =>
      stores.view.getState().tab === 'events' ? undefined : 'Only events are counted by a field.',
    run: (context) => chooseField(context, []),
  },
  {
    id: 'page.count',
    title: 'Count the events of the row by another field',
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
        chooseField(context, valuesOf(subject, row));
      }
    },
  },
];
