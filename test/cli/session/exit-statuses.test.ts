import { createWriteStream } from 'node:fs';

import { beforeEach, describe, expect, it } from 'vitest';

import { runAgentsWrite, type AgentsWriteFlags } from '../../../src/cli/agents/write-agents-command.ts';
import { runPolicyApply } from '../../../src/cli/policy/apply-policy-command.ts';
import type { FakeAnswer, FakeCall } from '../../helpers/fake-client.ts';
import { createFakeOrganization, type FakeOrganization } from '../../helpers/fake-organization.ts';
import { createMemoryJournal } from '../../helpers/memory-journal.ts';
import { runCommandWith, type CommandRunOptions, type RunningCommand } from '../../helpers/run-command.ts';
import { nameUnreachedServer } from '../../helpers/unreached-server.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

const SECOND = 1000;
const IDS = ['a1', 'a2', 'a3'] as const;

let organization: FakeOrganization;

nameUnreachedServer();
beforeEach(() => {
  organization = createFakeOrganization(IDS);
});

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
    [
      'is taken and not done',
      1,
      // A policy of the same version may have been read from before it.
      [command === 'apply' ? 'unknown' : 'contradicted'],
      () => ({ fault: overruled }),
    ],
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

describe('apply, with another change right before it', () => {
  const before =
    (change: () => void): Fault =>
    (call) => {
      if (isWrite(call)) {
        change();
      }
      return undefined;
    };
  const outcomeOf = async (fault: Fault) => {
    const { status, lines, problem } = await run({ fault }, 'apply');
    return { status, problem, result: JSON.parse(lines[0] ?? '') as Record<string, unknown> };
  };

  it('ends with 5 where the versions show that one came', async () => {
    const { status, result } = await outcomeOf(before(() => void organization.policy.version++));
    expect([status, result['verdict'], result['may_have_overwritten'], result['overwritten']]).toEqual([
      5,
      'confirmed',
      true,
      [],
    ]);
  });

  it('reads versions with a name before their number as a count, too', async () => {
    const { status, result } = await outcomeOf((call) => {
      if (isWrite(call)) {
        organization.policy.version++;
      }
      const answer = organization.answer(call);
      const { version } = answer.body as { readonly version: number };
      return { ...answer, body: { ...(answer.body as object), version: `v-${version}` } };
    });
    expect([status, result['verdict'], result['may_have_overwritten']]).toEqual([5, 'confirmed', true]);
  });

  it.each([
    ['could not be seen', failing, 'unknown'],
    ['did not take effect', overruled, 'unknown'],
  ])('cannot say of a change that %s what it overwrote', async (_what, fault, verdict) => {
    const { result } = await outcomeOf(fault);
    expect([result['verdict'], result['may_have_overwritten']]).toEqual([verdict, null]);
  });

  it('names what it had changed where that was read', async () => {
    const between = () => ({ body: { version: 2, rules: { min_scorecard: 6 } } });
    let reads = 0;
    const { status, result } = await outcomeOf((call) => {
      if (isWrite(call)) {
        organization.policy.version++;
      }
      return call.purpose?.startsWith('after the change') === true && reads++ === 0 ? between() : undefined;
    });
    expect(status).toBe(5);
    expect(result['overwritten']).toEqual([{ field: 'min_scorecard', change: 'set', value: 6 }]);
    expect(result['sentence']).toContain(
      'Another change came right before it and was overwritten: min_scorecard was 6.',
    );
  });

  it.each([
    ['names that say nothing', 'default', "This server's versions do not show whether another change came"],
    ['no version', undefined, 'The server gives no version, so nothing shows whether another change came'],
  ])(
    'ends with 0 where the server gives %s, and says that nothing shows one',
    async (_what, version, sentence) => {
      const { status, result } = await outcomeOf((call) => {
        const answer = organization.answer(call);
        return { ...answer, body: { ...(answer.body as object), version } };
      });
      expect([status, result['may_have_overwritten'], result['overwritten']]).toEqual([0, null, []]);
      expect(result['sentence']).toContain(sentence);
      expect(result['sentence']).not.toMatch(/without a name|overwritten/);
    },
  );
});

describe('a server whose readings are behind', () => {
  const behind =
    (milliseconds: number): Fault =>
    (call) => {
      const answer = structuredClone(organization.answer(call));
      answers.push({ at: call.at, call: JSON.stringify([call.endpoint, call.id]), answer });
      return isWrite(call)
        ? answer
        : (answers.findLast(
            (other) =>
              other.call === JSON.stringify([call.endpoint, call.id]) && other.at <= call.at - milliseconds,
          )?.answer ??
            answers.find((other) => other.call === JSON.stringify([call.endpoint, call.id]))?.answer);
    };
  let answers: { at: number; call: string; answer: FakeAnswer }[];

  beforeEach(() => {
    answers = [];
  });

  it.each(['suspend', 'apply'] as const)('does not keep %s from being confirmed', async (command) => {
    const { status, lines, problem } = await run({ fault: behind(1000) }, command);
    expect([status, verdictsIn(lines)]).toEqual([0, ['confirmed']]);
    expect(problem).toContain(
      'was sent and is not seen yet. The server may still answer with older data: reading again for',
    );
  });

  it('is not said to hide a change that is seen, and only may be older', async () => {
    const journal = createMemoryJournal();
    const clock = new VirtualClock();
    const once = () => run({ journal, clock }, 'suspend', ['a1']);
    expect((await once()).problem).not.toContain('The change of');
    const activated = await run({ journal, clock }, 'activate', ['a1']);
    expect([activated.status, verdictsIn(activated.lines)]).toEqual([0, ['confirmed']]);
    expect(activated.problem).toContain('An answer from before the change would look the same');
    expect(activated.problem).not.toContain('not seen yet');
  });

  it('is not waited for after Ctrl-C, and what is known is printed', async () => {
    const fault: Fault = (call, running) => {
      if (call.purpose === 'after the change, which is not seen yet') {
        running.stop(130);
      }
      return overruled(call, running);
    };
    const { status, lines, took } = await run({ fault }, 'suspend');
    expect([status, verdictsIn(lines)]).toEqual([130, ['unknown']]);
    expect(took).toBeLessThan(2 * SECOND);
  });
});

it('shows a program why nothing was begun', async () => {
  const { lines } = await run({ fault: always({ problem: 'connect' }) }, 'suspend');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    verdict: 'not begun',
    sentence: expect.stringMatching(/^Not begun: agents could not be read\. \S.*connect/i) as string,
  });
});

describe('several agents', () => {
  const onAgent =
    (id: string, answer: FakeAnswer): Fault =>
    (call) =>
      isWrite(call) && call.id === id ? answer : undefined;

  it.each<readonly [string, number, readonly string[], () => Situation]>([
    ['are done', 0, ['confirmed', 'confirmed', 'confirmed'], () => ({})],
    [
      'are as requested already, one of them',
      0,
      ['confirmed', 'unchanged', 'confirmed'],
      () => {
        Object.assign(organization.agents.get(IDS[1]) ?? {}, { status: 'suspended' });
        return {};
      },
    ],
    [
      'fail, one of them',
      4,
      ['confirmed', 'unknown', 'confirmed'],
      () => ({ fault: onAgent(IDS[1], { status: 500 }) }),
    ],
    [
      'come to a limit',
      4,
      ['confirmed', 'refused', 'not begun'],
      () => ({ fault: onAgent(IDS[1], { status: 429 }) }),
    ],
    [
      'come to a refusal',
      3,
      ['confirmed', 'refused', 'not begun'],
      () => ({ fault: onAgent(IDS[1], { status: 403 }) }),
    ],
    [
      'lose their server',
      4,
      ['confirmed', 'unknown', 'not begun'],
      () => {
        let isGone = false;
        return {
          fault(call) {
            isGone ||= isWrite(call) && call.id === IDS[1];
            return isGone ? { problem: call.endpoint === 'getAgent' ? 'connect' : 'reset' } : undefined;
          },
        };
      },
    ],
    [
      'are stopped by hand',
      130,
      ['confirmed', 'confirmed', 'not begun'],
      () => ({
        fault: (call, running) => (isWrite(call) && call.id === IDS[1] ? stopped(call, running) : undefined),
      }),
    ],
    ['have nobody who reads what became of them', 4, ['confirmed'], () => ({ linesTaken: 1 })],
    ['have no journal', 4, ['refused', 'not begun', 'not begun'], () => ({ journal: brokenJournal() })],
  ])('that %s end with %d', async (_name, status, verdicts, situation) => {
    const outcome = await run(situation(), 'suspend', IDS);
    expect([outcome.status, verdictsIn(outcome.lines)]).toEqual([status, verdicts]);
  });

  it('lose no verdict silently, be it the only one', async () => {
    const closed = await run({ linesTaken: 0 }, 'suspend', ['a1']);
    expect(organization.agents.get('a1')).toMatchObject({ status: 'suspended' });
    expect([closed.status, closed.lines]).toEqual([1, []]);
    expect(closed.problem).toContain('What reads the results has closed its end. 1 line was not taken.');
    expect(closed.journal.entries.at(-1)).toMatchObject({ step: 'verdict', verdict: 'confirmed' });
  });

  it('say on standard error what a full disk did not take, and where it stands', async () => {
    const onFullDisk = () => createWriteStream('/dev/full');
    const full = await run({ output: onFullDisk() }, 'suspend', IDS);
    expect(full.status).toBe(4);
    expect(full.problem).toContain(
      'Stopped: The results cannot be written: the disk is full. Make room on it.',
    );
    expect(full.problem).toMatch(
      /the disk is full\. Make room on it\. 3 lines were not taken\. vigil journal has what became of each/,
    );
    expect(full.problem).toMatch(/Not taken: .*"id":"a1".*"verdict":"confirmed"/);
    const policy = await run({ output: onFullDisk() }, 'apply');
    expect(policy.status).toBe(1);
    expect(policy.problem).toMatch(/1 line was not taken\. vigil journal has what became of each change\./);
    expect(policy.problem).toMatch(/Not taken: .*"verdict":"confirmed"/);
  });

  it('say where verdicts stand when nobody reads what was printed, and end as they would', async () => {
    const discarded = await run({ isOutputDiscarded: true }, 'suspend', ['a1']);
    expect(discarded.status).toBe(0);
    expect(discarded.problem).toContain('vigil journal has what became of each change.');
    expect((await run({}, 'suspend', ['a2'])).problem).not.toContain('vigil journal');
  });

  it('say why they were stopped, and what is left', async () => {
    const closed = await run({ linesTaken: 1 }, 'suspend', IDS);
    expect(closed.problem).toContain('Stopped: What reads the results has closed its end.');
    expect(closed.problem).toContain('2 lines were not taken. vigil journal has what became of each change.');
    expect(closed.problem).toContain('1 agent is left. To go on, run the same command with these ids: a3');
    expect(organization.agents.get('a3')).toMatchObject({ status: 'active' });
    const byHand = await run(
      {
        fault(call, running) {
          const answer = isWrite(call) ? { ...organization.answer(call), takes: SECOND } : undefined;
          if (answer !== undefined) {
            queueMicrotask(() => running.stop(130));
          }
          return answer;
        },
      },
      'activate',
      ['a1', 'a2', 'a3'],
    );
    expect(byHand.problem).toContain('Stopped: It was stopped by hand.');
    expect(byHand.problem).toContain('Stopping once the change that was sent is answered and verified');
  });

  it('stop at a limit that holds the reading before a change, too, and do not wait for its end', async () => {
    const fault: Fault = ({ id, purpose }) =>
      id === 'a2' && purpose === 'before the change' ? { status: 429 } : undefined;
    const { lines, took } = await run({ fault }, 'suspend', IDS);
    expect(verdictsIn(lines)).toEqual(['confirmed', 'refused', 'not begun']);
    expect(took).toBeLessThan(5 * SECOND);
  });

  it('wait but once for a server that is gone after a change was sent', async () => {
    let isGone = false;
    const fault: Fault = (call) => {
      isGone ||= isWrite(call);
      return isGone ? { problem: 'reset' } : undefined;
    };
    const { lines, took } = await run({ fault }, 'suspend', IDS);
    expect(verdictsIn(lines)).toEqual(['unknown', 'not begun', 'not begun']);
    expect(took).toBeLessThan(35 * SECOND);
  });

  it.each([
    ['was gone', { problem: 'connect' }, 'No answer (connect). Gave up: no good answer for 30 seconds'],
    ['failed', { status: 503 }, 'The server failed (503). Gave up: no good answer for 30 seconds'],
    ['asked to wait', { status: 429 }, 'Nothing was sent: host-a2 could not be read before the change.'],
  ] as const)(
    'are named again from the one on to which nothing was sent since the server %s',
    async (_what, failure, why) => {
      const fault: Fault = ({ id, purpose }) =>
        id === 'a2' && purpose === 'before the change' ? failure : undefined;
      const { lines, problem } = await run({ fault }, 'suspend', IDS);
      expect(verdictsIn(lines)).toEqual(['confirmed', 'refused', 'not begun']);
      expect(problem).toContain(`Stopped: ${why}`);
      expect(problem).toMatch(/2 agents are left\..* with these ids: a2 a3$/m);
    },
  );

  it('report every id that was named, also where one is none', async () => {
    const misnamed = await run({}, 'suspend', ['a1', 'host-a2']);
    expect([misnamed.status, verdictsIn(misnamed.lines)]).toEqual([2, ['not begun', 'refused']]);
    const unknown = await run({}, 'suspend', ['a1', 'nobody']);
    expect([unknown.status, verdictsIn(unknown.lines)]).toEqual([4, ['refused', 'confirmed']]);
    const unreachable = await run({ fault: always({ problem: 'connect' }) }, 'suspend', IDS);
    expect([unreachable.status, verdictsIn(unreachable.lines)]).toEqual([1, Array(3).fill('not begun')]);
  });
});

describe('waiting', () => {
  it('ends after half a minute without a server, and says what was tried and that nothing was sent', async () => {
    for (const command of ['suspend', 'apply'] as const) {
      const { took, problem, client } = await run({ fault: always({ problem: 'connect' }) }, command);
      expect(took).toBeGreaterThanOrEqual(30 * SECOND);
      expect(took).toBeLessThan(32 * SECOND);
      expect(problem).toMatch(
        /No answer \(connect\)\. Gave up: no good answer for 30 seconds, in which GET \/\S+ was tried \d+ times\. Nothing was sent\.\n/,
      );
      expect(problem).toContain('vigil doctor');
      expect(client?.calls.every((call) => !isWrite(call))).toBe(true);
    }
  });

  it('tries a write again when every unit of Retry-After is over, and not before', async () => {
    let isRefusing = true;
    const { status, client, problem } = await run(
      {
        fault(call) {
          const refuses = isWrite(call) && isRefusing;
          isRefusing &&= !refuses;
          return refuses ? { status: 429, rateLimit: { retryAfter: '20' } } : undefined;
        },
      },
      'suspend',
    );
    const [first, second] = client?.calls.filter(isWrite).map(({ at }) => at) ?? [];
    expect(status).toBe(0);
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(20 * SECOND);
    expect(problem).toMatch(/The server asks to wait .*\(429\)\. Waiting until /);
  });

  it('goes on waiting for a limit that also holds the reading before the next try', async () => {
    let refusedAt: number | undefined;
    const { status, took } = await run(
      {
        fault(call) {
          refusedAt ??= isWrite(call) ? call.at : undefined;
          const isHeld = refusedAt !== undefined && call.at < refusedAt + 90 * SECOND;
          return isHeld ? { status: 429, rateLimit: { retryAfter: '30' } } : undefined;
        },
      },
      'activate',
      [suspendedAgent()],
    );
    expect([status, took >= 90 * SECOND]).toEqual([0, true]);
  });

  it('says that a slow answer is waited for, and takes it', async () => {
    const { status, problem } = await run(
      { fault: (call) => (isWrite(call) ? { ...organization.answer(call), takes: 14 * SECOND } : undefined) },
      'suspend',
    );
    expect(status).toBe(0);
    expect(problem).toContain(
      'No answer for 3s. Still waiting for it. Then vigil checks what became of the change.',
    );
  });

  it('says that nothing was sent when it is asked to stop while the agents are read', async () => {
    const clock = new VirtualClock();
    const { status, problem } = await run(
      {
        clock,
        fault(call, running) {
          clock.schedule(2 * SECOND, () => running.stop(130));
          return { ...organization.answer(call), takes: 20 * SECOND };
        },
      },
      'suspend',
    );
    expect(problem).toContain('vigil: Stopped while a request had no answer for 2s. Nothing was sent.\n');
    expect(status).toBe(130);
  });

  it('does not send what was not sent when it is asked to stop', async () => {
    const { status, client, lines } = await run(
      {
        fault(call, running) {
          if (call.endpoint === 'getAgent' && call.purpose === 'before the change') {
            running.stop(143);
          }
          return undefined;
        },
      },
      'suspend',
    );
    expect([status, verdictsIn(lines)]).toEqual([143, ['refused']]);
    expect(client?.calls.some(isWrite)).toBe(false);
  });

  function suspendedAgent(): string {
    Object.assign(organization.agents.get(IDS[2]) ?? {}, { status: 'suspended' });
    return IDS[2];
  }
});
