import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { runHunt, type HuntFlags } from '../../../src/cli/hunt/hunt-program.ts';
import type { FakeAnswer, FakeCall } from '../../helpers/fake-client.ts';
import {
  DIALECT_CHOICES,
  ModelEventServer,
  PLAIN_DIALECT,
  type EventDialect,
} from '../../helpers/model-event-server.ts';
import { pairwise } from '../../helpers/pairwise.ts';
import { runCommandWith } from '../../helpers/run-command.ts';
import { temporaryFile } from '../../helpers/temporary-file.ts';
import { nameUnreachedServer } from '../../helpers/unreached-server.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

nameUnreachedServer();

const HOUR = 3_600_000;

/** Of 120 events, one in ten is of chalk: on three machines in 5.6.1, of which one is blocked and one an audit; or without a version. */
function withFields(event: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const index = Number(String(event['id']).slice(1));
  const machine = index % 3;
  const isChalk = index % 10 === 0;
  return {
    ...event,
    client_id: `client-${machine}`,
    type: isChalk && machine === 2 ? 'audit' : 'install',
    outcome: isChalk && machine === 1 ? 'block' : 'allow',
    subject: {
      ecosystem: 'npm',
      package: isChalk ? 'chalk' : `p${index % 10}`,
      version: isChalk ? '5.6.1' : '1.0.0',
    },
  };
}

const AGENTS = [0, 1, 2, 3].map((number) => ({
  id: `a${number}`,
  client_id: `client-${number}`,
  hostname: `host-${number}`,
}));

interface Setup {
  readonly dialect?: Partial<EventDialect>;
  readonly change?: (event: Record<string, unknown>) => Record<string, unknown>;
  readonly answer?: (call: FakeCall) => FakeAnswer | undefined;
  readonly sessionsOf?: (call: FakeCall) => FakeAnswer;
}

/** No session, of whichever machine. */
const NO_SESSIONS = { sessions: [], pagination: { total: 0, limit: 100, offset: 0, has_more: false } };

async function hunt(
  list: string,
  flags: HuntFlags = {},
  { dialect, change = (event) => event, answer, sessionsOf = () => ({ body: NO_SESSIONS }) }: Setup = {},
) {
  const clock = new VirtualClock();
  const server = new ModelEventServer(clock, { total: 'exact', page: 'clamp-20', ...dialect });
  for (let index = 0; index < 120; index++) {
    server.add(`e${index}`, { timestamp: clock.now() - (index + 0.5) * HOUR });
  }
  server.spoil = ({ events, ...body }) => ({
    ...body,
    events: events.map((each) => change(withFields(each))),
  });
  const run = await runCommandWith(
    {
      clock,
      input: list,
      answer: (call) =>
        answer?.(call) ??
        (call.endpoint === 'listAgents'
          ? {
              body: {
                agents: AGENTS,
                pagination: { total: AGENTS.length, limit: 50, offset: 0, has_more: false },
              },
            }
          : call.endpoint === 'listSessions'
            ? sessionsOf(call)
            : server.answer(call)),
    },
    (host) => runHunt('-', flags, host),
  );
  return { ...run, rows: () => run.lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

describe('vigil hunt', () => {
  it('says how many machines installed what is listed, then each of them, and which time was read', async () => {
    const { status, lines, problem } = await hunt('chalk,5.6.1\nleft-pad,1.3.0\n');
    expect(lines[0]).toBe(
      '1 of 4 machines installed a listed version; 1 more tried and was blocked; 1 more by an audit alone.',
    );
    expect(lines.slice(1).map((line) => line.split('\t').slice(0, 5))).toEqual([
      ['MACHINE', 'PACKAGE', 'VERSION', 'OUTCOME', 'TIMES'],
      ['host-0', 'chalk', '5.6.1', 'allow', '4'],
      ['host-1', 'chalk', '5.6.1', 'block', '4'],
      ['host-2', 'chalk', '5.6.1', 'allow (audit)', '4'],
    ]);
    expect(problem).toMatch(
      /^vigil: complete from \S+ \d\d:\d\dZ through \S+ \S+Z: 120 events, all that the server has, no gaps\n$/,
    );
    expect(status).toBe(1);
  });

  it('ends with 0 where no event names a listed version and all were read', async () => {
    const { status, lines } = await hunt('chalk,5.6.2\n');
    expect([status, lines]).toEqual([0, ['0 of 4 machines installed a listed version.']]);
  });

  it('says which field the filter excludes values of that no event has', async () => {
    const { problem } = await hunt('chalk,5.6.1\n', { filter: '-payload.nosuch:1' });
    expect(problem).toContain(
      'vigil: None of these events has a value in payload.nosuch. -payload.nosuch:1 excludes none of them.\n',
    );
  });

  it('has one object a machine and version with --json, and the same columns with --csv', async () => {
    const { rows, problem } = await hunt('chalk,5.6.1,npm\n', {
      json: true,
      filter: 'host:host-1',
    });
    expect(rows()).toEqual([
      {
        package: 'chalk',
        version: '5.6.1',
        ecosystem: 'npm',
        client_id: 'client-1',
        hostname: 'host-1',
        type: 'install',
        outcome: 'block',
        count: 4,
        first: expect.stringMatching(/Z$/) as string,
        last: expect.stringMatching(/Z$/) as string,
        session_id: null,
        sessions: 0,
        matched: 'chalk,5.6.1,npm',
        compared: true,
      },
    ]);
    expect(problem).toContain(
      'vigil: 0 of 4 machines installed a listed version; 1 more tried and was blocked.',
    );
    expect(problem).toContain(': 120 events asked for, no gaps');
    const csv = await hunt('chalk,5.6.1,npm\n', { csv: true });
    expect(csv.lines).toHaveLength(4);
    expect(csv.lines[0]).toBe(
      'package,version,ecosystem,client_id,hostname,type,outcome,count,first,last,session_id,sessions,matched,compared',
    );
  });

  describe('names the session that ran it', () => {
    /** On `client-0` the last event of chalk is of 8:30 the same day, in a project and on a branch. */
    const origin = { metadata: { project_path: '/srv/shop', git_branch: 'fix/login' } };
    const change = (event: Record<string, unknown>) => ({ ...event, ...origin });
    const session = (id: string, fields: object = {}) => ({
      id: 1,
      session_id: id,
      client_id: 'client-0',
      project_path: '/srv/shop',
      git_branch: 'fix/login',
      created_at: '2026-03-02T08:00:00Z',
      modified_at: '2026-03-02T08:45:00Z',
      ...fields,
    });
    const huntOn = (sessions: readonly object[], flags: HuntFlags = {}) =>
      hunt('chalk,5.6.1\n', flags, {
        change,
        sessionsOf: ({ query }) => ({
          body: {
            sessions: query?.['client_id'] === 'client-0' ? sessions : [],
            pagination: { total: query?.['client_id'] === 'client-0' ? sessions.length : 0 },
          },
        }),
      });
    const cellOf = async (...sessions: readonly object[]) => {
      const { lines } = await huntOn(sessions);
      return lines.find((line) => line.startsWith('host-0'))?.split('\t')[7];
    };

    it('by machine, time, project and branch, in the table and as fields', async () => {
      expect((await huntOn([session('se_1')])).lines[1]?.split('\t')).toContain('SESSION');
      expect(await cellOf(session('se_41f0aa77'))).toBe('se_41f0aa77 fix/login');
      const { rows } = await huntOn([session('se_1')], { json: true });
      expect(rows().map((row) => [row['hostname'], row['session_id'], row['sessions']])).toEqual([
        ['host-0', 'se_1', 1],
        ['host-1', null, 0],
        ['host-2', null, 0],
      ]);
    });

    it.each([
      ['of another project', { project_path: '/srv/other' }],
      ['of another branch', { git_branch: 'main' }],
      ['of another time', { created_at: '2026-03-02T07:00:00Z', modified_at: '2026-03-02T08:00:00Z' }],
      ['of another machine', { client_id: 'client-1' }],
    ])('and none %s', async (_what, fields) => {
      expect(await cellOf(session('se_1', fields))).toBe('-');
    });

    it('by the newest event for which there is one', async () => {
      const earlier = { created_at: '2026-03-01T02:00:00Z', modified_at: '2026-03-01T03:00:00Z' };
      expect(await cellOf(session('se_1', earlier))).toBe('se_1 fix/login');
    });

    it('and says several where more than one fits', async () => {
      expect(await cellOf(session('se_1'), session('se_2', { id: 2 }))).toBe('several');
      const { rows } = await huntOn([session('se_1'), session('se_2', { id: 2 })], { json: true });
      expect(rows()[0]).toMatchObject({ session_id: null, sessions: 2 });
    });

    it('asking for sessions of the machines alone that were found, and of none with --no-sessions', async () => {
      const asked = (run: Awaited<ReturnType<typeof hunt>>) =>
        run.client?.calls
          .filter(({ endpoint }) => endpoint === 'listSessions')
          .map(({ query }) => query?.['client_id']);
      expect(asked(await hunt('chalk,5.6.1\n', { filter: 'host:host-1' }))).toEqual(['client-1']);
      const none = await hunt('chalk,5.6.1\n', { sessions: false, json: true });
      expect(asked(none)).toEqual([]);
      expect(none.rows()[0]).toMatchObject({ session_id: null, sessions: null });
      expect(asked(await hunt('chalk,9.9.9\n'))).toEqual([]);
    });

    it.each([
      [403, 'Sessions are refused, so no session is named: '],
      [500, 'The sessions of 3 machines could not be read, so none of theirs is named: '],
    ])(
      'and says so where sessions are answered with %i; the answer and the status stay',
      async (status, sentence) => {
        const { lines, problem, ...run } = await hunt(
          'chalk,5.6.1\n',
          {},
          { sessionsOf: () => ({ status }) },
        );
        expect(problem).toContain(`vigil: ${sentence}`);
        expect(problem).toContain('120 events, all that the server has, no gaps');
        expect(lines).toHaveLength(5);
        expect(run.status).toBe(1);
      },
    );
  });

  it('reads what lies between --since and --until alone', async () => {
    const { lines, problem } = await hunt('chalk,5.6.1\n', { since: '25h', until: '12h' });
    expect(lines).toHaveLength(2 + 1);
    expect(problem).toMatch(/vigil: complete from \S+ \S+Z through \S+ \S+Z: 13 events, no gaps/);
    const filtered = await hunt('chalk,5.6.1\n', { filter: 'time:25h..12h' });
    expect(filtered.lines).toEqual(lines);
    expect(filtered.problem).toMatch(/: 13 events asked for, no gaps/);
  });

  it('counts what could not be compared, says so, and is not certain', async () => {
    const { status, lines, problem } = await hunt(
      'chalk,>=5 <6\n',
      {},
      {
        change: (event) => ({ ...event, subject: { ecosystem: 'npm', package: 'chalk', version: 'latest' } }),
      },
    );
    expect(lines).toEqual(['0 of 4 machines installed a listed version.']);
    expect(problem).toContain(
      'vigil: 116 installs and 4 audits of chalk have a version that could not be compared.',
    );
    expect(status).toBe(5);
  });

  it('is not certain while installs name no package that can be read', async () => {
    const { status, lines, problem } = await hunt(
      'left-pad,1.0.0\n',
      {},
      { change: (event) => (event['id'] === 'e1' ? { ...event, subject: 'left-pad@1.0.0' } : event) },
    );
    expect(lines).toEqual(['0 of 4 machines installed a listed version.']);
    expect(problem).toContain('vigil: 1 install has no package that can be read: it may be a listed one.');
    expect(status).toBe(5);
  });

  it('ends with 5 where it is not certain that all was read, and says no more than that', async () => {
    const { status, lines, problem } = await hunt('chalk,5.6.1\n', {}, { dialect: { total: 'denying' } });
    expect(status).toBe(5);
    expect(lines[0]).toMatch(/^At least 1 of 4 machines/);
    expect(problem).toMatch(/vigil: not complete from .* 120 events were read\n$/);
    expect(problem).not.toContain('no gaps');
  });

  it('ends with 3 where the key is refused, and with 5 where nothing answers', async () => {
    const refused = await hunt('chalk\n', {}, { answer: () => ({ status: 401 }) });
    expect([refused.status, refused.lines]).toEqual([3, []]);
    const silent = await hunt('chalk\n', {}, { answer: () => ({ status: 500 }) });
    expect([silent.status, silent.lines]).toEqual([5, []]);
  });

  describe('where the key may not read agents', () => {
    const noAgents = (call: FakeCall): FakeAnswer | undefined =>
      call.endpoint === 'listAgents' ? { status: 403 } : undefined;

    it('answers with the ids of clients, and says that names are lacking', async () => {
      const { status, lines, problem } = await hunt('chalk,5.6.1\n', {}, { answer: noAgents });
      expect(lines[0]).toBe(
        '1 machine installed a listed version; 1 more tried and was blocked; 1 more by an audit alone.',
      );
      expect(lines.slice(2).map((line) => line.split('\t')[0])).toEqual(['client-0', 'client-1', 'client-2']);
      expect(problem).toContain(
        'vigil: The key is not permitted to read agents (403): machines have the ids',
      );
      expect(problem).toContain('vigil: complete from');
      expect(status).toBe(1);
      const { rows } = await hunt('chalk,5.6.1\n', { json: true, quiet: true }, { answer: noAgents });
      expect(rows()[0]).toMatchObject({ client_id: 'client-0', hostname: null });
    });

    it('ends with 0 where no event names a listed version', async () => {
      const { status, lines } = await hunt('left-pad\n', {}, { answer: noAgents });
      expect([status, lines]).toEqual([0, ['0 machines installed a listed version.']]);
    });

    it('ends with 3 where the filter asks for names', async () => {
      const { status, lines } = await hunt('chalk\n', { filter: 'host:host-1' }, { answer: noAgents });
      expect([status, lines]).toEqual([3, []]);
    });
  });

  it('says what of a list can match nothing, and asks for nothing where that is all', async () => {
    const { problem } = await hunt('chalk,5.6.1,npm\na,1,Maven\nb,1,Maven\nc,1,NuGet\n');
    expect(problem).toContain(
      'vigil: 3 entries of the list can match no event: the API has npm, pip, go and cargo, not Maven, NuGet.',
    );
    const none = await hunt('a,1,Maven\n');
    expect([none.status, none.client]).toEqual([2, undefined]);
    expect(none.problem).toContain('Nothing in standard input can match an event.');
  });

  it.each([
    ['chalk,soon\n', {}, 'standard input:1: soon is neither a version nor a range.'],
    ['{"a": 1}', {}, 'standard input: This JSON is neither OSV'],
    ['chalk\n', { filter: 'outcome:blocked' }, '--filter, at character 9'],
    ['chalk\n', { since: 'tomorrow' }, '--since must be a time'],
    ['chalk\n', { json: true, output: 'csv' } as const, '-o csv contradicts --json'],
  ])('asks for nothing where %o with %o is not understood', async (list, flags, sentence) => {
    const { status, problem, client } = await hunt(list, flags);
    expect([status, client]).toEqual([2, undefined]);
    expect(problem).toContain(sentence);
  });

  it('reads a file, and says what is wrong with one', async () => {
    const file = temporaryFile('list.txt');
    writeFileSync(file, 'pkg:npm/chalk@5.6.1\n');
    const read = (name: string) =>
      runCommandWith({ answer: () => ({ status: 401 }) }, (host) => runHunt(name, {}, host));
    expect((await read(file)).status).toBe(3);
    const gone = await read(join(dirname(file), 'other'));
    expect([gone.status, gone.problem]).toEqual([2, expect.stringContaining('other is not there.')]);
  });

  const dialects = pairwise({ ...DIALECT_CHOICES, total: ['exact', 'absent'] } as const);

  it.each(dialects)('finds the same of any server: %o', async (dialect) => {
    const { rows } = await hunt(
      'chalk,5.6.1\n',
      { json: true },
      { dialect: { ...PLAIN_DIALECT, ...dialect } },
    );
    expect(rows().map(({ hostname, outcome, count }) => [hostname, outcome, count])).toEqual([
      ['host-0', 'allow', 4],
      ['host-1', 'block', 4],
      ['host-2', 'allow', 4],
    ]);
  });
});
