import { appendFileSync, chmodSync, cpSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, expect, it } from 'vitest';

import { runCommand, temporaryState } from '../helpers/command-process.ts';
import type { ServiceAddress } from '../helpers/events-process.ts';
import { startServiceProxy } from '../helpers/service-proxy.ts';
import { startTestService, stopTestServices } from '../helpers/test-service.ts';

const QUOTA = 1_000_000;

interface Written {
  readonly state: string;
  readonly target: ServiceAddress;
}

/** The journal that all begin with. */
let written: Promise<Written> | undefined;

afterEach(stopTestServices);
afterAll(async () => rmSync((await written)?.state ?? '', { recursive: true, force: true }));

/** Two writes to an organization, the second of which failed: what became of it is asked for some seconds long. */
async function write(): Promise<Written> {
  const { service } = await startTestService({ quota: QUOTA });
  const { baseUrl } = await startServiceProxy(service, ({ method, number }) =>
    method === 'PUT' && number === 1 ? { status: 500, error: 'no\u001b[2Jpe' } : undefined,
  );
  const state = mkdtempSync(join(tmpdir(), 'vigil-state-'));
  const target = { baseUrl, apiKey: service.apiKey };
  const environment = { SSH_CONNECTION: '203.0.113.9 50022 192.0.2.1 22' };
  const suspend = (...given: readonly string[]) =>
    runCommand(target, ['agents', 'suspend', ...given, '--yes', '--write'], { state, environment });
  await suspend('agent-3-0', '--reason', 'mining\u001b[31m');
  await suspend('agent-3-1');
  return { state, target };
}

/** A copy of that journal, and a way to read it. */
async function writtenJournal() {
  const { state: original, target } = await (written ??= write());
  const state = temporaryState();
  cpSync(original, state, { recursive: true });
  const read = (...flags: readonly string[]) => runCommand(target, ['journal', ...flags], { state });
  return { state, target, read, path: join(state, 'vigil', 'journal.jsonl') };
}

it('prints every change with its verdict and who made it from where, the oldest first', async () => {
  const { read, target } = await writtenJournal();
  const text = await read();
  expect([text.status, text.problem]).toEqual([0, '']);
  expect(text.lines).toHaveLength(4);
  expect(text.lines[0]).toMatch(
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ\t✓ confirmed\tsuspend\thost-0-0 agent-3-0\t\S+@\S+ from 203\.0\.113\.9 port 50022\t127\.0\.0\.1:\d+\/api\/v1\tkey [0-9a-f]{12}\t$/,
  );
  expect(text.lines[1]).toMatch(/^\treason: mining␛\[31m$/);
  expect(text.lines[2]).toMatch(/Z\t◇ UNKNOWN\tsuspend\thost-7-1 agent-3-1/);
  expect(text.lines[3]).toMatch(/^\tUnknown: it was sent/);
  expect(text.lines.join('\n')).not.toContain('\u001b');
  const json = await read('--json');
  expect(json.lines.join('\n')).toMatch(/^[ -~\n]+$/);
  const [first, second] = json.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(first).toMatchObject({
    action: 'suspend',
    target: { id: 'agent-3-0', hostname: 'host-0-0', generation: 1 },
    before: { status: 'active' },
    after: { status: 'suspended' },
    reason: 'mining\u001b[31m',
    verdict: 'confirmed',
    unfinished: false,
    ssh: '203.0.113.9 port 50022',
    base_url: String(target.baseUrl),
  });
  expect(first?.['steps']).toHaveLength(3);
  expect(second).toMatchObject({ verdict: 'unknown', status: 500 });
  expect(json.lines.join('')).not.toContain(target.apiKey);
});

it('prints the newest, and those of a time', async () => {
  const { read } = await writtenJournal();
  expect((await read('--limit', '1', '--json')).lines).toEqual((await read('--json')).lines.slice(1));
  expect((await read('--since', '1h', '--json')).lines).toHaveLength(2);
  const none = await read('--since', '2999-01-01');
  expect([none.status, none.lines]).toEqual([0, []]);
  expect(none.problem).toMatch(/Nothing was written from this host after 2999-01-01 00:00:00Z\./);
  expect((await read('--since', 'yesterday')).status).toBe(2);
});

it('marks what was left without a verdict, and counts lines that cannot be read', async () => {
  const { read, path } = await writtenJournal();
  appendFileSync(
    path,
    `${JSON.stringify({ time: '2026-03-02T09:00:00.000Z', operation: 'left', step: 'intent', action: 'policy', target: { version: '7' } })}\n{"half`,
  );
  const { status, lines, problem } = await read();
  expect(status).toBe(1);
  expect(lines.at(-1)).toMatch(/^2026-03-02 09:00:00Z\t⚑ UNFINISHED\tpolicy\tpolicy 7\t+$/);
  expect(problem).toContain('1 line of the journal cannot be read.');
  expect(problem).toContain(
    '1 change has no verdict, since vigil ended too soon. What became of it is checked when',
  );
});

it('says in a sentence that its help is not whole on a full disk', async () => {
  const target = { baseUrl: 'http://127.0.0.1:9/api/v1', apiKey: 'sk_live_x' };
  const help = await runCommand(target, ['journal', '--help'], { output: openSync('/dev/full', 'w') });
  expect(help.problem).toBe(
    'vigil: What is printed cannot be written, and is not whole: the disk is full. Make room on it.\n',
  );
  expect(help.status).toBe(1);
});

it('is empty before anything was changed, and not believed when others can change it', async () => {
  const state = temporaryState();
  const target = { baseUrl: 'http://127.0.0.1:9/api/v1', apiKey: 'sk_live_x' };
  const empty = await runCommand(target, ['journal'], { state });
  expect([empty.status, empty.lines]).toEqual([0, []]);
  expect(empty.problem).toContain('Nothing was written from this host yet.');
  const { read, path } = await writtenJournal();
  chmodSync(path, 0o666);
  const open = await read();
  expect([open.status, open.lines]).toEqual([1, []]);
  expect(open.problem).toContain(`chmod go-w ${path}`);
});
