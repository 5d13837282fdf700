import { describe, expect, it } from 'vitest';

import { runEventsCount, type EventsCountFlags } from '../../../src/cli/events/count-events-program.ts';
import type { FakeAnswer, FakeCall } from '../../helpers/fake-client.ts';
import { ModelEventServer, type EventDialect } from '../../helpers/model-event-server.ts';
import { runCommandWith } from '../../helpers/run-command.ts';
import { nameUnreachedServer } from '../../helpers/unreached-server.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

nameUnreachedServer();

const HOUR = 3_600_000;

function withFields(event: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const index = Number(String(event['id']).slice(1));
  return {
    ...event,
    client_id: `client-${index % 3}`,
    subject: { package: `p${index % 10}`, ecosystem: 'npm' },
    outcome: index % 10 === 7 ? 'block' : 'allow',
  };
}

/** Counts 90 events of the last 90 hours, an hour apart, of ten packages on three machines of which one has a name. */
async function count(
  flags: Partial<EventsCountFlags>,
  dialect: Partial<EventDialect> = {},
  change: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {},
  prepare: (server: ModelEventServer) => void = () => undefined,
) {
  const clock = new VirtualClock();
  const server = new ModelEventServer(clock, { total: 'exact', page: 'clamp-20', ...dialect });
  for (let index = 0; index < 90; index++) {
    server.add(`e${index}`, { timestamp: clock.now() - (index + 0.5) * HOUR });
  }
  server.spoil = ({ events, ...body }) => ({
    ...body,
    events: events.map((event) => ({ ...withFields(event), ...change[String(event['id'])] })),
  });
  prepare(server);
  const answer = (call: FakeCall): FakeAnswer =>
    call.endpoint === 'listAgents'
      ? {
          body: {
            agents: [{ id: 'a1', client_id: 'client-1', hostname: 'build-01', username: 'anna' }],
            pagination: { total: 1, limit: 50, offset: 0, has_more: false },
          },
        }
      : server.answer(call);
  const { status, lines, problem } = await runCommandWith({ answer, clock }, (host) =>
    runEventsCount({ by: 'package', ...flags }, host),
  );
  return {
    status,
    lines,
    problem,
    rows: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}

describe('vigil events count', () => {
  it('gives no event a time that does not carry one', async () => {
    const odd = { timestamp: '2026-13-45T99:00:00Z' };
    const change = { e3: { ...odd, subject: { package: 'odd' } } };
    const byPackage = await count({ json: true }, {}, change);
    expect(byPackage.rows().find(({ package: name }) => name === 'odd')).toMatchObject({
      count: 1,
      first: null,
      last: null,
    });
    const byHour = await count({ json: true, by: 'hour' }, {}, change);
    expect(byHour.rows().filter(({ hour }) => hour === null)).toMatchObject([{ count: 1, first: null }]);
    expect(byHour.rows().filter(({ count: events }) => events !== 1)).toEqual([]);
    expect(byHour.problem).toContain(
      'vigil: 1 event carries no time that can be read, and counts where the server lists it.\n',
    );
    const named = await count({ filter: 'until:1h' }, {}, change);
    expect(named.problem).toContain(
      'vigil: 1 event carries no time that can be read: since: and until: go by when it was read',
    );
  });

  it('counts the last day where no time is named, and says which time that is', async () => {
    const { status, problem, rows } = await count({ json: true });
    expect(status).toBe(0);
    expect(rows().map(({ package: name, count: times }) => [name, times])).toEqual([
      ['p0', 3],
      ['p1', 3],
      ['p2', 3],
      ['p3', 3],
      ['p7', 2],
      ['p4', 2],
      ['p5', 2],
      ['p6', 2],
      ['p8', 2],
      ['p9', 2],
    ]);
    expect(problem).toMatch(
      /^vigil: Complete: 24 events after \S+ \S+Z and before \S+ \S+Z, 10 rows by package\.\n$/,
    );
  });

  it.each([
    ['time:60h..40h', '20 events after 2026-02-27 20:59:59Z and before 2026-02-28 17:00:00Z'],
    ['time:>=10h', '10 events after 2026-03-01 22:59:59Z'],
    ['since:60h until:40h', '20 events after 2026-02-27 20:59:59Z and before 2026-02-28 17:00:00Z'],
    ['until:40h', '24 events after 2026-02-27 17:00:00Z and before 2026-02-28 17:00:00Z'],
  ])('counts the times that a filter names, and says which: %s', async (filter, counted) => {
    const { status, problem } = await count({ by: 'outcome', filter });
    expect(problem).toContain(`vigil: Complete: ${counted}`);
    expect(status).toBe(0);
  });

  it('refuses times that exclude each other', async () => {
    expect(await count({ filter: 'time:60h..40h', since: '30h' })).toMatchObject({
      status: 2,
      problem: expect.stringContaining(
        'what --filter, --since and --until say excludes each other',
      ) as unknown,
    });
  });

  it('counts by two fields, of what a filter lets through, with the names of hosts and users', async () => {
    const byUser = await count({ by: 'user', filter: 'user:anna since:4d', json: true });
    expect(byUser.rows()).toEqual([expect.objectContaining({ user: 'anna', machines: 1, share: 1 })]);
    const { rows } = await count({ by: 'host,outcome', filter: 'package:p7 since:4d', json: true });
    expect(rows()).toEqual([
      expect.objectContaining({ host: 'build-01', outcome: 'block', count: 3, machines: 1 }),
      expect.objectContaining({ host: 'client-0', outcome: 'block', count: 3, block: 3, share: 0.3333 }),
      expect.objectContaining({ host: 'client-2', outcome: 'block', count: 3 }),
    ]);
  });

  it('counts by a name in quotes, which may hold a blank or a comma, and by one without its path', async () => {
    const data = { payload: { 'scan ms': 5, 'a,b': 'x' }, metadata: { branch: 'main' } };
    const counted = await count({ by: '"payload.scan ms",payload."a,b"', json: true }, {}, { e0: data });
    expect(counted.rows().at(-1)).toMatchObject({ 'payload.scan ms': '5', 'payload.a,b': 'x', count: 1 });
    const byBranch = await count({ by: 'branch', csv: true }, {}, { e0: data });
    expect(byBranch.lines.map((line) => line.split(',').slice(0, 2))).toEqual([
      ['branch', 'count'],
      ['', '23'],
      ['main', '1'],
    ]);
    expect((await count({ by: 'nosuch' })).problem).toContain('None of these events has a value in nosuch.');
  });

  it('counts by a field of the data by its path, and those without it under null', async () => {
    const { rows } = await count({ by: 'payload.score', json: true });
    expect(rows()).toMatchObject([{ 'payload.score': null, count: 24 }]);
  });

  it('says where no event has the field, and which rows a filter was near to that none passes', async () => {
    const mistyped = await count({ by: 'payload.score', json: true });
    expect(mistyped.problem).toContain('None of these events has a value in payload.score.');
    const near = await count({ filter: 'package:p since:4d', json: true });
    expect(near.lines).toEqual([]);
    expect(near.problem).toContain(
      'No package is exactly “p”; 90 rows here hold it: write package:*p* for them.',
    );
    const either = await count({ filter: 'package:p,"x y" since:4d', json: true });
    expect(either.problem).toContain(
      'No package is exactly “p” or “x y”; 90 rows here hold one of them: write package:*p*,*"x y"* for them.',
    );
    const comma = { e0: { subject: { package: 'com,ma' } } };
    expect((await count({ filter: 'package:com,ma since:4d' }, {}, comma)).problem).toContain(
      'A comma means “or” here; 1 row here passes package:"com,ma".',
    );
  });

  it('says which field the filter excludes values of that no event has', async () => {
    const { problem } = await count({ filter: '-payload.nosuch:1 since:4d', json: true });
    expect(problem).toContain(
      'vigil: None of these events has a value in payload.nosuch. -payload.nosuch:1 excludes none of them.\n',
    );
  });

  it('sorts by any column, and by the share of blocks in each row, which has a column then', async () => {
    const { rows } = await count({ by: 'package', sort: 'block_share', json: true, since: '4d' });
    const shares = rows().map((row) => (row as { readonly block_share: number }).block_share);
    expect(shares.length).toBeGreaterThan(1);
    expect(shares).toEqual([...shares].sort((left, right) => right - left));
    const text = await count({ by: 'package', sort: 'review_share', since: '4d' });
    expect(text.lines[0]).toMatch(/^PACKAGE\tCOUNT\tREVIEW %\tBLOCK/);
    const csv = await count({ by: 'package', sort: 'value', csv: true, since: '4d' });
    const names = csv.lines.slice(1).map((line) => line.split(',')[0]);
    expect(names).toEqual([...names].sort());
    expect(await count({ by: 'package', sort: 'nosuch' })).toMatchObject({
      status: 2,
      problem: expect.stringContaining('--sort takes count, block') as unknown,
    });
  });

  it.each([
    ['payload.nosuch:1', 'None of these events has a value in payload.nosuch.'],
    ['outcome:allow version:9', 'None of these events passes version:9.'],
  ])('says which part of a filter no event passes: %s', async (filter, remark) => {
    const { lines, problem } = await count({ filter: `${filter} since:4d`, json: true });
    expect(lines).toEqual([]);
    expect(problem).toContain(remark);
  });

  it.each([
    ['csv', /^package,count,block,review,allow,share,machines,first,last$/, /^p0,3,0,0,3,0\.125,3,2026-/],
    [
      'text',
      /^PACKAGE\tCOUNT\tBLOCK\tREVIEW\tALLOW\tSHARE\tMACHINES\tFIRST\tLAST$/,
      /^p0\t3\t0\t0\t3\t12\.5 %\t3\t2026-/,
    ],
  ])('prints as %s', async (format, header, first) => {
    const { lines } = await count(format === 'csv' ? { csv: true } : {});
    expect(lines).toHaveLength(11);
    expect(lines[0]).toMatch(header);
    expect(lines[1]).toMatch(first);
  });

  it.each([{ csv: true } as const, {}])('prints a value whole, however long it is: %o', async (flags) => {
    const long = 'x'.repeat(5000);
    const { lines } = await count(flags, {}, { e3: { subject: { package: long } } });
    expect(lines.map((line) => line.split(/[\t,]/)[0])).toContain(long);
  });

  it('prints so many rows, of shares of all', async () => {
    const { lines, rows } = await count({ limit: 1, json: true });
    expect(lines).toHaveLength(1);
    expect(rows()).toMatchObject([{ share: 0.125 }]);
  });

  it('ends with 1 where it is not certain that all was counted, and says so', async () => {
    const { status, problem } = await count({ json: true }, { total: 'denying' });
    expect(status).toBe(1);
    expect(problem).toMatch(/vigil: Not complete: \d+ events after /);
  });

  it('ends with 1 where events were deleted while it was reading, which it may have counted or not', async () => {
    const { status, problem } = await count({ json: true, since: '4d' }, {}, {}, (server) => {
      server.beforeAnswer = (request) => {
        if (request === 5) {
          server.delete('e3');
        }
      };
    });
    expect(status).toBe(1);
    expect(problem).toContain('deleted meanwhile');
    expect(problem).toMatch(/vigil: Not complete: \d+ events after /);
  });

  it.each(['inclusive', 'exclusive'] as const)(
    'counts what happened at the very time that a filter begins with, of a server whose bounds are %s',
    async (since) => {
      const { problem } = await count({ filter: 'since:2026-03-02T06:30:00Z' }, { since });
      expect(problem).toContain('Complete: 3 events after ');
    },
  );

  it.each([
    [{ by: 'package,host,outcome' }, '--by takes the name of a field, or two'],
    [{ by: 'package,' }, '--by takes the name of a field, or two'],
    [{ by: 'pakcage' }, 'Events cannot be counted by pakcage. Did you mean package?'],
    [{ filter: 'outcome:blocked' }, '--filter, at character 9: “blocked” is no value of outcome'],
  ])('asks for nothing where %o is not understood', async (flags, sentence) => {
    const { status, lines, problem } = await count(flags);
    expect([status, lines]).toEqual([2, []]);
    expect(problem).toContain(sentence);
  });
});
