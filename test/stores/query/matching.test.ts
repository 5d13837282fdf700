import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { sampleAgent, NOW, sampleEvent, sampleSession, secondsAgo } from '../../helpers/sample-data.ts';
import { parseQuery } from '../../../src/stores/query/parse-query.ts';
import { testOfRecords } from '../../../src/stores/query/row-query.ts';
import { withTerm, termText } from '../../../src/stores/query/value-text.ts';
import { findField } from '../../../src/stores/query/query-fields.ts';
import { EventQuery } from '../../../src/stores/events/event-query.ts';
import { boundsOf } from '../../../src/stores/query/time-bounds.ts';
import type { ListId } from '../../../src/stores/base/tab.ts';
import { LISTS } from '../../../src/stores/view/lists.ts';
import { createEventsStore } from '../../../src/stores/events/events-store.ts';

const CLOCK = { now: NOW, zone: 'utc' } as const;
const HOSTS = new Map([['client-1', 'build-1']]);

function passes(list: Exclude<ListId, 'events'>, text: string, record: unknown): boolean {
  return testOfRecords(text, LISTS[list].query, CLOCK)?.(record) ?? true;
}

const event = (fields: Readonly<Record<string, unknown>> = {}, ago = 60) => {
  const store = createEventsStore();
  store.apply([sampleEvent('e1', ago, fields)], { at: NOW, fromHistory: false });
  return store.getState().rows.at(0);
};

function passesEvent(text: string, fields: Readonly<Record<string, unknown>> = {}, ago = 60): boolean {
  const row = event(fields, ago);
  const query = parseQuery(text, LISTS.events.query);
  const { from, to } = boundsOf(query, CLOCK);
  return (
    row !== undefined && row.time >= from && row.time < to && new EventQuery(query, HOSTS, CLOCK).passes(row)
  );
}

const RICH = {
  subject: { ecosystem: 'npm', package: '@acme/Left-Pad', version: '1.3.0' },
  payload: {
    reasons: ['Known MALWARE', 'typosquat of react'],
    score: 3.5,
    deep: { at: secondsAgo(7200) },
    risk: null,
  },
  // Names that the query has for something else.
  user: 'root',
  before: 'x',
};

describe('an event', () => {
  it.each([
    'package:@acme/left-pad',
    'package:"@acme/Left-Pad"',
    'package:@acme/*',
    'package:*PAD',
    'package:@acme/left?pad',
    'package:x,@acme/left-pad',
    'package:*',
    '-package:left-pad',
    '-package:"@acme/left-pad"',
    'left-pad malware',
    '"Known malware"',
    'mal*re',
    'reason:known*',
    'reason:*react',
    'from:npm outcome:ALLOW type:install',
    'host:build-1',
    'host:client-1',
    'host:bu?ld-*',
    'client:client-1',
    '"user":root',
    '"user":r*',
    '-user:root',
    '"before":x',
    '"package":@acme/*',
    'payload.risk:null',
    'payload.risk:""',
    '-payload.score:null',
    '-payload.risk:"null"',
    '-outcome:null',
    'command:install',
    'command:"npm install left-pad"',
    'command:npm*left-pad',
    'payload.score:<4',
    'payload.score:3.5',
    'payload.score:3..4',
    'payload.score:..3.5',
    '-payload.score:>3.5',
    'payload.deep.at:<=1h',
    'payload.deep.at:3h..1h',
    'payload.reasons:*malware',
    'payload.nothing:""',
    '-payload.nothing:*',
    'since:1m',
    'since:2m until:1m',
    '-since:10s',
    '-until:2m',
    'since:08:59',
    'since:2026-03-02 until:2026-03-03',
    'time:2026-03-02',
    'time:08:59',
    'time:>=2m',
    'id:e1',
    '2026-03-02T08:59',
  ])('passes %s', (text) => {
    expect(parseQuery(text, LISTS.events.query).problems).toEqual([]);
    expect(passesEvent(text, RICH)).toBe(true);
  });

  it.each([
    'package:left-pad',
    'package:"@acme/left-pad"',
    'package:"@acme/*"',
    'package:?',
    '-package:@acme/*',
    'reason:malware',
    'host:build-2',
    '-host:build-1',
    'outcome:block,review',
    'payload.score:>4',
    'payload.score:>3.5',
    'payload.score:""',
    'payload.deep.at:>1h',
    'since:59s',
    'until:2m',
    'since:09:00',
    'time:2026-03-01',
    'time:09:00',
    'react nothing',
  ])('does not pass %s', (text) => {
    expect(parseQuery(text, LISTS.events.query).problems).toEqual([]);
    expect(passesEvent(text, RICH)).toBe(false);
  });

  it('that is too large to be taken apart is compared like any other', () => {
    const large = { ...RICH, metadata: { many: Array.from({ length: 1200 }, (_, index) => index) } };
    expect(passesEvent('package:@acme/* payload.score:<4 metadata.many:1100', large)).toBe(true);
    expect(passesEvent('metadata.many:1300', large)).toBe(false);
  });
});

const termArbitrary = fc.oneof(
  fc.constantFrom('lod', 'a*', '"b c"', 'é', '7'),
  fc
    .tuple(
      fc.constantFrom(
        'package',
        'host',
        'version',
        'reason',
        'command',
        'payload.score',
        'client',
        'id',
        'type',
      ),
      fc.constantFrom(
        '*',
        '""',
        'left-pad',
        'LEFT*',
        '"left-pad"',
        'build-1,client-2',
        '1.?.0',
        'e1',
        'install',
      ),
    )
    .map(([name, value]) => `${name}:${value}`),
  fc.constantFrom(
    'payload.score:>=1',
    'payload.score:0..2',
    'time:>=1m',
    'time:..08:00',
    'since:5m',
    'until:08:58',
  ),
);
const fieldsArbitrary = fc.record(
  {
    client_id: fc.constantFrom('client-1', 'client-2', null),
    subject: fc.constantFrom({ package: 'Left-Pad', version: '1.2.0' }, { package: 'lodash' }, null, 'odd'),
    payload: fc.constantFrom({ reasons: ['b c', 7], score: 1.5 }, { score: 'high' }, {}),
  },
  { requiredKeys: [] },
);

describe('a negated term', () => {
  it('passes exactly the events that the term does not', () => {
    fc.assert(
      fc.property(termArbitrary, fieldsArbitrary, fc.integer({ min: 0, max: 400 }), (term, fields, ago) => {
        expect(passesEvent(`-${term}`, fields, ago)).toBe(!passesEvent(term, fields, ago));
      }),
    );
  });

  it('passes exactly the records that the term does not', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(
          'host:build*',
          'version:1.?.?',
          'seen:>=2m',
          'since:2m',
          'clone:false',
          'deploy',
          'os:""',
        ),
        fc.record({
          version: fc.constantFrom('1.2.3', '2', null),
          last_seen_at: fc.constantFrom(secondsAgo(90), null),
        }),
        (term, fields) => {
          const { raw } = sampleAgent('agent-1', fields);
          expect(passes('agents', `-${term}`, raw)).toBe(!passes('agents', term, raw));
        },
      ),
    );
  });
});

describe('a row whose machine has no name', () => {
  it.each([
    ['agents', sampleAgent('agent-1', { hostname: '' }).raw],
    ['agents', sampleAgent('agent-1', { hostname: undefined }).raw],
    ['sessions', sampleSession('session-1', 0, { agent_hostname: null }).raw],
  ] as const)('is found by that among %s, and by the id of its machine', (list, raw) => {
    const client = `host:"${String((raw as { readonly client_id?: string }).client_id)}"`;
    expect(['host:""', 'host:null', client, '-host:""'].map((term) => passes(list, term, raw))).toEqual([
      ...[true, true, true, false],
    ]);
  });

  it('is the only kind that is', () => {
    const { raw } = sampleAgent('agent-1', { hostname: 'build-1' });
    expect([passes('agents', 'host:""', raw), passes('agents', 'host:"",build-1', raw)]).toEqual([
      false,
      true,
    ]);
  });
});

describe('a value of a row', () => {
  it('is typed so that it means that value, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.constantFrom('a b', 'a,b', '"', '\\', '\\"', '*', '>5', '', '-x', 'x..y', 'a\\'),
        ),
        (value) => {
          const { field } = findField(LISTS.events.query, 'package');
          const term = termText(field, value, false);
          const query = parseQuery(term, LISTS.events.query);
          expect(query.problems).toEqual([]);
          expect(query.terms).toHaveLength(1);
          expect(passesEvent(term, { subject: { package: value } })).toBe(true);
          expect(passesEvent(term, { subject: { package: `${value}x` } })).toBe(false);
        },
      ),
    );
  });

  it('is added once', () => {
    expect(withTerm(withTerm('react', 'host:a'), 'host:a')).toBe('react host:a');
  });
});

describe('a session', () => {
  it.each([
    ['messages:>=4 size:20k..21k', true],
    ['messages:5', false],
    ['subagent:false branch:main project:*shop', true],
    ['prompt:*flaky*', true],
    ['modified:<=10s created:<10s', true],
  ])('%s: %s', (text, expected) => {
    const { raw } = sampleSession('s1', 10);
    expect(parseQuery(text, LISTS.sessions.query).problems).toEqual([]);
    expect(passes('sessions', text, raw)).toBe(expected);
  });
});

describe('a time', () => {
  it.each([
    ['since:today', Date.parse('2026-03-02T00:00:00Z')],
    ['since:yesterday', Date.parse('2026-03-01T00:00:00Z')],
    ['since:09:30', Date.parse('2026-03-01T09:30:00Z')],
    ['since:08:30Z', Date.parse('2026-03-02T08:30:00Z')],
    ['since:2026-03-01T10:30+02:00', Date.parse('2026-03-01T08:30:00Z')],
    ['since:"2026-03-01 10:30"', Date.parse('2026-03-01T10:30:00Z')],
    ['since:0001-01-01', Date.parse('0001-01-01T00:00:00Z')],
    ['since:0099-12-31T23:59:59Z', Date.parse('0099-12-31T23:59:59Z')],
    ['since:1969-07-20T20:17Z', Date.parse('1969-07-20T20:17:00Z')],
    ['since:1970-01-01', 0],
    ['since:9999-12-31', Date.parse('9999-12-31T00:00:00Z')],
    ['since:90m', NOW - 90 * 60_000],
    ['since:2h since:1h', NOW - 3_600_000],
  ])('%s', (text, from) => {
    expect(boundsOf(parseQuery(text, LISTS.events.query), CLOCK)).toEqual({
      from,
      to: Number.POSITIVE_INFINITY,
    });
  });

  it('is read in the zone in which times are shown', () => {
    const local = boundsOf(parseQuery('since:2026-03-01T10:30', LISTS.events.query), {
      now: NOW,
      zone: 'local',
    });
    expect(local.from).toBe(new Date(2026, 2, 1, 10, 30).getTime());
  });
});

describe('wildcards', () => {
  it('find what a search by hand finds', () => {
    const lettersArbitrary = fc.string({
      unit: fc.constantFrom('a', 'b', '*', '?'),
      minLength: 1,
      maxLength: 8,
    });
    const textArbitrary = fc.string({ unit: fc.constantFrom('a', 'b', '😀'), minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(lettersArbitrary, textArbitrary, (pattern, text) => {
        const expected = new RegExp(`^${pattern.replaceAll('*', '.*').replaceAll('?', '.')}$`, 'su').test(
          text,
        );
        expect(passesEvent(`package:${pattern}`, { subject: { package: text } })).toBe(expected);
      }),
    );
  });
});
