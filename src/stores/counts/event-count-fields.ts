import { reasonTemplate } from '../events/reason-template.ts';
import type { HostByClient } from '../events/event-filter.ts';
import type { EventRow } from '../events/event-row.ts';
import { EVENT_QUERY } from '../events/events-view.ts';
import type { QueryField } from '../query/query-fields.ts';
import { nameTyped, typedField } from '../query/typed-names.ts';
import { nearestNames } from '../query/nearest-names.ts';
import { textsAt } from '../query/record-leaves.ts';
import type { CountedRow } from './counts.ts';
import { fieldsInData } from './fields-in-data.ts';
import { dayOf, hourOf } from './hours-and-days.ts';

/** A field that events are counted by. */
export interface EventCountField {
  readonly name: string;
  valuesOf(row: EventRow, hosts: HostByClient): readonly string[];
}

const only = (value: string | undefined): readonly string[] =>
  value === undefined || value === '' ? [] : [value];

/** Fields that no record has as they are counted; times are in UTC. */
const DERIVED: readonly EventCountField[] = [
  { name: 'hour', valuesOf: ({ time, isUntimed }) => (isUntimed ? [] : [hourOf(time)]) },
  { name: 'day', valuesOf: ({ time, isUntimed }) => (isUntimed ? [] : [dayOf(time)]) },
  {
    name: 'host',
    valuesOf: ({ event: { client_id: client } }, hosts) => only(hosts.get(client ?? '') ?? client),
  },
  {
    name: 'user',
    valuesOf: ({ event: { client_id: client } }, hosts) => only(hosts.users?.get(client ?? '')),
  },
  // Reasons hold figures: those that differ in nothing else are one.
  { name: 'reason', valuesOf: ({ event }) => (event.payload?.reasons ?? []).map(reasonTemplate) },
  { name: 'package', valuesOf: ({ event }) => only(event.subject?.package) },
  { name: 'version', valuesOf: ({ event }) => only(event.subject?.version) },
  { name: 'ecosystem', valuesOf: (row) => only(row.ecosystem) },
  { name: 'outcome', valuesOf: ({ event }) => only(event.outcome) },
  { name: 'type', valuesOf: ({ event }) => only(event.type) },
  { name: 'client', valuesOf: ({ event }) => only(event.client_id) },
  { name: 'command', valuesOf: ({ event }) => only(event.actor?.command) },
];

/** The names of the fields that every event may have, the likeliest first. */
export const EVENT_COUNT_FIELDS: readonly string[] = [
  'package',
  'host',
  'user',
  'reason',
  'ecosystem',
  'outcome',
  'type',
  'version',
  'client',
  'command',
  'hour',
  'day',
];

/**
 * The field of that name: one of those above, under any name that a filter knows it by, or any other one of the data by its
 * name (`score`) or its path (`payload.score`). What is near one of those above is a sentence that says which.
 */
export function eventCountField(name: string): EventCountField | { readonly problem: string } {
  const { field } = typedField(EVENT_QUERY, name);
  const derived = DERIVED.find((each) => each.name === field.name || each.name === name.toLowerCase());
  if (derived !== undefined) {
    return derived;
  }
  if (EVENT_QUERY.parts?.includes(name.toLowerCase()) === true) {
    return {
      problem: `${name} holds several fields: events are counted by one of them, by its path, as payload.score.`,
    };
  }
  const names = [...EVENT_COUNT_FIELDS, 'maintainer'];
  const isOfData = name.includes('.') || name.includes('"') || EVENT_QUERY.fields.includes(field);
  const near = isOfData ? [] : nearestNames(name, names);
  return near.length > 0
    ? {
        problem: `Events cannot be counted by ${name}. Did you mean ${near.join(' or ')}? The fields are ${names.join(', ')}, and any other of the data by its name or its path, as payload.score.`,
      }
    : { name: field.name, valuesOf: (row) => valuesAt(row, field, nameTyped(name)) };
}

/**
 * The fields that some events, of which these are the records, are offered to be counted by: those above, those that a filter
 * knows by a name and that any of them has, and the others of the data by their paths.
 */
export function eventFieldsInData(records: readonly unknown[]): readonly string[] {
  const named = EVENT_QUERY.fields.filter(
    ({ name, kind, paths }) =>
      kind === 'text' &&
      name !== 'id' &&
      !EVENT_COUNT_FIELDS.includes(name) &&
      records.some((record) => textsAt(record, paths).length > 0),
  );
  return [...EVENT_COUNT_FIELDS, ...named.map(({ name }) => name), ...fieldsInData(records, EVENT_QUERY)];
}

/** What is said where no row has a value in the field that was asked for, with those that may have been meant. */
export function noSuchField(nouns: string, name: string, known: readonly string[]): string {
  const last = name.slice(name.lastIndexOf('.') + 1);
  const others = known.filter((other) => other !== name);
  const near = [name, last].flatMap((typed) => nearestNames(typed, others));
  const like = [
    ...new Set(near.length > 0 ? near : others.filter((other) => other.includes(last)).slice(0, 3)),
  ];
  return `None of these ${nouns} has a value in ${name}.${like.length === 0 ? '' : ` Did you mean ${like.join(' or ')}?`}`;
}

/** Only the parts of an event that may hold the field are looked at; paths have its name in lower case. */
function valuesAt(row: EventRow, { paths }: QueryField, typed: string): readonly string[] {
  const parts = [...paths, typed].map((path) => path.split('.')[0] ?? '');
  return textsAt(Object.fromEntries(parts.map((part) => [part, row.sent(part)])), paths);
}

/** What is counted of an event. */
export function countedEvent(
  row: EventRow,
  fields: readonly EventCountField[],
  hosts: HostByClient,
): CountedRow {
  const { outcome: part, client_id: machine } = row.event;
  const time = row.isUntimed ? undefined : row.time;
  return { values: fields.map((field) => field.valuesOf(row, hosts)), time, part, machine };
}
