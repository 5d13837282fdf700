import { writeFileSync } from 'node:fs';

import { beforeEach, expect, it } from 'vitest';

import { runPolicyApply } from '../../../src/cli/policy/apply-policy-command.ts';
import type { FakeAnswer, FakeCall } from '../../helpers/fake-client.ts';
import { createMemoryJournal, type MemoryJournal } from '../../helpers/memory-journal.ts';
import { runCommandWith } from '../../helpers/run-command.ts';
import { temporaryFile } from '../../helpers/temporary-file.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';
import { nameUnreachedServer } from '../../helpers/unreached-server.ts';

const FLAGS = { write: true, yes: true, json: true } as const;
const FILE = JSON.stringify({ blocked_packages: ['evil'] });

let policy: { readonly version: string; readonly blocked_packages: readonly string[] };
let merges: boolean;

nameUnreachedServer();
beforeEach(() => {
  policy = { version: '7', blocked_packages: ['evil', 'worse'] };
  merges = true;
});

function answer({ endpoint, body }: FakeCall): FakeAnswer {
  if (endpoint === 'updatePolicy') {
    const { blocked_packages } = body as typeof policy;
    const all = merges ? [...new Set([...policy.blocked_packages, ...blocked_packages])] : blocked_packages;
    policy = { version: String(Number(policy.version) + 1), blocked_packages: all };
  }
  return { body: policy };
}

/** A clock on which so many days have passed. */
function clockAfter(days: number): VirtualClock {
  const clock = new VirtualClock();
  clock.pass(days * 24 * 60 * 60 * 1000);
  return clock;
}

const apply = (file: string, kept: MemoryJournal, clock = clockAfter(0)) =>
  runCommandWith({ answer, input: file, journal: kept, clock }, (host) => runPolicyApply('-', FLAGS, host));

it('says before it takes something out of a list that the server was seen to keep it', async () => {
  const kept = createMemoryJournal();
  const first = await apply(FILE, kept);
  expect(first.problem).not.toContain('merges lists, as was seen');
  expect(JSON.parse(first.lines[0] ?? '')).toMatchObject({ verdict: 'contradicted', status: 200 });
  expect(kept.entries.at(-1)).toMatchObject({ verdict: 'contradicted', status: 200 });
  expect((await apply(FILE, kept)).problem).toMatch(
    /This server merges lists, as was seen at 2026-03-02T09:00:0\dZ: what was taken out of blocked_packages stayed/,
  );
  expect((await apply(FILE, kept, clockAfter(29))).problem).toContain('merges lists, as was seen');
  const adding = JSON.stringify({ blocked_packages: ['evil', 'worse', 'new'] });
  expect((await apply(adding, kept)).problem).not.toContain('merges lists');
  merges = false;
  await apply(FILE, kept);
  policy = { version: '20', blocked_packages: ['evil', 'worse'] };
  expect((await apply(FILE, kept)).problem).not.toContain('merges lists');
});

it('does not take for the server what somebody put back right after', async () => {
  const kept = createMemoryJournal();
  merges = false;
  let puts = 0;
  const puttingBack = (call: FakeCall) => {
    const given = answer(call);
    if (call.endpoint === 'updatePolicy' && puts++ === 0) {
      policy = { version: '9', blocked_packages: ['evil', 'worse'] };
    }
    return given;
  };
  const run = () =>
    runCommandWith({ answer: puttingBack, input: FILE, journal: kept }, (host) =>
      runPolicyApply('-', FLAGS, host),
    );
  expect(JSON.parse((await run()).lines[0] ?? '')).toMatchObject({ verdict: 'contradicted' });
  expect((await run()).problem).not.toContain('merges lists');
});

it('does not write a list that the server does not show without somebody who types its name', async () => {
  const hiding = {
    answer: () => ({ body: { version: '7', rules: { min_scorecard: 5 } } }),
    input: JSON.stringify({ rules: { min_scorecard: 6 }, blocked_packages: ['evil'] }),
  };
  const { lines, status, problem, client } = await runCommandWith(hiding, (host) =>
    runPolicyApply('-', FLAGS, host),
  );
  expect(status).toBe(1);
  expect(problem).toContain(
    'The server does not show blocked_packages: only what is listed here would be sent',
  );
  expect(problem).toContain('Nothing was done. That takes somebody who types its name');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    verdict: 'not begun',
    sentence: expect.stringContaining('The server does not show blocked_packages') as string,
  });
  expect(client?.calls.map(({ endpoint }) => endpoint)).toEqual(['getPolicy']);
  const rule = { ...hiding, input: JSON.stringify({ rules: { min_scorecard: 6 } }) };
  expect((await runCommandWith(rule, (host) => runPolicyApply('-', FLAGS, host))).problem).not.toContain(
    'not show',
  );
});

it('shows a program why nothing was begun', async () => {
  const refusing = { answer: () => ({ status: 403 }), input: FILE };
  const { lines, status } = await runCommandWith(refusing, (host) => runPolicyApply('-', FLAGS, host));
  expect(status).toBe(3);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    verdict: 'not begun',
    sentence: expect.stringMatching(/^Not begun: the policy could not be read\. .*403/) as string,
  });
});

it('shows a program that the file was made from another version', async () => {
  const { client, lines, status } = await runCommandWith(
    {
      answer: () => ({ body: { version: '7', rules: { min_scorecard: 5 } } }),
      input: JSON.stringify({ version: '6', rules: { min_scorecard: 6 } }),
    },
    (host) => runPolicyApply('-', FLAGS, host),
  );
  expect(status).toBe(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    verdict: 'not begun',
    sentence:
      'Not begun. The file was made from version 6, and version 7 is stored: what others changed since would be taken back. Make the file anew, or take its version out of it to apply it all the same.',
  });
  expect(client?.calls.map(({ endpoint }) => endpoint)).toEqual(['getPolicy']);
});

it('writes nothing over a list that is too large to be read whole', async () => {
  const kept = createMemoryJournal();
  const stored = { version: '7', blocked_packages: [{ name: 'evil', why: ['x'.repeat(100_000)] }] };
  const { client, status, problem } = await runCommandWith(
    { answer: () => ({ body: stored }), input: FILE, journal: kept },
    (host) => runPolicyApply('-', FLAGS, host),
  );
  expect(status).toBe(2);
  expect(problem).toContain(
    'blocked_packages is not changed: what is stored there is too large to be read whole',
  );
  expect(client?.calls.map(({ endpoint }) => endpoint)).toEqual(['getPolicy']);
  expect(kept.entries).toEqual([]);
});

it.each([
  { answers: ['y'], asked: 1, puts: 0 },
  { answers: ['1'], asked: 1, puts: 0 },
  { answers: ['2', ''], asked: 2, puts: 0 },
  { answers: ['2', '2'], asked: 2, puts: 0 },
  { answers: ['2'], asked: 2, puts: 0 },
  { answers: ['2', 'y'], asked: 2, puts: 1 },
])('asks for the number of changes that loosen, then for yes: $answers', async ({ answers, asked, puts }) => {
  const file = temporaryFile('policy.json');
  writeFileSync(file, JSON.stringify({ rules: { min_scorecard: 1, max_known_vulnerabilities: 50 } }));
  let rules: unknown = { min_scorecard: 5, max_known_vulnerabilities: 0 };
  const { status, problem, client } = await runCommandWith(
    {
      answers,
      answer({ endpoint, body }) {
        if (endpoint === 'updatePolicy') {
          ({ rules } = body as { readonly rules: unknown });
        }
        return { body: { version: '7', rules } };
      },
    },
    (host) => runPolicyApply(file, { write: true }, host),
  );
  const questions = [/2 changes loosen\. Type 2 to go on: /, /Write this\? \[y\/N\] /];
  expect(questions.map((question) => question.test(problem))).toEqual([true, asked === 2]);
  expect(client?.calls.filter(({ endpoint }) => endpoint === 'updatePolicy')).toHaveLength(puts);
  expect([status, problem.includes('Nothing was done.')]).toEqual(puts === 1 ? [0, false] : [1, true]);
});
