import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { withUsers } from '../../../src/stores/base/host-by-client.ts';
import { EventFilter } from '../../../src/stores/events/event-filter.ts';
import { EventQuery, type HostByClient } from '../../../src/stores/events/event-query.ts';
import type { EventRow } from '../../../src/stores/events/event-row.ts';
import { createEventsStore } from '../../../src/stores/events/events-store.ts';
import { EVENT_QUERY, NO_EVENT_FILTERS } from '../../../src/stores/events/events-view.ts';
import { parseQuery } from '../../../src/stores/query/parse-query.ts';
import { NOW, sampleEvent } from '../../helpers/sample-data.ts';

const CLOCK = { now: NOW, zone: 'utc' } as const;
const NO_HOSTS: HostByClient = new Map();

function rowOf(fields: Readonly<Record<string, unknown>>): EventRow {
  const store = createEventsStore();
  store.apply([sampleEvent('e', 1, fields)], { at: NOW, fromHistory: false });
  return store.get('e') as EventRow;
}

const queryOf = (text: string, hosts: HostByClient) =>
  new EventQuery(parseQuery(text, EVENT_QUERY), hosts, CLOCK);

/** What the machine may be called, and who may use it. */
const NAMES: readonly HostByClient[] = ['ci-7', 'prod-1', 'client-3'].flatMap((name) =>
  ['root', 'anna', ''].map((user) =>
    withUsers(new Map([['client-3', name]]), new Map(user === '' ? [] : [['client-3', user]])),
  ),
);

describe('whether an event passes while it is not known what its machine is called', () => {
  const terms = fc.constantFrom(
    ...['host:ci-*', 'host:client-3', 'host:""', 'user:root', 'user:""', 'ci', 'lodash', 'prod', '-lodash'],
    ...[
      '-host:ci-*',
      '-host:client-3',
      '-user:root',
      '-ci',
      'outcome:block',
      'package:lodash',
      '-outcome:block',
    ],
  );

  it('is said only where it is so whatever the name is, and left open where that decides', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(terms, { minLength: 1, maxLength: 3 }),
        fc.constantFrom('block', 'allow'),
        fc.constantFrom('lodash', 'react'),
        (some, outcome, name) => {
          const row = rowOf({ outcome, client_id: 'client-3', subject: { package: name } });
          const text = some.join(' ');
          const judged = queryOf(text, NO_HOSTS).judge(row);
          const passes = new Set(NAMES.map((hosts) => queryOf(text, hosts).passes(row)));
          if (judged !== undefined) {
            expect([...passes]).toEqual([judged]);
          }
          if (passes.size > 1) {
            expect(judged).toBeUndefined();
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each([
    ['host:ci-*', undefined],
    ['host:client-3', true],
    ['-host:client-3', false],
    ['-host:ci-*', undefined],
    ['user:root', undefined],
    ['-user:root', undefined],
    ['host:""', undefined],
    ['lodash', true],
    ['-lodash', false],
    ['react', undefined],
    ['-react', undefined],
    ['host:ci-* outcome:allow', false],
    ['host:ci-* outcome:block', undefined],
  ])('is for %s: %s', (text, judged) => {
    const row = rowOf({ outcome: 'block', client_id: 'client-3', subject: { package: 'lodash' } });
    expect(queryOf(text, NO_HOSTS).judge(row)).toBe(judged);
  });

  it.each([
    ['of a machine that is known', { client_id: 'client-3' }, new Map([['client-3', 'ci-1']]), true],
    ['of no machine', { client_id: undefined }, NO_HOSTS, false],
  ] as const)('is certain for an event %s', (_name, fields, hosts, judged) => {
    expect(queryOf('host:ci-*', hosts).judge(rowOf(fields))).toBe(judged);
  });

  it('is open for suspicious names, unless another name of the event is one', () => {
    const filter = new EventFilter({ ...NO_EVENT_FILTERS, suspicious: true }, NO_HOSTS, CLOCK);
    expect(filter.judge(rowOf({ client_id: 'client-3', subject: { package: 'lodash' } }))).toBeUndefined();
    expect(filter.judge(rowOf({ client_id: 'client-3', subject: { package: 'lod\u0430sh' } }))).toBe(true);
    const blocks = new EventFilter(
      { ...NO_EVENT_FILTERS, suspicious: true, outcomes: ['block'] },
      NO_HOSTS,
      CLOCK,
    );
    expect(blocks.judge(rowOf({ client_id: 'client-3', outcome: 'allow' }))).toBe(false);
  });
});
