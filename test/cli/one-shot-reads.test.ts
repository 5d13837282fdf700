import { Writable } from 'node:stream';

import { beforeEach, describe, expect, it, vi } from 'vitest';

import { runAgentsList, runAgentsShow } from '../../src/cli/agents/read-agents-command.ts';
import type { CommandHost } from '../../src/cli/session/command-session.ts';
import { runAgentsWrite } from '../../src/cli/agents/write-agents-command.ts';
import { runEvents } from '../../src/cli/events/events-program.ts';
import { seededRandom } from '../../src/server/base/random.ts';
import { QuotaServer, type QuotaShape } from '../bench/sync/quota-server.ts';
import type { FakeAnswer, FakeCall } from '../helpers/fake-client.ts';
import { ModelEventServer, type EventDialect } from '../helpers/model-event-server.ts';
import { runCommandWith } from '../helpers/run-command.ts';
import { VirtualClock } from '../helpers/virtual-clock.ts';
import { nameUnreachedServer } from '../helpers/unreached-server.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

nameUnreachedServer();
beforeEach(() => {
  vi.stubEnv('TERM', 'xterm');
});

/** Pages of so many agents, at most ten on one. */
function agentsOf(count: number) {
  return ({ query }: FakeCall): FakeAnswer => {
    const offset = Number(query?.['offset'] ?? 0);
    const limit = Math.min(10, Number(query?.['limit'] ?? 50));
    const rows = Array.from({ length: Math.max(0, Math.min(limit, count - offset)) }, (_, index) => ({
      id: `a${offset + index}`,
      hostname: `host-${offset + index}`,
    }));
    const has_more = offset + rows.length < count;
    return { body: { agents: rows, pagination: { total: count, limit, offset, has_more } } };
  };
}

/** What answers under a quota, each answer after so many milliseconds. */
function limited(
  clock: VirtualClock,
  shape: Partial<QuotaShape>,
  answer: (call: FakeCall) => FakeAnswer,
  takes: number,
) {
  const whole: QuotaShape = { kind: 'windows', limit: 60, length: MINUTE, others: 0, ...shape };
  const units = {
    'rate-reset': 'epoch-seconds',
    'retry-after': 'seconds',
    'retry-after-when-free': 'zero',
  } as const;
  const server = new QuotaServer(whole, units, () => 0.5, clock.now());
  return {
    server,
    answer: (call: FakeCall): FakeAnswer => {
      const { status, rateLimit } = server.request(clock.now());
      return {
        ...(status === 200 ? answer(call) : {}),
        status,
        rateLimit,
        takes,
        date: Math.floor(clock.now() / 1000) * 1000,
      };
    },
  };
}

/** A server with so many events, one every seven seconds. */
function eventsOf(clock: VirtualClock, count: number, dialect: Partial<EventDialect>): ModelEventServer {
  const server = new ModelEventServer(clock, dialect);
  for (let index = 0; index < count; index++) {
    server.add(`e${index}`, { timestamp: clock.now() - (100 + index * 7) * SECOND });
  }
  return server;
}

/** Reads the list of so many agents under that quota, others taking from it. */
async function listUnder(shape: Partial<QuotaShape>, count: number, takes: number, at = '09:00:17.300') {
  const clock = new VirtualClock(Date.parse(`2026-03-02T${at}Z`));
  const { server, answer } = limited(clock, shape, agentsOf(count), takes);
  const run = await runCommandWith({ clock, answer }, (host) => runAgentsList({ headers: false }, host));
  expect(run).toMatchObject({ status: 0 });
  expect(run.lines).toHaveLength(count);
  expect(server.refused).toBe(0);
  return { ...run, said: run.problem.split('\n').slice(0, -1) };
}

describe('what a reading at a prompt waits for', () => {
  it('is the limit of an hour, once all but the reserve is spent at once', async () => {
    const { said, client } = await listUnder({ limit: 400, length: 60 * MINUTE }, 600, 300, '09:50:17.300');
    expect(said).toEqual([
      'vigil: The limit is used up but for what is kept for actions. Waiting until 2026-03-02 10:00:00Z.',
    ]);
    const times = client?.calls.map(({ at }) => at) ?? [];
    // 64 of 400 are left for the rest of the hour, and 20 are kept.
    expect(times.filter((at) => at < 44 * 300)).toHaveLength(44);
    expect(times[44]).toBeGreaterThan(9 * MINUTE);
  });

  it('is nothing worth a word where a second allows twelve requests, which are nearly all made', async () => {
    const { said, took } = await listUnder({ limit: 12, length: SECOND }, 900, 20);
    expect(said).toEqual([]);
    // 5 in what is left of the first second, 9 in each of nine, 4 in the one after these.
    expect(took).toBeLessThan(11 * SECOND);
  });

  it.each(['windows', 'sliding', 'bucket'] as const)(
    'is the limit of a minute of which others take two fifths (%s)',
    async (kind) => {
      const { said } = await listUnder(
        { kind, limit: 60, length: MINUTE, others: 24 / MINUTE },
        kind === 'bucket' ? 700 : 900,
        300,
      );
      expect(new Set(said.map((each) => each.replace(/ Waiting until .*/, '')))).toEqual(
        new Set(kind === 'bucket' ? [] : ['vigil: The limit is used up but for what is kept for actions.']),
      );
    },
  );

  it('is the answer, while it takes long', async () => {
    const answer = (call: FakeCall) => ({ ...agentsOf(10)(call), takes: 12 * SECOND });
    const { problem } = await runCommandWith({ answer }, (host) => runAgentsList({ headers: false }, host));
    expect(problem).toBe('vigil: No answer for 10s. Still waiting for it.\n');
  });

  it('is a server that asks to wait, said as such', async () => {
    const clock = new VirtualClock();
    const good = agentsOf(10);
    const answer = (call: FakeCall): FakeAnswer =>
      clock.monotonic() < 20 * SECOND ? { status: 429, rateLimit: { retryAfter: '20' } } : good(call);
    const { status, problem } = await runCommandWith({ clock, answer }, (host) =>
      runAgentsList({ headers: false }, host),
    );
    expect(status).toBe(0);
    expect(problem).toMatch(
      /^vigil: The server asks to wait, the rate limit is used up \(429\)\. Waiting until [^\n]*\n(vigil: Reading again, after \d+s\.\n)?$/,
    );
  });
});

it('leaves to changes what is kept for them', async () => {
  const clock = new VirtualClock();
  const suspended = new Set<string | undefined>();
  const reset = String(Math.floor(clock.now() / SECOND) + 50);
  const answer = ({ endpoint, id }: FakeCall): FakeAnswer => {
    if (endpoint === 'setAgentStatus') {
      suspended.add(id);
    }
    const status = suspended.has(id) ? 'suspended' : 'active';
    return {
      body: { id, hostname: 'host', status },
      rateLimit: { limit: 60, remaining: 3, reset },
    };
  };
  const flags = { yes: true, write: true } as const;
  const change = await runCommandWith({ clock, answer }, (host) =>
    runAgentsWrite('suspend', ['a1', 'a2'], flags, host),
  );
  expect(change.lines.filter((line) => line.includes('Confirmed'))).toHaveLength(2);
  expect(change.took).toBeLessThan(10 * SECOND);
});

it('reads on behind a page that a server calls the last, and says that it does not know whether that is all', async () => {
  const answer = (call: FakeCall): FakeAnswer => {
    const { body } = agentsOf(25)(call) as { body: { agents: unknown[]; pagination: { offset: number } } };
    const total = body.pagination.offset + body.agents.length;
    return { body: { ...body, pagination: { ...body.pagination, total, has_more: false } } };
  };
  const { status, lines, problem, client } = await runCommandWith({ answer }, (host) =>
    runAgentsList({ headers: false }, host),
  );
  expect({ status, lines: lines.length, requests: client?.calls.length }).toEqual({
    status: 1,
    lines: 25,
    requests: 4,
  });
  expect(problem).toContain(
    'Whether these 25 are all agents is unverified: the server gives more agents than it counts.',
  );
});

/** Pages of ten of a list from which `remove` takes before each page but the first of all. */
function deleting(rows: { id: string }[], remove: (rows: { id: string }[], pages: number) => void) {
  let pages = 0;
  return ({ query }: FakeCall): FakeAnswer => {
    const offset = Number(query?.['offset'] ?? 0);
    if (offset > 0) {
      remove(rows, ++pages);
    }
    const agents = rows.slice(offset, offset + 10);
    const pagination = { total: rows.length, limit: 10, offset, has_more: offset + 10 < rows.length };
    return { body: { agents, pagination } };
  };
}

it.each<[string, number, string, (rows: { id: string }[], pages: number) => void]>([
  [
    'many at once',
    28,
    "12 agents that were read are no longer in the server's list.",
    (rows, pages) => void (pages === 2 && rows.splice(0, 12)),
  ],
  [
    'one before each of some pages',
    33,
    "7 agents that were read are no longer in the server's list.",
    (rows, pages) => void (pages <= 7 && rows.shift()),
  ],
  [
    'a single one',
    39,
    "1 agent that was read is no longer in the server's list.",
    (rows, pages) => void (pages === 1 && rows.shift()),
  ],
  [
    'nearly all',
    3,
    "17 agents that were read are no longer in the server's list.",
    (rows, pages) => void (pages === 2 && rows.splice(3)),
  ],
  ['one that was not read yet', 39, '', (rows, pages) => void (pages === 2 && rows.pop())],
])(
  'prints what is left where agents are deleted while they are read, and says how many are gone: %s',
  async (_how, left, gone, remove) => {
    const rows = Array.from({ length: 40 }, (_, index) => ({ id: `a${index}` }));
    const { status, lines, problem } = await runCommandWith({ answer: deleting(rows, remove) }, (host) =>
      runAgentsList({ json: true }, host),
    );
    expect(rows).toHaveLength(left);
    expect(lines.map((line) => (JSON.parse(line) as { id: string }).id).sort()).toEqual(
      rows.map(({ id }) => id).sort(),
    );
    expect([status, problem]).toEqual([0, gone === '' ? '' : `vigil: ${gone}\n`]);
  },
);

it('does not take one answer without any agent for a list that is empty', async () => {
  const rows = Array.from({ length: 40 }, (_, index) => ({ id: `a${index}` }));
  const answer = deleting(rows, (all) => void all.splice(0));
  const { status, problem } = await runCommandWith({ answer }, (host) =>
    runAgentsList({ headers: false }, host),
  );
  expect(status).toBe(1);
  expect(problem).toContain('unverified: the server gave more agents before than it counts now.');
});

it('does not call a list whole of which agents are deleted before each page', async () => {
  const rows = Array.from({ length: 100 }, (_, index) => ({ id: `a${index}` }));
  const { status, problem } = await runCommandWith(
    { answer: deleting(rows, (all) => void all.shift()) },
    (host) => runAgentsList({ headers: false }, host),
  );
  expect(status).toBe(1);
  expect(problem).toMatch(/unverified: (the list changed each time|the server gave more agents before)/);
});

it('says that nothing was printed, and how much was read, where the list is refused in its middle', async () => {
  const answer = (call: FakeCall): FakeAnswer =>
    Number(call.query?.['offset'] ?? 0) > 10 ? { status: 403 } : agentsOf(45)(call);
  const { status, lines, problem } = await runCommandWith({ answer }, (host) =>
    runAgentsList({ csv: true }, host),
  );
  expect([status, lines]).toEqual([3, []]);
  expect(problem).toMatch(/^vigil: None was printed: only 20 of 45 agents were read\.\nvigil: .*\(403\)/);
});

it('says in words that there are no agents', async () => {
  const { status, lines, problem } = await runCommandWith({ answer: agentsOf(0) }, (host) =>
    runAgentsList({ json: true }, host),
  );
  expect([status, lines, problem]).toEqual([0, [], 'vigil: The server has no agents.\n']);
});

it('ends where a server gives the same page again and again, and always promises more', async () => {
  const answer = (): FakeAnswer => ({
    body: { agents: [{ id: 'a1' }, { id: 'a2' }], pagination: { total: 1e15, limit: 10, has_more: true } },
  });
  const { status, lines, problem, client } = await runCommandWith({ answer }, (host) =>
    runAgentsList({ headers: false }, host),
  );
  expect({ status, lines: lines.length }).toEqual({ status: 1, lines: 2 });
  expect(problem).toContain(
    'Whether these 2 are all agents is unverified: the server gives the same agents again and again.',
  );
  expect(client?.calls.length).toBeLessThan(10);
});

describe.each<[string, FakeAnswer]>([
  ['fails', { status: 500 }],
  ['lets hang', { problem: 'timeout', takes: 15 * SECOND }],
])('from a server that %s two fifths of all requests', (_how, failure) => {
  const commands = [
    ['one agent', (host: CommandHost) => runAgentsShow('a1', {}, host)],
    ['three pages of agents', (host: CommandHost) => runAgentsList({ headers: false }, host)],
    ['the newest events', (host: CommandHost) => runEvents({ headers: false }, host)],
    ['four pages of events', (host: CommandHost) => runEvents({ headers: false, since: '1h' }, host), 400],
  ] as const;

  it.each(commands)('%s: the answer is there within seconds', async (_what, run, count?: number) => {
    const took: number[] = [];
    for (let seed = 1; seed <= 25; seed++) {
      const random = seededRandom(seed);
      const clock = new VirtualClock();
      const events = eventsOf(clock, count ?? 200, {});
      const good = (call: FakeCall) =>
        call.endpoint === 'getAgent'
          ? { body: { id: 'a1' } }
          : call.endpoint === 'listAgents'
            ? agentsOf(30)(call)
            : events.answer(call);
      const answer = (call: FakeCall) => ({ takes: 50, ...(random() < 0.4 ? failure : good(call)) });
      const outcome = await runCommandWith({ clock, random, answer }, run);
      expect(outcome.status).toBe(0);
      took.push(outcome.took);
    }
    took.sort((left, right) => left - right);
    expect(took[23]).toBeLessThan(5 * SECOND);
  });

  it('events that are followed: a new one is there within seconds', async () => {
    const took: number[] = [];
    for (let seed = 1; seed <= 4; seed++) {
      const random = seededRandom(seed);
      const clock = new VirtualClock();
      const events = eventsOf(clock, 50, {});
      const begun = clock.now();
      for (let second = 1; second <= 90; second++) {
        const at = second * SECOND;
        clock.schedule(at, () => events.add(String(at), { timestamp: begun + at }));
      }
      clock.schedule(2 * MINUTE, () => stopping?.(0));
      let stopping: ((status: number) => void) | undefined;
      const output = new Writable({
        write(chunk: Buffer, _encoding, done) {
          const ids = [...String(chunk).matchAll(/"id":"(\d+)"/g)].map(([, id]) => Number(id));
          took.push(...ids.map((at) => clock.now() - begun - at));
          done();
        },
      });
      const answer = (call: FakeCall): FakeAnswer => ({
        takes: 50,
        ...(random() < 0.4 ? failure : events.answer(call)),
      });
      await runCommandWith({ clock, random, answer, output }, (host, { stop }) => {
        stopping = stop;
        return runEvents({ headers: false, follow: true, json: true, since: '20m' }, host);
      });
    }
    expect(took).toHaveLength(4 * 90);
    took.sort((left, right) => left - right);
    expect(took[Math.floor(0.95 * took.length)]).toBeLessThan(10 * SECOND);
  });
});

it('goes on asking a server that fails always, until the patience ends', async () => {
  const outcome = await runCommandWith({ answer: () => ({ status: 500 }) }, (host) =>
    runAgentsList({ headers: false }, host),
  );
  expect(outcome.status).toBe(1);
  const asked = outcome.client?.calls.filter(({ endpoint }) => endpoint === 'listAgents') ?? [];
  expect(asked.length).toBeGreaterThan(12);
  expect(outcome.took).toBeGreaterThanOrEqual(30 * SECOND);
});

it.each<[string, (host: CommandHost) => Promise<number>]>([
  ['events', (host) => runEvents({ headers: false, since: '1h', until: '1m' }, host)],
  [
    'events that are followed',
    (host) => runEvents({ headers: false, follow: true, since: '1h', until: '1m' }, host),
  ],
  ['agents', (host) => runAgentsList({ headers: false }, host)],
])('asks again for %s when an answer hangs', async (_what, run) => {
  const clock = new VirtualClock();
  const events = eventsOf(clock, 10, {});
  let hung = 0;
  const answer = (call: FakeCall): FakeAnswer => {
    const given = call.endpoint === 'listAgents' ? agentsOf(10)(call) : events.answer(call);
    return call.endpoint !== 'health' && hung++ === 0 ? { ...given, takes: 15 * SECOND } : given;
  };
  const { status, took, lines } = await runCommandWith({ clock, answer }, run);
  expect({ status, lines: lines.length }).toEqual({ status: 0, lines: 10 });
  // It would take fifteen seconds otherwise.
  expect(took).toBeLessThan(10 * SECOND);
});

it('says of events that are followed what they wait for once answers hang for ten seconds', async () => {
  const clock = new VirtualClock();
  const events = eventsOf(clock, 10, {});
  let saidAt: number | undefined;
  const answer = (call: FakeCall): FakeAnswer =>
    clock.monotonic() < 30 * SECOND ? events.answer(call) : { problem: 'timeout', takes: 15 * SECOND };
  const { problem } = await runCommandWith(
    {
      clock,
      answer,
      onPrinted: (where) => {
        saidAt ??= where === 'error' ? clock.monotonic() : undefined;
      },
    },
    (host, { stop }) => {
      clock.schedule(50 * SECOND, () => stop(0));
      return runEvents({ headers: false, follow: true, since: '1h' }, host);
    },
  );
  expect(problem.split('\n')[0]).toBe('vigil: No answer for 10s. Still waiting for it.');
  // It is asked every two seconds at least, and looked every second what is waited for.
  expect(saidAt).toBeLessThanOrEqual(43 * SECOND);
});

describe('what a person at a prompt reads', () => {
  const unreached = (): FakeAnswer => ({ problem: 'connect' });
  const COMMANDS = [
    ['agents list', 30, (host: CommandHost) => runAgentsList({ headers: false }, host)],
    ['events', 90, (host: CommandHost) => runEvents({ headers: false }, host)],
  ] as const;

  it.each(COMMANDS)(
    'of a server that is not there: when it is tried again and given up: %s',
    async (...given) => {
      const [, seconds, run] = given;
      const { status, problem, took } = await runCommandWith({ answer: unreached }, run);
      const end = new Date(Date.parse('2026-03-02T09:00:00Z') + seconds * SECOND).toISOString().slice(0, 19);
      expect(problem).toMatch(
        /^vigil: .* Trying again at 2026-03-02 09:00:0\dZ, then every 2s at the most, and giving up at /,
      );
      expect(problem).toContain(`giving up at ${end.replace('T', ' ')}Z; Ctrl-C stops it before.`);
      expect([status, Math.round(took / SECOND)]).toEqual([1, seconds]);
    },
  );

  it.each(COMMANDS)('where it stood when it was stopped: %s', async (...given) => {
    const [, , run] = given;
    let calls = 0;
    let stop: (status: number) => void = () => undefined;
    const answer = () => {
      if (++calls === 4) {
        stop(130);
      }
      return unreached();
    };
    const { status, problem } = await runCommandWith({ answer }, (host, running) => {
      ({ stop } = running);
      return run(host);
    });
    expect(problem).toMatch(/\nvigil: Stopped\. Nothing could be read for \ds: [^\n]+\.\n$/);
    expect(status).toBe(130);
  });

  it.each(COMMANDS)('what was not answered yet when it was stopped: %s', async (...given) => {
    const [, , run] = given;
    let stop: (status: number) => void = () => undefined;
    const clock = new VirtualClock();
    const answer = () => {
      clock.schedule(3 * SECOND, () => stop(130));
      return { takes: 20 * SECOND };
    };
    const { status, problem, lines } = await runCommandWith({ answer, clock }, (host, running) => {
      ({ stop } = running);
      return run(host);
    });
    expect(problem).toBe('vigil: Stopped while a request had no answer for 3s.\n');
    expect([status, lines]).toEqual([130, []]);
  });

  it.each([
    [
      'ENOSPC',
      1,
      'vigil: What is printed cannot be written, and is not whole: the disk is full. Make room on it.\n',
    ],
    ['EPIPE', 0, ''],
  ] as const)('where what it prints is not taken, of %s', async (code, ended, sentence) => {
    const damaged = (call: FakeCall): FakeAnswer => {
      const { body } = agentsOf(3)(call);
      const { agents, ...rest } = body as { readonly agents: readonly unknown[] };
      return { body: { ...rest, agents: [...agents.slice(0, 2), { id: 7 }] } };
    };
    const failing = () =>
      new Writable({
        write: (_chunk, _encoding, done) => done(Object.assign(new Error(`${code}: failed`), { code })),
      });
    const list = await runCommandWith({ answer: damaged, output: failing() }, (host) =>
      runAgentsList({ headers: false }, host),
    );
    expect(list.status).toBe(ended);
    expect(list.problem).toContain(sentence);
    expect(list.problem).not.toContain(code);
  });
});
