import { describe, expect, it } from 'vitest';

import {
  countedEvent,
  eventCountField,
  EVENT_COUNT_FIELDS,
} from '../../../src/stores/counts/event-count-fields.ts';
import { createEventsStore, type EventRow } from '../../../src/stores/events/events-store.ts';
import { withUsers } from '../../../src/stores/base/host-by-client.ts';
import { NOW, sampleEvent } from '../../helpers/sample-data.ts';

const HOSTS = withUsers(new Map([['client-1', 'build-01']]), new Map([['client-1', 'deploy']]));

function rowOf(fields: Readonly<Record<string, unknown>>): EventRow {
  const store = createEventsStore();
  store.apply([sampleEvent('event-0', 60, fields)], { at: 0, fromHistory: false });
  return store.get('event-0') as EventRow;
}

function valuesOf(name: string, fields: Readonly<Record<string, unknown>> = {}): readonly string[] {
  const field = eventCountField(name);
  return 'problem' in field ? [field.problem] : field.valuesOf(rowOf(fields), HOSTS);
}

describe('the values that an event counts under', () => {
  it.each([
    ['package', { subject: { package: 'left-pad' } }, ['left-pad']],
    ['package', { subject: {} }, []],
    ['host', { client_id: 'client-1' }, ['build-01']],
    ['host', { client_id: 'client-9' }, ['client-9']],
    ['user', { client_id: 'client-1' }, ['deploy']],
    ['username', { client_id: 'client-1' }, ['deploy']],
    ['user', { client_id: 'client-9' }, []],
    [
      'reason',
      { payload: { reasons: ['score 3.7 is below 4', 'malware'] } },
      ['score # is below #', 'malware'],
    ],
    ['outcome', { outcome: 'allow' }, ['allow']],
    ['ecosystem', { subject: { ecosystem: 'npm' } }, ['npm']],
    ['from', { subject: { ecosystem: 'npm' } }, ['npm']],
    ['hour', { timestamp: '2026-03-02T08:59:59Z' }, ['2026-03-02T08:00:00Z']],
    ['day', { timestamp: '2026-03-02T08:59:59Z' }, ['2026-03-02']],
    ['hour', { timestamp: '2026-13-45T99:00:00Z' }, []],
    ['day', { timestamp: 1772442000 }, []],
    ['payload.score', { payload: { score: 3.5 } }, ['3.5']],
    ['Metadata.Project', { Metadata: { Project: 'shop' } }, ['shop']],
    ['metadata.project', {}, []],
    ['branch', { metadata: { branch: 'main' } }, ['main']],
    ['"payload.scan ms"', { payload: { 'scan ms': 5 } }, ['5']],
    ['payload."scan ms"', { payload: { 'scan ms': 5 } }, ['5']],
    ['"user"', { user: 'root', client_id: 'client-1' }, ['root']],
    ['"user"', { payload: { user: 'root' } }, ['root']],
  ])('of the field %s', (name, fields, values) => {
    expect(valuesOf(name, fields)).toEqual(values);
  });

  it('leave its time out where that cannot be read, which the moment of reading it is not', () => {
    expect(countedEvent(rowOf({ timestamp: '2026-13-45T99:00:00Z' }), [], HOSTS).time).toBeUndefined();
    expect(countedEvent(rowOf({}), [], HOSTS).time).toBe(NOW - 60_000);
  });

  it('are known of all fields that are offered', () => {
    for (const name of EVENT_COUNT_FIELDS) {
      expect(eventCountField(name)).toMatchObject({ name });
    }
  });

  it('are of no field that nobody knows, and it says which there are', () => {
    expect(valuesOf('payload')).toEqual([expect.stringContaining('payload holds several fields')]);
    const [problem = ''] = valuesOf('pakcage');
    expect(problem).toContain(
      'Events cannot be counted by pakcage. Did you mean package? The fields are package, host',
    );
  });
});
