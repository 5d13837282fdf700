import { dirname } from 'node:path';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { runAgentsWrite } from '../../src/cli/agents/write-agents-command.ts';
import { runJournal } from '../../src/cli/journal-program.ts';
import { runPolicyApply } from '../../src/cli/policy/apply-policy-command.ts';
import { startLaggingProxy, type LaggingProxy } from '../helpers/lagging-proxy.ts';
import { runRealCommand, type CommandOutcome } from '../helpers/run-command.ts';
import { temporaryFile } from '../helpers/temporary-file.ts';
import { send, startTestService, stopTestServices, type TestService } from '../helpers/test-service.ts';

const SECOND = 1000;
const ID = 'agent-3-0';
const COMMANDS = ['suspend', 'activate', 'delete', 'hard-delete', 'apply'] as const;

type Command = (typeof COMMANDS)[number];
type Result = Readonly<Record<string, unknown>>;

let test: TestService;
let proxy: LaggingProxy;

beforeEach(async () => {
  test = await startTestService({ events: 0, sessions: 0 });
  proxy = await startLaggingProxy(test.service.baseUrl, test.clock);
  vi.stubEnv('VIGIL_BASE_URL', proxy.baseUrl.href);
  vi.stubEnv('VIGIL_API_KEY', test.service.apiKey ?? '');
  vi.stubEnv('XDG_CONFIG_HOME', '/nonexistent');
  vi.stubEnv('XDG_STATE_HOME', dirname(temporaryFile()));
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await stopTestServices();
});

function run(command: Command, { json = true, input = '{"rules":{"min_scorecard":9}}' } = {}) {
  const flags = { yes: true, write: true, ...(json ? { json: true as const } : {}) } as const;
  return runRealCommand({ clock: test.clock, input }, (host) =>
    command === 'apply'
      ? runPolicyApply('-', flags, host)
      : command === 'hard-delete'
        ? runAgentsWrite('delete', [ID], { ...flags, hard: true }, host)
        : runAgentsWrite(command, [ID], flags, host),
  );
}

/** What a command finds so that it has something to do. */
async function prepare(command: Command): Promise<void> {
  if (command === 'activate') {
    await test.call('PUT', `/registered-agents/${ID}/status`, { body: { status: 'suspended' } });
  }
}

/** What is really stored of what a command is about. */
async function stored(command: Command): Promise<unknown> {
  if (command === 'apply') {
    return ((await test.get('/policy'))['rules'] as Result)['min_scorecard'];
  }
  const { status, body } = await test.call('GET', `/registered-agents/${ID}`);
  return status === 200 ? ((body['agent'] as Result | undefined) ?? body)['status'] : status;
}

const DONE: Readonly<Record<Command, unknown>> = {
  suspend: 'suspended',
  activate: 'active',
  delete: 'deleted',
  'hard-delete': 404,
  apply: 9,
};

/** What `vigil journal --json` prints, the oldest write first. */
async function journal(): Promise<readonly Result[]> {
  const lines: string[] = [];
  const output = vi.spyOn(process.stdout, 'write').mockImplementation((text, ...others: unknown[]) => {
    lines.push(...String(text).trimEnd().split('\n'));
    others.forEach((each) => (typeof each === 'function' ? (each as () => void)() : undefined));
    return true;
  });
  try {
    expect(await runJournal({ json: true })).toBe(0);
  } finally {
    output.mockRestore();
  }
  return lines.map((line) => JSON.parse(line) as Result);
}

/** Compares what a command printed for programs with its exit status and with what the journal says; gives what it printed. */
async function compared({ status, lines }: CommandOutcome): Promise<Result> {
  expect(lines).toHaveLength(1);
  const result = JSON.parse(lines[0] ?? '') as Result;
  const recorded = (await journal()).find(({ operation }) => operation === result['operation']);
  expect(recorded).toMatchObject({ verdict: result['verdict'], sentence: result['sentence'] });
  const isGood = result['verdict'] === 'confirmed';
  const isForbidden = result['verdict'] === 'refused' && result['status'] === 403;
  expect(status).toBe(isForbidden ? 3 : !isGood ? 1 : result['may_have_overwritten'] === true ? 5 : 0);
  return result;
}

describe.each(COMMANDS)('%s, over a connection on which readings are behind', (command) => {
  it('by four seconds, is confirmed', async () => {
    await prepare(command);
    proxy.lag = 4 * SECOND;
    const outcome = await run(command);
    const result = await compared(outcome);
    expect(result['verdict']).toBe('confirmed');
    expect(result['sentence']).toMatch(/^Confirmed: [^.]*\.$/);
    expect(await stored(command)).toEqual(DONE[command]);
    expect(outcome.problem).toContain('is not seen yet. The server may still answer with older data');
    expect(outcome.took).toBeGreaterThan(proxy.lag);
  });

  it('by more than is waited for, is not confirmed, and is confirmed by the next command', async () => {
    await prepare(command);
    proxy.lag = 20 * SECOND;
    const result = await compared(await run(command));
    expect(result['verdict']).toBe(command === 'apply' ? 'unknown' : 'contradicted');
    expect(result['sentence']).not.toMatch(/somebody|colleague|changed it again/);
    await test.clock.advance(20 * SECOND);
    const { problem } = await run('apply', { input: '{"rules":{}}' });
    expect(problem).toMatch(/Confirmed late: .*It was (unknown|contradicted) at/);
    expect((await journal()).find(({ operation }) => operation === result['operation'])).toMatchObject({
      verdict: 'confirmed',
      sentence: expect.stringContaining('Confirmed late: ') as string,
    });
  });

  it('and whose answer is lost, is confirmed after an error', async () => {
    await prepare(command);
    proxy.lag = 3 * SECOND;
    proxy.losesAnswers = true;
    const result = await compared(await run(command));
    expect(result['verdict']).toBe('confirmed');
    expect(result['sentence']).toContain('Confirmed after an error: ');
    expect(await stored(command)).toEqual(DONE[command]);
  });

  it('and refused though it is carried out, is not said to be unchanged, and seen by the next command', async () => {
    await prepare(command);
    proxy.lag = 4 * SECOND;
    proxy.refusesWith = 403;
    const outcome = await run(command);
    const result = await compared(outcome);
    expect(result['verdict']).toBe('refused');
    expect(result['sentence']).toMatch(/^The server refused the change of .*; read once after that, it /);
    expect(outcome.took).toBeLessThan(proxy.lag);
    expect(await stored(command)).toEqual(DONE[command]);
    await test.clock.advance(proxy.lag);
    const { problem } = await run('apply', { input: '{"rules":{}}' });
    expect(problem).toMatch(/Seen later: .* the server refused the change, and .* all the same/);
    expect((await journal()).find(({ operation }) => operation === result['operation'])).toMatchObject({
      verdict: 'refused',
      status: 403,
      sentence: expect.stringContaining('Seen later: ') as string,
    });
  });

  it('shows people the same', async () => {
    await prepare(command);
    proxy.lag = 4 * SECOND;
    const { status, lines } = await run(command, { json: false });
    const [recorded] = await journal();
    expect([status, lines.length]).toEqual([0, 1]);
    expect(lines[0]).toContain('confirmed');
    expect(lines[0]).toContain(recorded?.['sentence']);
  });
});

it('apply names what somebody added after its last reading and it overwrote, and ends with 5', async () => {
  const list = JSON.stringify({ blocked_packages: ['evil', 'mine'] });
  await send(`${proxy.baseUrl.href}/policy`, 'PUT', {
    headers: { 'x-api-key': test.service.apiKey ?? '', 'content-type': 'application/json' },
    body: JSON.stringify({ blocked_packages: ['evil', 'theirs'] }),
  });
  await test.clock.advance(2 * SECOND);
  proxy.lag = 3 * SECOND;
  const outcome = await run('apply', { input: list });
  const result = await compared(outcome);
  expect(outcome.status).toBe(5);
  expect(result).toMatchObject({
    verdict: 'confirmed',
    may_have_overwritten: true,
    overwritten: [{ field: 'blocked_packages', change: 'added', value: 'theirs' }],
  });
  expect(result['sentence']).toContain('was overwritten: blocked_packages had theirs added.');
  expect((await test.get('/policy'))['blocked_packages']).toEqual(['evil', 'mine']);
});
