import { describe, expect, it } from 'vitest';

import {
  runSessionsCalendar,
  runSessionsClients,
  runSessionsList,
  type SessionsFlags,
} from '../../../src/cli/sessions/list-sessions-command.ts';
import { runSessionsShow, runSessionsTranscript } from '../../../src/cli/sessions/show-session-command.ts';
import { SESSIONS_SOURCE } from '../../../src/commands/lists/sessions.ts';
import { csvTable } from '../../../src/lib/record-formats/csv-table.ts';
import { createStores } from '../../../src/stores/stores.ts';
import { receive } from '../../../src/stores/base/resource-store.ts';
import { SessionReader } from '../../../src/sync/lists/session-reader.ts';
import { createClient } from '../../../src/api/client.ts';
import { parseApiKey } from '../../../src/api/api-key.ts';
import type { CommandContext } from '../../../src/commands/base/command.ts';
import { runCommandWith } from '../../helpers/run-command.ts';
import { useCommandedServices } from '../../helpers/service-command.ts';

const start = useCommandedServices();

const listed = async (flags: SessionsFlags, streams = {}) => {
  const { run } = await start();
  return run((host) => runSessionsList(flags, host), streams);
};

describe('vigil sessions list', () => {
  it('prints the last active first, under the names of its columns', async () => {
    const { status, lines, problem } = await listed({});
    expect([status, problem]).toEqual([0, '']);
    expect(lines[0]).toBe('ACTIVE\tID\tHOST\tPROJECT\tBRANCH\tLENGTH\tMSGS\tSIZE\tSUBS\tFIRST PROMPT');
    expect(lines.slice(1).map((line) => line.split('\t').slice(3, 5))).toEqual([
      ['/home/user/shop', 'main'],
      ['/home/user/shop/api', 'feature/x'],
      ['/home/user/shop/api', 'feature/x'],
      ['/home/user/shop', 'main'],
      ['/home/user/shop', 'main'],
      ['/home/user/shop/api', 'feature/x'],
    ]);
    expect(lines[1]?.split('\t').at(-1)).toBe('Prompt 0');
  });

  it('prints those of subagents when asked, and those of several projects or machines once each', async () => {
    const all = await listed({ json: true, subagents: true });
    expect(all.lines).toHaveLength(9);
    const several = await listed({
      json: true,
      subagents: true,
      client: ['client-3-0', 'client-3-1'],
      branch: ['main'],
    });
    const rows = several.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(rows.map(({ client_id: client }) => client).sort()).toEqual([
      'client-3-0',
      'client-3-0',
      'client-3-1',
    ]);
    expect(rows.every(({ git_branch: branch }) => branch === 'main')).toBe(true);
  });

  it('prints what a filter lets through, in the columns that are asked for, without their names', async () => {
    const { lines } = await listed({
      filter: 'branch:main prompt:*4',
      columns: 'host,prompt',
      headers: false,
      csv: true,
    });
    expect(lines).toEqual(['host-1,Prompt 4']);
  });

  it('says which field the filter excludes values of that no session has', async () => {
    const { status, lines, problem } = await listed({ filter: '-no.such:1', headers: false });
    expect([status, lines.length]).toEqual([0, 6]);
    expect(problem).toBe(
      'vigil: None of these sessions has a value in no.such. -no.such:1 excludes none of them.\n',
    );
  });

  it('says that none passes, unless it is to be quiet, and what is wrong with a filter before anything is asked', async () => {
    expect(await listed({ filter: 'branch:none' })).toMatchObject({
      status: 0,
      lines: [],
      problem:
        'vigil: None of the 6 sessions passes the filter.\nvigil: None of these sessions passes branch:none.\n',
    });
    expect((await listed({ filter: 'branch:main zzz' })).problem).toContain(
      'vigil: None of these sessions holds zzz.\n',
    );
    expect((await listed({ filter: 'branch:none', quiet: true })).problem).toBe('');
    expect((await listed({ filter: 'branch:mai' })).problem).toBe(
      'vigil: None of the 6 sessions passes the filter.\nvigil: No branch is exactly “mai”; 3 rows here hold it: write branch:*mai* for them.\n',
    );
    const wrong = await listed({ filter: 'branch:main size:much' });
    expect(wrong.status).toBe(2);
    expect(wrong.problem).toContain('--filter, at character 18:');
  });

  it('says what the server was asked for where it has none of that', async () => {
    const none = { status: 0, lines: [] };
    expect(await listed({ agent: 'nosuch', date: '2001-01-31' })).toMatchObject({
      ...none,
      problem: 'vigil: The server has no sessions of --date 2001-01-31, --agent nosuch.\n',
    });
    expect(await listed({ project: ['/srv/a,/srv/b'] })).toMatchObject({
      ...none,
      problem:
        'vigil: The server has no sessions of --project /srv/a,/srv/b. A comma is a part of a name there: repeat the flag for several.\n',
    });
    expect((await listed({ client: ['x', 'y'] })).problem).toBe(
      'vigil: The server has no sessions of --client x, --client y.\n',
    );
  });

  it('has the header and the rows of the CSV that the console writes', async () => {
    const { run, service, clock } = await start();
    const { lines } = await run((host) => runSessionsList({ csv: true }, host));
    const stores = createStores();
    const client = createClient({
      baseUrl: new URL(service.baseUrl),
      key: parseApiKey(service.apiKey ?? ''),
      clock,
      readOnly: true,
      userAgent: 'test',
    });
    const listing = await new SessionReader(client, clock).read(stores.view.getState().sessions, undefined);
    receive(stores.sessions, listing, clock.now());
    const records = SESSIONS_SOURCE.records({ stores, clock } as unknown as CommandContext);
    const written = [...csvTable.write([...records.all()], records.fields, records.table)].join('');
    expect(lines.map((line) => line.trimEnd())).toEqual(written.trimEnd().split('\r\n'));
    await client.close();
  });

  it('ends quietly where what reads it takes one line', async () => {
    expect(await listed({}, { linesTaken: 1 })).toMatchObject({ status: 0, problem: '' });
  });

  it('says of an organization without any that there are none', async () => {
    const { run } = await start({ sessions: 0 });
    expect(await run((host) => runSessionsList({}, host))).toMatchObject({
      status: 0,
      lines: [],
      problem: 'vigil: The server has no sessions.\n',
    });
  });
});

it('vigil sessions list says where there are more sessions than are read, and what asks for fewer', async () => {
  const { status, lines, problem } = await runCommandWith(
    {
      answer({ query = {} }) {
        const [limit, offset] = [Number(query['limit']), Number(query['offset'] ?? 0)];
        const sessions = Array.from({ length: limit }, (_, at) => ({
          id: `s${offset + at}`,
          modified_at: new Date(Date.parse('2026-03-01T00:00:00Z') - (offset + at) * 1000).toISOString(),
        }));
        return { body: { sessions, pagination: { limit, offset, total: 30_000, has_more: true } } };
      },
    },
    (host) => runSessionsList({ columns: 'id', headers: false }, host),
  );
  expect([status, lines.length, new Set(lines).size]).toEqual([1, 20_000, 20_000]);
  expect(problem).toContain(
    'vigil: Only 20,000 sessions were read, and there are more. --date, --project, --branch, --client and --agent ask for fewer.\n',
  );
});

describe('vigil sessions show', () => {
  it.each(['both', 'numeric', 'session-id'])(
    'finds a session by either of its ids where a server takes %s',
    async (taken) => {
      const { run, get } = await start({ choose: [`session-id=${taken}`] });
      const { sessions } = (await get('/sessions')) as { sessions: readonly Record<string, unknown>[] };
      for (const id of [sessions[0]?.['id'], sessions[0]?.['session_id']]) {
        const { status, lines } = await run((host) => runSessionsShow(String(id), { json: true }, host));
        expect([status, lines.map((line) => JSON.parse(line) as unknown)]).toEqual([0, [sessions[0]]]);
      }
    },
  );

  it('says that there is none', async () => {
    const { run } = await start();
    const { status, lines, problem } = await run((host) => runSessionsShow('no\u202Ene', {}, host));
    expect([status, lines]).toEqual([1, []]);
    expect(problem).toBe(
      'vigil: There is no session with the id no<U+202E>ne: vigil sessions list --subagents shows all.\n',
    );
  });
});

describe('vigil sessions transcript', () => {
  it('prints who says what, and the messages as they were sent', async () => {
    const { run, get } = await start();
    const { sessions } = (await get('/sessions')) as { sessions: readonly { readonly id: string }[] };
    const id = String(sessions[0]?.id);
    const text = await run((host) => runSessionsTranscript(id, {}, host));
    const { messages } = await get(`/sessions/${id}/content`);
    expect(text.status).toBe(0);
    expect(text.lines[0]).toMatch(/^user {2}\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ {2}#1$/);
    expect(text.lines[1]).toMatch(/^ {2}\S/);
    const json = await run((host) => runSessionsTranscript(id, { json: true }, host));
    expect(json.lines.map((line) => JSON.parse(line) as unknown)).toEqual(messages);
    const without = await run((host) => runSessionsTranscript(id, { tools: 'off' }, host));
    expect(without.lines.some((line) => line.startsWith('tool'))).toBe(false);
    expect(text.lines.some((line) => line.startsWith('tool'))).toBe(true);
  });
});

it('vigil sessions calendar prints the days, and clients who has how many', async () => {
  const { run } = await start();
  const days = await run((host) => runSessionsCalendar({ json: true }, host));
  const counts = days.lines.map(
    (line) => JSON.parse(line) as { readonly date: string; readonly count: number },
  );
  expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(6);
  expect(counts.map(({ date }) => date)).toEqual(counts.map(({ date }) => date).toSorted());
  expect(days.problem).toMatch(/^vigil: 6 sessions from \S+ through \S+, by the days of the server\.\n$/);
  const some = await run((host) => runSessionsCalendar({ filter: 'count:>1', columns: 'date' }, host));
  expect(some.lines).toEqual(['date', ...counts.flatMap(({ date, count }) => (count > 1 ? [date] : []))]);
  const clients = await run((host) => runSessionsClients({}, host));
  expect(clients.lines).toEqual([
    'HOST\tCLIENT\tSESSIONS',
    expect.stringContaining('client-3-'),
    expect.anything(),
  ]);
});
