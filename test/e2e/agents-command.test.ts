import { mkdirSync, readFileSync, writeFileSync, openSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, describe, expect, it, onTestFinished } from 'vitest';

import { answerQuestion } from '../helpers/answer-question.ts';
import { environmentFor, runCommand, startCommand, temporaryState } from '../helpers/command-process.ts';
import { startServiceProxy } from '../helpers/service-proxy.ts';
import { KEYS, startVigil, type Terminal } from '../helpers/terminal.ts';
import { rowsOf, startTestService, stopTestServices, type TestService } from '../helpers/test-service.ts';

const QUOTA = 1_000_000;
const IDS = ['agent-3-0', 'agent-3-1', 'agent-3-2', 'agent-3-3'] as const;
const [FIRST, SECOND, THIRD] = IDS;

afterEach(stopTestServices);

async function statuses(test: TestService): Promise<Readonly<Record<string, unknown>>> {
  const body = await test.get('/registered-agents?limit=100');
  return Object.fromEntries(rowsOf(body, 'agents').map(({ id, status }) => [String(id), status]));
}

function parsed(lines: readonly string[]): readonly Readonly<Record<string, unknown>>[] {
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

interface JournalLine {
  readonly action: string;
  readonly target: { readonly id: string };
  readonly step: string;
  readonly verdict?: string;
}

/** The steps in the journal, as action, id, step and verdict. */
function journalIn(state: string): readonly string[] {
  return readFileSync(join(state, 'vigil', 'journal.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as JournalLine)
    .map(({ action, target, step, verdict }) => [action, target.id, step, verdict].filter(Boolean).join(' '));
}

describe('vigil agents list and show', () => {
  it('print agents for people, as JSON as they were sent, and as CSV', async () => {
    const test = await startTestService({ quota: QUOTA });
    // Node would say on standard error that it heeds the second one.
    const environment = { NO_COLOR: '1', FORCE_COLOR: '1' };
    const text = await runCommand(test.service, ['agents', 'list'], { environment });
    expect([text.status, text.problem]).toEqual([0, '']);
    expect(text.lines).toHaveLength(7);
    expect(text.lines[0]).toBe('STATUS\tHOST\tID\tUSER\tOS\tVERSION\tSEEN\tCLONE');
    expect(text.lines[1]).toMatch(
      /^● {2}active\thost-0-0\tagent-3-0\tuser0\tlinux\/arm64\t1\.2\.3\tseen 2026-03-0\d \d\d:\d\d:\d\dZ/,
    );
    const json = await runCommand(test.service, ['agents', 'list', '--json']);
    const sent = rowsOf(await test.get('/registered-agents?limit=100'), 'agents');
    expect(new Set(parsed(json.lines))).toEqual(new Set(sent));
    const csv = await runCommand(test.service, ['agents', 'list', '--csv']);
    expect(csv.lines[0]).toMatch(/^id,client_id,machine_id,generation,/);
    expect(csv.lines).toHaveLength(7);
    const one = await runCommand(test.service, ['agents', 'show', FIRST, '--json']);
    expect(parsed(one.lines)).toEqual(sent.filter(({ id }) => id === FIRST));
    const shown = await runCommand(test.service, ['agents', 'show', FIRST]);
    expect(shown.lines.join('\n')).toMatch(/^hostname\thost-0-0$/m);
  });

  it('reads every page of a list whose pages are short and refuse more', async () => {
    const { service } = await startTestService({
      quota: QUOTA,
      agents: 130,
      choose: ['page-maximum=reject-100', 'agent-order=reshuffled'],
    });
    const { status, lines } = await runCommand(service, ['agents', 'list', '--json']);
    expect(status).toBe(0);
    expect(new Set(parsed(lines).map(({ id }) => id)).size).toBe(130);
  });

  it('say what a name that is no id may have been meant for', async () => {
    const { service } = await startTestService({ quota: QUOTA });
    const byHost = await runCommand(service, ['agents', 'show', 'HOST-0-0']);
    expect(byHost.status).toBe(1);
    expect(byHost.problem).toContain(
      'is the name of a machine, not an id. Its agent is agent-3-0 (active, user0)',
    );
    const unknown = await runCommand(service, ['agents', 'show', 'nobody']);
    expect(unknown.status).toBe(1);
    expect(unknown.problem).toContain('There is no agent with the id nobody');
  });
});

describe('vigil agents suspend, activate and delete', () => {
  it('does nothing unless changes are allowed, which --yes does not do', async () => {
    const test = await startTestService({ quota: QUOTA });
    const plain = await runCommand(test.service, ['agents', 'suspend', FIRST, '--yes']);
    expect([plain.status, plain.lines]).toEqual([2, []]);
    expect(plain.problem).toContain(
      'Nothing was sent: changes are not allowed here. Add --write to the command.',
    );
    const locked = await runCommand(test.service, ['agents', 'suspend', FIRST, '--yes', '--read-only']);
    expect(locked.status).toBe(2);
    expect(locked.problem).toContain('--read-only lets no changes through');
    expect((await statuses(test))[FIRST]).toBe('active');
  });

  it('counts write and read_only of the profile, of which nothing unlocks the second', async () => {
    const test = await startTestService({ quota: QUOTA });
    const folder = temporaryState();
    mkdirSync(join(folder, 'vigil'));
    writeFileSync(
      join(folder, 'vigil', 'config.toml'),
      `[profiles.open]\nbase_url = "${test.service.baseUrl}"\nwrite = true\n[profiles.locked]\nbase_url = "${test.service.baseUrl}"\nread_only = true\n`,
    );
    const run = (...flags: readonly string[]) =>
      runCommand(test.service, ['agents', 'suspend', FIRST, '--yes', ...flags], {
        environment: { XDG_CONFIG_HOME: folder },
      });
    const locked = await run('--profile', 'locked');
    expect(locked.status).toBe(2);
    expect(locked.problem).toContain('read_only of the profile locked is true');
    expect((await run('--profile', 'locked', '--write')).status).toBe(2);
    expect((await statuses(test))[FIRST]).toBe('active');
    expect((await run('--profile', 'open')).status).toBe(0);
    expect((await statuses(test))[FIRST]).toBe('suspended');
  });

  it('does nothing without --yes where nobody can be asked', async () => {
    const test = await startTestService({ quota: QUOTA });
    const { status, problem } = await runCommand(test.service, ['agents', 'delete', FIRST, '--write']);
    expect(status).toBe(2);
    expect(problem).toContain('Add --yes');
    expect(await statuses(test)).toHaveProperty(FIRST, 'active');
  });

  it('suspends what standard input names, once each, and says of each what was seen', async () => {
    const test = await startTestService({ quota: QUOTA });
    const state = temporaryState();
    const input = `\n ${FIRST} \r\n\n${SECOND}\n${FIRST}\n`;
    const flags = ['agents', 'suspend', '-', '--yes', '--write', '--json', '--reason', 'mining coins'];
    const { status, lines, problem } = await runCommand(test.service, flags, { input, state });
    expect(status).toBe(0);
    expect(problem).toMatch(
      /Suspending 2 agents in http:\/\/127\.0\.0\.1:\d+\/api\/v1, key [0-9a-f]{12}:\n {2}● {2}active {2}host-0-0/,
    );
    expect(problem).toContain('Reason: mining coins');
    expect(problem).toContain('1 that was named twice counts once.');
    expect(parsed(lines)).toEqual(
      [FIRST, SECOND].map((id, index) => ({
        id,
        hostname: `host-${index * 7}-${index}`,
        action: 'suspend',
        verdict: 'confirmed',
        sentence: `Confirmed: host-${index * 7}-${index} is suspended.`,
        status: 204,
        operation: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      })),
    );
    expect(await statuses(test)).toMatchObject({
      [FIRST]: 'suspended',
      [SECOND]: 'suspended',
      [THIRD]: 'active',
    });
    expect(journalIn(state)).toEqual(
      [FIRST, SECOND].flatMap((id) => [
        `suspend ${id} intent`,
        `suspend ${id} sending`,
        `suspend ${id} verdict confirmed`,
      ]),
    );
    const again = await runCommand(test.service, flags, { input, state });
    expect(again.status).toBe(0);
    expect(parsed(again.lines).map(({ verdict }) => verdict)).toEqual(['unchanged', 'unchanged']);
    const journal = await runCommand(test.service, ['journal', '--json'], { state });
    expect(parsed(journal.lines).map(({ verdict }) => verdict)).toEqual([
      'confirmed',
      'confirmed',
      'unchanged',
      'unchanged',
    ]);
  });

  it('reactivates, and deletes softly and for good', async () => {
    const test = await startTestService({ quota: QUOTA, choose: ['soft-delete=listed'] });
    const run = (...given: readonly string[]) =>
      runCommand(test.service, ['agents', ...given, '--write', '--yes']);
    expect((await run('suspend', FIRST)).status).toBe(0);
    expect((await run('activate', FIRST)).status).toBe(0);
    expect((await run('delete', SECOND)).status).toBe(0);
    const gone = await run('delete', '--hard', THIRD);
    expect(gone.status).toBe(0);
    expect(gone.lines).toEqual([expect.stringMatching(/^✓ confirmed\thost-4-2\t.*is gone for good\.$/)]);
    expect(gone.problem).toContain('a machine needs a new registration key');
    const after = await statuses(test);
    expect(after).toMatchObject({ [FIRST]: 'active', [SECOND]: 'deleted' });
    expect(after).not.toHaveProperty(THIRD);
  });

  it('does nothing at all when something else than ids was named', async () => {
    const test = await startTestService({ quota: QUOTA });
    const run = (input: string, ...named: readonly string[]) =>
      runCommand(test.service, ['agents', 'suspend', '-', ...named, '--yes', '--write'], { input });
    const host = await run(`${FIRST}\n`, 'host-7-1');
    expect([host.status, host.lines]).toEqual([2, []]);
    expect(host.problem).toContain('host-7-1 is the name of a machine, not an id. Its agent is agent-3-1');
    const damaged = await run(`${FIRST}\n{"id":"${SECOND}"}\n\u001b[2J\n`);
    expect(damaged.status).toBe(2);
    expect(damaged.problem).toContain('line 2 of standard input: {"id":"agent-3-1"} looks like JSON');
    expect(damaged.problem).toMatch(/line 3 of standard input: .* holds blanks or characters/);
    expect(damaged.problem).not.toContain('\u001b');
    expect((await run('\n\n')).status).toBe(2);
    expect(new Set(Object.values(await statuses(test)))).toEqual(new Set(['active']));
  });

  it('does the others when the server does not know one of them, and says so', async () => {
    const test = await startTestService({ quota: QUOTA });
    const { status, lines } = await runCommand(test.service, [
      'agents',
      'suspend',
      'nobody',
      FIRST,
      '--yes',
      '--write',
      '--json',
    ]);
    expect(status).toBe(4);
    expect(parsed(lines)).toMatchObject([
      { id: 'nobody', hostname: null, verdict: 'refused', status: 404, operation: null },
      { id: FIRST, verdict: 'confirmed' },
    ]);
    const single = await runCommand(test.service, ['agents', 'suspend', 'nobody', '--yes', '--write']);
    expect(single.status).toBe(1);
  });

  it('says what became of a change whose answer was lost', async () => {
    const test = await startTestService({ quota: QUOTA, faults: { 'lost-answer': 1 } });
    const { status, lines } = await runCommand(test.service, [
      'agents',
      'suspend',
      FIRST,
      '--yes',
      '--write',
      '--json',
    ]);
    expect(status).toBe(0);
    expect(parsed(lines)).toMatchObject([{ verdict: 'confirmed' }]);
    expect(lines[0]).toContain('Confirmed after an error');
    expect((await statuses(test))[FIRST]).toBe('suspended');
  });

  it('does not take an error for done', async () => {
    const test = await startTestService({ quota: QUOTA });
    const { baseUrl } = await startServiceProxy(test.service, ({ method }) =>
      method === 'PUT' ? { status: 500, error: 'database is locked' } : undefined,
    );
    const service = { baseUrl, apiKey: test.service.apiKey };
    const run = (...ids: readonly string[]) =>
      runCommand(service, ['agents', 'suspend', ...ids, '--yes', '--write', '--json']);
    // Beside each other, since each asks for some seconds what became of it.
    const [one, two] = await Promise.all([run(FIRST), run(FIRST, SECOND)]);
    expect(one.status).toBe(1);
    expect(parsed(one.lines)).toMatchObject([{ verdict: 'unknown', status: 500 }]);
    expect(two.status).toBe(4);
    expect(parsed(two.lines).map(({ verdict }) => verdict)).toEqual(['unknown', 'unknown']);
  });

  it('ends with 3 and says what is left when the key may not change agents', async () => {
    const test = await startTestService({ quota: QUOTA });
    const service = { baseUrl: test.service.baseUrl, apiKey: test.service.readOnlyApiKey };
    const { status, lines, problem } = await runCommand(service, [
      'agents',
      'suspend',
      ...IDS,
      '--yes',
      '--write',
      '--json',
    ]);
    expect(status).toBe(3);
    expect(parsed(lines).map(({ verdict }) => verdict)).toEqual([
      'refused',
      'not begun',
      'not begun',
      'not begun',
    ]);
    expect(parsed(lines)[0]).toMatchObject({ status: 403 });
    expect(problem).toContain('lacks the permission to write');
    expect(problem).toContain(
      `4 agents are left. To go on, run the same command with these ids: ${IDS.join(' ')}`,
    );
  });

  it('stops at the first 429, and goes on from there when it is run with what is left', async () => {
    const test = await startTestService({ quota: QUOTA });
    let refuses = true;
    const { baseUrl, requests } = await startServiceProxy(test.service, ({ method, number }) =>
      refuses && method === 'PUT' && number === 1 ? { status: 429, error: 'slow down' } : undefined,
    );
    const service = { baseUrl, apiKey: test.service.apiKey };
    const flags = ['--yes', '--write', '--json'];
    const stopped = await runCommand(service, ['agents', 'suspend', ...IDS, ...flags]);
    expect(stopped.status).toBe(4);
    expect(parsed(stopped.lines).map(({ verdict }) => verdict)).toEqual([
      'confirmed',
      'refused',
      'not begun',
      'not begun',
    ]);
    const [, left = ''] = /with these ids: (.*)\n/.exec(stopped.problem) ?? [];
    expect(left.split(' ')).toEqual(IDS.slice(1));
    refuses = false;
    const resumed = await runCommand(service, ['agents', 'suspend', ...left.split(' '), ...flags]);
    expect(resumed.status).toBe(0);
    const written = requests.filter((request) => request.startsWith('PUT'));
    expect(written.map((request) => request.split('/').at(-2))).toEqual([FIRST, SECOND, ...IDS.slice(1)]);
  });

  it('finishes the one under way when it is interrupted, and begins no other', async () => {
    const test = await startTestService({ quota: QUOTA });
    const held = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    const { baseUrl } = await startServiceProxy(test.service, ({ method, number }) => {
      if (method !== 'PUT' || number !== 1) {
        return undefined;
      }
      reached.resolve();
      return { answerAfter: held.promise };
    });
    const state = temporaryState();
    const running = startCommand(
      { baseUrl, apiKey: test.service.apiKey },
      ['agents', 'suspend', ...IDS, '--yes', '--write', '--json'],
      { state },
    );
    await reached.promise;
    running.child.kill('SIGINT');
    held.resolve();
    expect(await running.exit).toBe(130);
    const results = parsed(running.out().trimEnd().split('\n'));
    expect(results.map(({ verdict }) => verdict)).toEqual([
      'confirmed',
      'confirmed',
      'not begun',
      'not begun',
    ]);
    expect(running.problem()).toContain('2 agents are left.');
    expect(Object.values(await statuses(test)).filter((status) => status === 'suspended')).toHaveLength(2);
    expect(journalIn(state).at(-1)).toBe(`suspend ${SECOND} verdict confirmed`);
  });

  it.each<readonly [string, () => number | 'closed', number, RegExp]>([
    ['a full disk', () => openSync('/dev/full', 'w'), 1, /the disk is full.*not taken\. vigil journal has/],
    ['no standard output', () => 'closed', 0, /Standard output is closed.* vigil journal has/],
  ])('says where the verdict stands when there is %s', async (_name, output, expected, sentence) => {
    const test = await startTestService({ quota: QUOTA });
    const given = ['agents', 'suspend', FIRST, '--yes', '--write'];
    const { status, problem } = await runCommand(test.service, given, { output: output() });
    expect(problem).toMatch(sentence);
    expect(status).toBe(expected);
    expect((await statuses(test))[FIRST]).toBe('suspended');
  });

  it('begins no other when nobody reads what it prints, and complains of nothing', async () => {
    const test = await startTestService({ quota: QUOTA });
    const held = Promise.withResolvers<void>();
    const { baseUrl } = await startServiceProxy(test.service, ({ method, number }) =>
      method === 'PUT' && number === 1 ? { answerAfter: held.promise } : undefined,
    );
    const running = startCommand({ baseUrl, apiKey: test.service.apiKey }, [
      'agents',
      'suspend',
      ...IDS,
      '--yes',
      '--write',
      '--json',
    ]);
    running.child.stdout?.once('data', () => {
      running.child.stdout?.destroy();
      held.resolve();
    });
    expect(await running.exit).toBe(4);
    expect(running.problem()).toMatch(
      /Stopped: What reads the results has closed its end\.\nvigil: \d agents? (is|are) left/,
    );
    expect(running.problem()).not.toMatch(/EPIPE|Error/);
    expect(
      Object.values(await statuses(test)).filter((status) => status === 'active').length,
    ).toBeGreaterThan(2);
  });

  it('sends nothing when it cannot be recorded in the journal', async () => {
    const test = await startTestService({ quota: QUOTA });
    const state = join(temporaryState(), 'file');
    writeFileSync(state, '');
    const { status, lines } = await runCommand(
      test.service,
      ['agents', 'suspend', FIRST, SECOND, '--yes', '--write', '--json'],
      { state },
    );
    expect(status).toBe(4);
    expect(parsed(lines)).toMatchObject([
      { verdict: 'refused', sentence: expect.stringContaining('journal') as string, operation: null },
      { verdict: 'not begun' },
    ]);
    expect(new Set(Object.values(await statuses(test)))).toEqual(new Set(['active']));
  });
});

describe('vigil agents in a terminal', () => {
  function start(test: TestService, ...given: readonly string[]): Terminal {
    const terminal = startVigil(['agents', ...given, '--write'], {
      columns: 160,
      environment: environmentFor(test.service),
    });
    onTestFinished(() => terminal.dispose());
    return terminal;
  }

  async function ended(terminal: Terminal): Promise<number | undefined> {
    await terminal.waitForExit();
    return terminal.exit?.exitCode;
  }

  it('takes nothing that was typed before it asked, and one answer after that', async () => {
    const test = await startTestService({ quota: QUOTA });
    const early = start(test, 'suspend', FIRST);
    early.press('y', KEYS.enter, 'y');
    await early.waitFor(/Ignored: what was typed before .*\n.*\nSuspend host-0-0\? \[y\/N\]$/m);
    expect(early.text).toMatch(/host-0-0 +agent-3-0 +user0 .* seen 2026-03-0/);
    expect((await statuses(test))[FIRST]).toBe('active');
    await answerQuestion(early, 'Suspend host-0-0? [y/N]', 'y');
    expect(await ended(early)).toBe(0);
    expect(early.text).toMatch(/✓ confirmed +host-0-0 +agent-3-0 Confirmed: host-0-0 is suspended\./);
    expect((await statuses(test))[FIRST]).toBe('suspended');
  });

  it('deletes for good only when the hostname is typed', async () => {
    const test = await startTestService({ quota: QUOTA });
    const terminal = start(test, 'delete', '--hard', FIRST);
    await answerQuestion(terminal, 'Type host-0-0 to delete it for good:', 'host-0-0');
    expect(await ended(terminal)).toBe(0);
    expect(await statuses(test)).not.toHaveProperty(FIRST);
  });

  it('is stopped by Ctrl-C at the question', async () => {
    const test = await startTestService({ quota: QUOTA });
    const terminal = start(test, 'suspend', FIRST, SECOND);
    await terminal.waitFor('Suspend these 2 agents? [y/N]');
    terminal.press('\u0003');
    expect(await ended(terminal)).toBe(130);
    expect(new Set(Object.values(await statuses(test)))).toEqual(new Set(['active']));
  });

  it('sends nothing when somebody else changed the agent while it asked', async () => {
    const test = await startTestService({ quota: QUOTA });
    const terminal = start(test, 'delete', FIRST);
    await terminal.waitFor('Type delete to delete host-0-0:');
    await test.call('PUT', `/registered-agents/${FIRST}/status`, { body: { status: 'suspended' } });
    await answerQuestion(terminal, 'Type delete to delete host-0-0:', 'delete');
    expect(await ended(terminal)).toBe(1);
    expect(terminal.text).toContain('Nothing was sent');
    expect((await statuses(test))[FIRST]).toBe('suspended');
  });
});

describe('suspensions with an end', () => {
  it('are kept in the journal, named by each command once they are due, and ended by vigil agents due', async () => {
    const test = await startTestService({ quota: QUOTA });
    const state = temporaryState();
    const run = (...flags: readonly string[]) => runCommand(test.service, flags, { state });
    const refused = await run('agents', 'suspend', FIRST, '--yes', '--write', '--for', '8d');
    expect(refused.status).toBe(2);
    expect(refused.problem).toContain('It takes a time from 1m to 7d, as 30m, 4h or 2d.');
    const made = await run('agents', 'suspend', FIRST, SECOND, '--yes', '--write', '--for', '4h');
    expect(made.status).toBe(0);
    expect(made.problem).toMatch(/To last until 20\d\d-\d\d-\d\d \d\d:\d\d:\d\dZ/);
    const listed = await run('agents', 'due', '--json');
    expect(parsed(listed.lines)).toMatchObject([
      { id: FIRST, state: 'lasts', status: 'suspended' },
      { id: SECOND, state: 'lasts', status: 'suspended' },
    ]);
    expect((await run('agents', 'list')).problem).not.toContain('to end');
    expect((await run('agents', 'due', '--reactivate', '--yes', '--write')).problem).toContain(
      'No suspension from this host is due. Nothing was sent.',
    );
    const path = join(state, 'vigil', 'journal.jsonl');
    const past = readFileSync(path, 'utf8').replaceAll(
      /"until":"[^"]+"/g,
      '"until":"2026-01-02T03:04:05.000Z"',
    );
    writeFileSync(path, past);
    const other = await run('agents', 'list');
    expect(other.status).toBe(0);
    expect(other.problem).toContain('2 suspensions were to have ended by now: host-0-0, host-');
    expect(other.problem).toContain('vigil agents due shows them.');
    const shown = await run('agents', 'due');
    expect(shown.lines[0]).toMatch(/^2026-01-02 03:04:05Z\tdue\thost-0-0\tagent-3-0\t/);
    expect((await statuses(test))[FIRST]).toBe('suspended');
    const ended = await run('agents', 'due', '--reactivate', '--yes', '--write');
    expect(ended.status).toBe(0);
    expect(await statuses(test)).toMatchObject({ [FIRST]: 'active', [SECOND]: 'active' });
    expect((await run('agents', 'list')).problem).toBe('');
    expect((await run('agents', 'due')).problem).toContain('No suspension from this host has an end.');
  });

  it('are void once the agent was seen reactivated, whoever suspends it again', async () => {
    const test = await startTestService({ quota: QUOTA });
    const state = temporaryState();
    const run = (...flags: readonly string[]) => runCommand(test.service, flags, { state });
    const colleague = temporaryState();
    const other = (...flags: readonly string[]) =>
      runCommand(test.service, [...flags, '--yes', '--write'], { state: colleague });
    await run('agents', 'suspend', FIRST, '--yes', '--write', '--for', '4h');
    makeOlder(state);
    await other('agents', 'activate', FIRST);
    const seen = await run('agents', 'due', '--json');
    expect(parsed(seen.lines)).toMatchObject([{ id: FIRST, state: 'over', status: 'active' }]);
    await other('agents', 'suspend', FIRST);
    makeOlder(state, 5 * 60 * 60 * 1000);
    expect((await run('agents', 'due')).problem).toContain('No suspension from this host has an end.');
    await run('agents', 'due', '--reactivate', '--yes', '--write');
    expect((await statuses(test))[FIRST]).toBe('suspended');
  });

  it('are moved and taken away by suspending again, and refused where there is none from here', async () => {
    const test = await startTestService({ quota: QUOTA });
    const state = temporaryState();
    const run = (...flags: readonly string[]) => runCommand(test.service, flags, { state });
    const suspend = (...flags: readonly string[]) => run('agents', 'suspend', ...flags, '--yes', '--write');
    const ends = async () => parsed((await run('agents', 'due', '--json')).lines);
    await suspend(FIRST, '--for', '1h', '--reason', 'odd');
    const [first] = await ends();
    const moved = await suspend(FIRST, '--for', '4h');
    expect(moved.status).toBe(0);
    expect(moved.problem).toContain('this end moves to');
    expect(moved.lines.join('\n')).toContain('Its end is moved from');
    const [second] = await ends();
    expect(second).toMatchObject({ state: 'lasts', reason: 'odd' });
    const hours = (Date.parse(String(second?.['until'])) - Date.parse(String(first?.['until']))) / 3_600_000;
    expect(Math.round(hours)).toBe(3);
    const ended = await suspend(FIRST, '--reason', 'for good');
    expect(ended.problem).toContain('this end is taken away');
    expect(ended.lines.join('\n')).toContain('The reason was not sent; it is in the journal.');
    expect(await ends()).toEqual([]);
    const refused = await suspend(FIRST, '--for', '4h');
    expect(refused.status).toBe(1);
    expect(refused.problem).toContain('no end was set');
    expect(refused.problem).not.toContain('To last until');
    expect(await ends()).toEqual([]);
  });

  it('are listed as the journal has them where the server refuses to show agents', async () => {
    const test = await startTestService({ quota: QUOTA });
    const state = temporaryState();
    let isRefused = false;
    const { baseUrl } = await startServiceProxy(test.service, () =>
      isRefused ? { status: 403, error: 'No.' } : undefined,
    );
    const service = { baseUrl, apiKey: test.service.apiKey };
    const run = (...flags: readonly string[]) => runCommand(service, flags, { state });
    await run('agents', 'suspend', FIRST, '--yes', '--write', '--for', '1h');
    isRefused = true;
    const listed = await run('agents', 'due');
    expect(listed.status).toBe(3);
    expect(listed.lines[0]).toMatch(/^20.*\tnot read\thost-0-0\t/);
    expect(listed.problem).toContain('these are the ends as the journal of this host has them');
  });

  it('say of a deleted agent that it is not reactivated', async () => {
    const test = await startTestService({ quota: QUOTA });
    const state = temporaryState();
    const run = (...flags: readonly string[]) => runCommand(test.service, flags, { state });
    await run('agents', 'suspend', FIRST, SECOND, '--yes', '--write', '--for', '1h');
    await runCommand(test.service, ['agents', 'delete', SECOND, '--yes', '--write'], {
      state: temporaryState(),
    });
    makeOlder(state, 2 * 60 * 60 * 1000);
    const ended = await run('agents', 'due', '--reactivate', '--yes', '--write');
    expect(ended.status).toBe(0);
    expect(ended.problem).toMatch(/host-\S+ is not reactivated: it is deleted by now\./);
    expect((await statuses(test))[FIRST]).toBe('active');
  });
});

/** Sets all times in the journal back. */
function makeOlder(state: string, by = 60_000): void {
  const path = join(state, 'vigil', 'journal.jsonl');
  const older = readFileSync(path, 'utf8').replaceAll(
    /"(time|server_time|until)":"([^"]+)"/g,
    (_all, field: string, time: string) => `"${field}":"${new Date(Date.parse(time) - by).toISOString()}"`,
  );
  writeFileSync(path, older);
}
