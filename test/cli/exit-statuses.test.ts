import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { runAgentsWrite, type AgentsWriteFlags } from '../../src/cli/agents/write-agents-command.ts';
import { runPolicyApply } from '../../src/cli/policy/apply-policy-command.ts';
import type { FakeAnswer, FakeCall } from '../helpers/fake-client.ts';
import { createFakeOrganization, type FakeOrganization } from '../helpers/fake-organization.ts';
import { createMemoryJournal } from '../helpers/memory-journal.ts';
import { runCommandWith, type CommandRunOptions, type RunningCommand } from '../helpers/run-command.ts';

const IDS = ['a1', 'a2', 'a3'] as const;

let organization: FakeOrganization;

beforeEach(() => {
  organization = createFakeOrganization(IDS);
  vi.stubEnv('VIGIL_BASE_URL', 'http://127.0.0.1:9/api/v1');
  vi.stubEnv('VIGIL_API_KEY', 'sk_live_of_nobody');
  vi.stubEnv('XDG_CONFIG_HOME', '/nonexistent');
});

afterEach(() => vi.unstubAllEnvs());

/** What the server does otherwise than one without faults; undefined for what it does not. */
type Fault = (call: FakeCall, running: RunningCommand) => FakeAnswer | undefined;

/** How a command that writes is called. */
interface Situation extends Partial<Omit<CommandRunOptions, 'answer'>> {
  readonly fault?: Fault;
  readonly flags?: AgentsWriteFlags;
}

const WRITES = ['setAgentStatus', 'deleteAgent', 'updatePolicy'];
const isWrite = ({ endpoint }: FakeCall) => WRITES.includes(endpoint);
const refused =
  (status: number): Fault =>
  (call) =>
    isWrite(call) ? { status, body: { error: 'no' } } : undefined;
const always =
  (answer: FakeAnswer): Fault =>
  () =>
    answer;
const lost: Fault = (call) => {
  if (isWrite(call)) {
    organization.answer(call);
    return { problem: 'reset' };
  }
  return undefined;
};
const overruled: Fault = (call) => (isWrite(call) ? { status: 204 } : undefined);
const failing: Fault = (call) =>
  isWrite(call) ? { status: 500, body: { error: 'database is locked' } } : undefined;
const stopped: Fault = (call, running) => {
  running.stop(130);
  return isWrite(call) ? organization.answer(call) : undefined;
};
const brokenJournal = () =>
  Object.assign(createMemoryJournal(), { problem: 'The journal cannot be written.' });

function run(
  { fault = () => undefined, flags = {}, ...options }: Situation,
  command: 'suspend' | 'activate' | 'delete' | 'hard-delete' | 'apply',
  ids: readonly string[] = [IDS[0]],
) {
  const withFlags: AgentsWriteFlags = { yes: true, write: true, json: true, ...flags };
  return runWith({ ...options, fault }, (host) =>
    command === 'apply'
      ? runPolicyApply('-', withFlags, host)
      : command === 'hard-delete'
        ? runAgentsWrite('delete', ids, { ...withFlags, hard: true }, host)
        : runAgentsWrite(command, ids, withFlags, host),
  );
}

function runWith(
  { fault, ...options }: Situation & { readonly fault: Fault },
  command: Parameters<typeof runCommandWith>[1],
) {
  let running: RunningCommand = { stop: () => undefined };
  return runCommandWith(
    {
      input: '{"rules":{"min_scorecard":9}}',
      ...options,
      answer: (call) => fault(call, running) ?? organization.answer(call),
    },
    (host, given) => {
      running = given;
      return command(host, given);
    },
  );
}

function verdictsIn(lines: readonly string[]): readonly unknown[] {
  return lines.map((line) => (JSON.parse(line) as { readonly verdict: unknown }).verdict);
}

describe.each(['suspend', 'delete', 'hard-delete', 'apply'] as const)('%s of one', (command) => {
  it.each<readonly [string, number, readonly string[], () => Situation]>([
    ['is done', 0, ['confirmed'], () => ({})],
    ['is done, and the answer was lost', 0, ['confirmed'], () => ({ fault: lost })],
    ['is taken and not done', 1, ['contradicted'], () => ({ fault: overruled })],
    ['is not to be seen', 1, ['unknown'], () => ({ fault: failing })],
    ['is found wrong', 1, ['refused'], () => ({ fault: refused(400) })],
    ['is refused, the key unknown', 3, ['refused'], () => ({ fault: refused(401) })],
    ['is refused, the key not permitted', 3, ['refused'], () => ({ fault: refused(403) })],
    ['cannot be read, the key unknown', 3, ['not begun'], () => ({ fault: always({ status: 401 }) })],
    ['cannot be read, the key not permitted', 3, ['not begun'], () => ({ fault: always({ status: 403 }) })],
    ['has no server', 1, ['not begun'], () => ({ fault: always({ problem: 'connect' }) })],
    ['has a server that asks to wait', 1, ['not begun'], () => ({ fault: always({ status: 429 }) })],
    ['has no journal', 1, ['refused'], () => ({ journal: brokenJournal() })],
    ['is stopped by hand before', 130, ['not begun'], () => ({ fault: stopped })],
    ['may not be done', 2, [], () => ({ flags: { readOnly: true } })],
    [
      'may not be done, and is not agreed to',
      2,
      [],
      () => ({ flags: { write: undefined, yes: undefined } as never }),
    ],
  ])('that %s ends with %d', async (_name, status, verdicts, situation) => {
    const outcome = await run(situation(), command);
    expect([outcome.status, verdictsIn(outcome.lines)]).toEqual([status, verdicts]);
  });
});
