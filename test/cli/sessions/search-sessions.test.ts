import { afterEach, describe, expect, it, vi } from 'vitest';

import { runSessionsSearch, type SearchFlags } from '../../../src/cli/sessions/search-sessions-command.ts';
import { columnsOf } from '../../../src/lib/cell-text.ts';
import type { FakeAnswer, FakeCall } from '../../helpers/fake-client.ts';
import { runCommandWith, type CommandRunOptions, type RunningCommand } from '../../helpers/run-command.ts';
import { sampleSession } from '../../helpers/sample-data.ts';
import { nameUnreachedServer } from '../../helpers/unreached-server.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

nameUnreachedServer();
afterEach(() => {
  Object.assign(process.stdout, TERMINAL);
});

const TERMINAL = { isTTY: process.stdout.isTTY, columns: process.stdout.columns };
const MINUTE = 60;
const KEY = 'sk_live_4f9c2b7a1d8e6035';
const WITHOUT_SUBAGENTS = 'those of subagents left out';

type Said = readonly (string | readonly [content: string, time: string | undefined])[];

const transcript = (said: Said) => ({
  session_id: 'uuid',
  messages: said.map((each) => {
    const [content, timestamp = undefined] = typeof each === 'string' ? [each, '2026-03-02T08:00:00Z'] : each;
    return { type: 'assistant', content, timestamp };
  }),
});

interface Setup extends Partial<CommandRunOptions> {
  readonly flags?: SearchFlags;
  readonly sessions?: readonly ReturnType<typeof sampleSession>[];
  /** What is said in sessions by their ids; `no` in all others. */
  readonly said?: Readonly<Record<string, Said>>;
  readonly answerTo?: (call: FakeCall) => FakeAnswer | undefined;
  readonly during?: (running: RunningCommand, calls: number) => void;
}

async function search(words: string, { flags = {}, ...setup }: Setup = {}) {
  const { sessions = [sampleSession('old', 90 * MINUTE), sampleSession('new', MINUTE)], said = {} } = setup;
  let stop = (_status: number) => undefined as void;
  let calls = 0;
  const run = await runCommandWith(
    {
      ...setup,
      answer(call) {
        const given = setup.answerTo?.(call);
        if (given !== undefined) {
          return given;
        }
        if (call.endpoint === 'listSessions') {
          const { offset = 0 } = call.query as { readonly offset?: number };
          const rows = sessions.slice(offset).map(({ raw }) => raw);
          return { body: { sessions: rows, pagination: { limit: 100, offset, total: sessions.length } } };
        }
        setup.during?.({ stop }, ++calls);
        return { body: transcript(said[call.id ?? ''] ?? ['no']), takes: 20 };
      },
    },
    (host, running) => {
      stop = running.stop;
      return runSessionsSearch(words === '' ? [] : words.split(' '), flags, host);
    },
  );
  const read = run.client?.calls.flatMap(({ id }) => id ?? []);
  return { ...run, read, told: run.problem.split('\n').filter((line) => line !== '') };
}

describe('vigil sessions search', () => {
  it('prints a line a message, those of the session first that was active last, and what was searched', async () => {
    const { status, lines, told } = await search('token', {
      said: { old: ['no', 'a Token\nand a token'], new: ['token of the build'] },
    });
    expect(lines).toEqual([
      'TIME\tHOST\tSESSION\tMESSAGE\tROLE\tLINE',
      '2026-03-02 08:00:00Z\tbuild-1\tuuid-of-new\t1\tassistant\ttoken of the build',
      '2026-03-02 08:00:00Z\tbuild-1\tuuid-of-old\t2\tassistant\ta Token',
    ]);
    expect([status, told]).toEqual([
      1,
      [`vigil: Searched all 2 sessions, ${WITHOUT_SUBAGENTS}; 3 matches in 2 messages of 2 sessions.`],
    ]);
  });

  it('ends with 0 where nothing is found, and says in how many sessions', async () => {
    expect(await search('token')).toMatchObject({
      status: 0,
      told: [`vigil: Searched all 2 sessions, ${WITHOUT_SUBAGENTS}; nothing found.`],
    });
    expect(await search('token', { flags: { quiet: true } })).toMatchObject({ status: 0, told: [] });
  });

  it('prints the fields that the console exports, as JSON and as CSV, or those that are chosen', async () => {
    const said = { new: ['token of the build'] };
    const json = await search('token', { said, flags: { json: true } });
    const record = {
      time: '2026-03-02T08:00:00.000Z',
      host: 'build-1',
      client_id: 'client-1',
      project: '/home/dev/shop',
      branch: 'main',
      session: 'uuid-of-new',
      role: 'assistant',
      message: 1,
      matches: 1,
      line: 'token of the build',
    };
    expect(json.lines.map((line) => JSON.parse(line) as unknown)).toEqual([record]);
    const csv = await search('token', { said, flags: { output: 'csv' } });
    expect(csv.lines).toEqual([Object.keys(record).join(','), Object.values(record).join(',')]);
    const some = await search('token', {
      said,
      flags: { csv: true, columns: 'session,message', headers: false },
    });
    expect(some.lines).toEqual(['uuid-of-new,1']);
    const text = await search('token', { said, flags: { columns: 'message,line' } });
    expect(text.lines).toEqual(['message\tline', '1\ttoken of the build']);
    const none = await search('nothing', { flags: { csv: true, columns: 'session,line' } });
    expect(none.lines).toEqual(['session,line']);
  });

  it('finds what matches a pattern between slashes, and refuses one that is none at its place', async () => {
    const { lines } = await search(String.raw`/tok\w+ of/`, { said: { new: ['toktok of', 'tok of'] } });
    expect(lines.slice(1).map((line) => line.split('\t').at(-1))).toEqual(['toktok of']);
    const wrong = await search('/a (b/');
    expect(wrong.status).toBe(2);
    expect(wrong.problem).toContain('The pattern cannot be read, at its character 3:');
    expect(wrong.client?.calls).toBeUndefined();
  });

  it('finds secrets with their kind and shows of each its beginning alone, whatever was searched for', async () => {
    const said = { new: [`curl -H "X-API-Key: ${KEY}"`] };
    for (const output of ['text', 'json', 'csv'] as const) {
      const { lines, problem } = await search('', { said, flags: { secrets: true, output } });
      expect(lines.at(-1)).toContain('API key of this service');
      const byWords = await search('curl', { said, flags: { output } });
      for (const printed of [...lines, problem, ...byWords.lines, byWords.problem]) {
        expect(printed).not.toContain(KEY.slice(0, 12));
      }
    }
  });

  it('wants words, a pattern or --secrets, and one of them', async () => {
    expect(await search('')).toMatchObject({ status: 2, lines: [] });
    expect(await search('word', { flags: { secrets: true } })).toMatchObject({ status: 2, lines: [] });
    expect((await search('word', { flags: { since: 'yesterday' } })).problem).toContain('--since must be');
    expect((await search('word', { flags: { filter: 'size:much' } })).problem).toContain(
      '--filter, at character',
    );
  });

  it('searches those sessions that pass the filter, and says so', async () => {
    const sessions = [sampleSession('a', 60), sampleSession('b', 120, { git_branch: 'fix' })];
    const { read, told } = await search('token', { sessions, flags: { filter: 'branch:fix' } });
    expect(read).toEqual(['b']);
    expect(told[0]).toContain('Searched the one session that was asked for');
    const none = await search('token', { sessions, flags: { filter: 'branch:fi' } });
    expect(none).toMatchObject({
      status: 0,
      told: ['vigil: None of the 2 sessions passes the filter.', expect.stringContaining('branch:*fi*')],
    });
  });

  it('reads the sessions that were active in a time, and counts what was said in it', async () => {
    const clock = new VirtualClock();
    const ago = (seconds: number) => new Date(clock.now() - seconds * 1000).toISOString();
    const sessions = [
      sampleSession('before', 5 * 60 * MINUTE),
      sampleSession('over', 10 * MINUTE, { created_at: ago(6 * 60 * MINUTE) }),
      sampleSession('after', MINUTE, { created_at: ago(2 * MINUTE) }),
    ];
    const said = {
      over: [
        ['token 1', ago(5 * 60 * MINUTE)],
        ['token 2', ago(60 * MINUTE)],
        ['token 3', undefined],
        ['token 4', ago(20 * MINUTE)],
      ],
    } satisfies Record<string, Said>;
    const { read, lines } = await search('token', {
      clock,
      sessions,
      said,
      flags: { since: '2h', until: '30m', columns: 'line', headers: false },
    });
    expect(read).toEqual(['over']);
    expect(lines).toEqual(['token 2', 'token 3']);
    expect(await search('token', { flags: { since: '1s' } })).toMatchObject({
      status: 0,
      told: ['vigil: None of the 2 sessions was active in that time.'],
    });
    expect((await search('token', { flags: { since: '1h', until: '2h' } })).status).toBe(2);
  });

  it('stops at the limit, having asked for nothing more, and says how far it came', async () => {
    const { status, lines, told, read } = await search('token', {
      said: { new: ['token', 'token', 'token'] },
      flags: { limit: 2 },
    });
    expect([status, lines.length, read]).toEqual([1, 3, ['new']]);
    expect(told).toEqual([
      `vigil: Stopped at --limit: searched 0 of 2 sessions, ${WITHOUT_SUBAGENTS}, and a part of the next one; 2 messages printed.`,
    ]);
  });

  it('names what could not be searched, or not whole, and is not certain then', async () => {
    const sessions = ['gone', 'part', 'fine'].map((id, at) =>
      sampleSession(id, 60 * (at + 1), { session_id: undefined }),
    );
    const { status, told, lines } = await search('token', {
      sessions,
      said: { fine: ['token'] },
      answerTo: ({ id }) =>
        id === 'gone'
          ? { status: 404, body: { error: 'no such session' } }
          : id === 'part'
            ? { body: { ...transcript(['no']), message_count: 3 } }
            : undefined,
    });
    expect([status, lines.length]).toEqual([5, 2]);
    expect(told).toEqual([
      expect.stringMatching(/^vigil: Not searched: session gone: .*404/),
      'vigil: Searched in part: session part: The server counts 3 messages in the transcript and gave 1.',
      `vigil: Searched 2 of 3 sessions, ${WITHOUT_SUBAGENTS}; 1 match in 1 message of 1 session; 1 session could not be read; 1 session could be read only in part.`,
    ]);
  });

  it('waits for a transcript that fails only once for long, and tries the others', async () => {
    const sessions = Array.from({ length: 40 }, (_, at) =>
      sampleSession(`s${at}`, at + 1, { session_id: undefined }),
    );
    const { status, took, told } = await search('token', {
      sessions,
      answerTo: ({ endpoint }) =>
        endpoint === 'getTranscript' ? { status: 500, body: { error: 'x' } } : undefined,
    });
    expect(status).toBe(5);
    expect(took).toBeLessThan(60_000);
    expect(told.at(-1)).toContain('40 sessions could not be read');
    expect(told.filter((line) => line.includes('Not searched: session'))).toHaveLength(10);
  });

  it.each([
    ['a server that is gone', { problem: 'connect' }, 5],
    ['a refused key', { status: 401 }, 3],
  ] as const)('ends at %s, and says how far it came', async (_what, answer, expected) => {
    const { status, told, lines } = await search('token', {
      said: { new: ['token'] },
      answerTo: ({ id }) => (id === 'old' ? answer : undefined),
    });
    expect([status, lines.length]).toEqual([expected, 2]);
    expect(told.at(-1)).toBe(`vigil: Searched 1 of 2 sessions, ${WITHOUT_SUBAGENTS}; 1 message printed.`);
  });

  it('leaves out a session that it may not read, and is not certain then', async () => {
    const { status, told } = await search('token', {
      said: { new: ['token'] },
      answerTo: ({ id }) => (id === 'old' ? { status: 403 } : undefined),
    });
    expect(status).toBe(5);
    expect(told.at(-1)).toContain('1 session could not be read');
  });

  it('says how far it came when it is stopped by hand, with what was printed', async () => {
    const { status, told, lines } = await search('token', {
      said: { new: ['token'] },
      during: ({ stop }, calls) => {
        if (calls === 2) {
          stop(130);
        }
      },
    });
    expect([status, lines.length]).toEqual([130, 2]);
    expect(told).toEqual([
      `vigil: Stopped: searched 1 of 2 sessions, ${WITHOUT_SUBAGENTS}; 1 message printed.`,
    ]);
  });

  it('asks for nothing more and says nothing once its reader has closed the pipe', async () => {
    const { status, read, told } = await search('token', {
      said: { new: ['token', 'token'] },
      linesTaken: 1,
    });
    expect([status, told, read]).toEqual([5, [], ['new']]);
  });

  it('shows on a terminal how far it is once that takes longer than a second', async () => {
    const slow = (call: FakeCall): FakeAnswer | undefined =>
      call.endpoint === 'getTranscript' ? { body: transcript(['token']), takes: 2000 } : undefined;
    const { problem } = await search('token', { answerTo: slow, errorColumns: 100 });
    expect(problem).toContain('vigil: searched 1 of 2 sessions, 1 hit, ');
    expect(
      (await search('token', { answerTo: slow, errorColumns: 100, flags: { quiet: true } })).problem,
    ).toBe('');
  });

  it.each([60, 80, 160])(
    'shows hits below their session on a terminal of %i columns, the match in sight',
    async (columns) => {
      Object.assign(process.stdout, { isTTY: true, columns });
      vi.stubEnv('NO_COLOR', '1');
      const line = `${'x'.repeat(40)} before token and ${'y'.repeat(300)}`;
      const { lines } = await search('token', {
        said: { old: [line], new: [line, `名前名前名前名前名前名前名前名前名前名前 token ${KEY}`] },
      });
      expect(lines.filter((each) => each.startsWith('  #'))).toHaveLength(3);
      expect(lines.filter((each) => each.includes('uuid-of-'))).toHaveLength(2);
      for (const each of lines) {
        expect(columnsOf(each)).toBeLessThanOrEqual(columns);
        expect(each.startsWith('  #') && !each.includes('token'), each).toBe(false);
      }
    },
  );
});
