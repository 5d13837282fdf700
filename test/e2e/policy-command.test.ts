import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';

import { afterEach, describe, expect, it, onTestFinished } from 'vitest';

import { answerQuestion } from '../helpers/answer-question.ts';
import {
  environmentFor,
  runCommand,
  temporaryState,
  type CommandOptions,
} from '../helpers/command-process.ts';
import { POLICY } from '../fixtures/policy.ts';
import { generousLimit } from '../helpers/generous-limit.ts';
import { startServiceProxy } from '../helpers/service-proxy.ts';
import { startSocketServer } from '../helpers/socket-server.ts';
import { startVigil } from '../helpers/terminal.ts';
import { startTestService, stopTestServices, type JsonBody } from '../helpers/test-service.ts';

const QUOTA = 1_000_000;

afterEach(stopTestServices);

function fileWith(content: unknown): string {
  const path = join(temporaryState(), 'policy.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

/** A service with its policy, and a way to run `vigil policy` against it. */
async function start(options: Parameters<typeof startTestService>[0] = {}) {
  const test = await startTestService({ quota: QUOTA, ...options });
  const stored = () => test.get('/policy');
  const run = (given: readonly string[], more?: CommandOptions) =>
    runCommand(test.service, ['policy', ...given], more);
  return { test, stored, run, before: await stored() };
}

function rulesOf(policy: JsonBody): JsonBody {
  return policy['rules'] as JsonBody;
}

describe('vigil policy show', () => {
  it('prints every rule with its meaning and range, and both lists', async () => {
    const { run, before } = await start();
    const { status, lines, problem } = await run(['show']);
    expect([status, problem]).toEqual([0, '']);
    const value = String(rulesOf(before)['min_scorecard']);
    expect(lines.join('\n')).toMatch(
      new RegExp(`^min_scorecard\\t${value}\\t.*are blocked \\(a number from 0 to 10\\)$`, 'm'),
    );
    expect(lines.join('\n')).toMatch(/^blocked_packages: \d+ listed$/m);
    const json = await run(['show', '--json']);
    expect(json.lines.map((line) => JSON.parse(line) as unknown)).toEqual([before]);
  });
});

describe('vigil policy diff', () => {
  it('says what differs and which way it goes, with the exit statuses of diff', async () => {
    const { run, before } = await start();
    const same = await run(['diff', fileWith(before)]);
    expect([same.status, same.lines]).toEqual([0, []]);
    const wanted = fileWith({ rules: { min_scorecard: 9.5, block_on_critical_vuln: false } });
    const text = await run(['diff', wanted]);
    expect(text.status).toBe(1);
    expect(text.lines).toEqual([
      expect.stringMatching(/^▼ loosens\tblock_on_critical_vuln\ttrue\t→\tfalse$/),
      expect.stringMatching(/^▲ tightens\tmin_scorecard\t[\d.]+\t→\t9\.5$/),
    ]);
    const json = await run(['diff', wanted, '--json']);
    expect(json.status).toBe(1);
    expect(json.lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { field: 'block_on_critical_vuln', before: true, after: false, loosens: 1, unclear: 0, tightens: 0 },
      { field: 'min_scorecard', after: 9.5, differences: [{ effect: 'tightens' }], tightens: 1 },
    ]);
  });

  it('folds what tightens on a terminal, and lists each elsewhere', async () => {
    const { run, test, before } = await start();
    const had = before['blocked_packages'] as readonly unknown[];
    const added = Array.from({ length: 50 }, (_, index) => `added-${index}`);
    const wanted = fileWith({ rules: { min_scorecard: 1 }, blocked_packages: [...had, ...added] });
    const piped = await run(['diff', wanted]);
    expect(piped.lines).toHaveLength(51);
    const terminal = startVigil(['policy', 'diff', wanted], {
      columns: 120,
      environment: environmentFor(test.service),
    });
    onTestFinished(() => terminal.dispose());
    await terminal.waitForExit();
    expect(terminal.exit?.exitCode).toBe(1);
    expect(terminal.lines.filter((line) => line !== '')).toEqual([
      expect.stringMatching(/^▼ loosens +min_scorecard +[\d.]+ +→ +1$/),
      expect.stringMatching(/^▲ tightens +blocked_packages +not listed +→ +50 packages$/),
      'vigil: 50 changes are folded. To list each: vigil policy diff FILE | less',
    ]);
    const applied = startVigil(['policy', 'apply', wanted, '--write'], {
      columns: 120,
      environment: environmentFor(test.service),
    });
    onTestFinished(() => applied.dispose());
    await applied.waitFor('Type 1 to go on:');
    expect(applied.text).toMatch(/tightens +blocked_packages +not listed +→ +50 packages\n/);
    expect(applied.text).not.toContain('added-0');
  });

  it('distinguishes 130,000 changes', async () => {
    const { run, before } = await start();
    const blocked = Array.from({ length: 130_000 }, (_, index) => `added-${index}`);
    const { status, lines, problem } = await run(['diff', fileWith({ blocked_packages: blocked })]);
    expect([status, problem]).toEqual([1, '']);
    expect(lines).toHaveLength(130_000 + (before['blocked_packages'] as readonly unknown[]).length);
  });

  it('names each value that no policy can hold, with its line and column', async () => {
    const { run } = await start();
    const path = fileWith(
      '{ "rules": {\n    "min_scorecard": 11,\n    "allowed_licenses": ["MIT", "Apache2"] },\n  "blocked": [] }',
    );
    const { status, problem, lines } = await run(['diff', path]);
    expect([status, lines]).toEqual([2, []]);
    expect(problem).toContain(`${path}:2:22: rules.min_scorecard must be a number from 0 to 10.`);
    expect(problem).toContain(`${path}:3:33: rules.allowed_licenses[1] cannot be listed: Apache2 is no SPDX`);
    expect(problem).toContain(`${path}:4:14: blocked is no part of a policy.`);
  });

  it.each([
    ['{"rules":', 'standard input:1:10: it is not JSON: unexpected end of JSON input'],
    ['{"rules":{},\n"rules":{}}', 'standard input:2:1: it has "rules" a second time'],
    ['[1]', 'is not a JSON object'],
  ])('ends with 2 for %j', async (input, sentence) => {
    const { run } = await start();
    const { status, problem } = await run(['diff', '-'], { input });
    expect(status).toBe(2);
    expect(problem).toContain(sentence);
  });

  it('ends with 2 for a file that is not there, and where the policy cannot be read', async () => {
    const { run, test } = await start();
    expect((await run(['diff', '/nonexistent/policy.json'])).status).toBe(2);
    const { baseUrl } = await startServiceProxy(test.service, () => ({ status: 404, error: 'gone' }));
    const failed = await runCommand({ baseUrl, apiKey: test.service.apiKey }, ['policy', 'diff', '-'], {
      input: '{}',
    });
    expect(failed.status).toBe(2);
    const refused = await runCommand({ ...test.service, apiKey: 'sk_live_wrong' }, ['policy', 'diff', '-'], {
      input: '{}',
    });
    expect(refused.status).toBe(3);
  });
});

describe('vigil policy apply', () => {
  const STRICTER = '{"rules":{"min_scorecard":9.5}}';

  it('sends only what differs, and says what was seen after it', async () => {
    const { run, stored, before } = await start();
    const { status, lines, problem } = await run(['apply', '-', '--yes', '--write', '--json'], {
      input: JSON.stringify({
        rules: { min_scorecard: 9.5, require_provenance: rulesOf(before)['require_provenance'] },
      }),
    });
    expect(status).toBe(0);
    expect(problem).toMatch(/▲ tightens +min_scorecard +[\d.]+ +→ +9\.5\nvigil: 1 tightens\./);
    expect(problem).toMatch(/agents that run have it by \d\d:\d\dZ/);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      action: 'policy',
      fields: ['min_scorecard'],
      verdict: 'confirmed',
      operation: expect.any(String) as string,
    });
    const after = await stored();
    expect(rulesOf(after)).toEqual({ ...rulesOf(before), min_scorecard: 9.5 });
    expect(after['blocked_packages']).toEqual(before['blocked_packages']);
    const again = await run(['apply', '-', '--yes', '--write', '--json'], { input: STRICTER });
    expect(again.status).toBe(0);
    expect(JSON.parse(again.lines[0] ?? '')).toMatchObject({ verdict: 'unchanged', operation: null });
    expect((await stored())['version']).toBe(after['version']);
  });

  it('does nothing unless changes are allowed and somebody can be asked, or --yes', async () => {
    const { run, stored, before } = await start();
    const closed = await run(['apply', '-', '--yes'], { input: STRICTER });
    expect(closed.status).toBe(2);
    expect(closed.problem).toContain('Add --write to the command.');
    const silent = await run(['apply', fileWith(STRICTER), '--write']);
    expect(silent.status).toBe(2);
    expect(silent.problem).toContain('Add --yes');
    expect(await stored()).toEqual(before);
  });

  it('does not take back what others changed since the file was made, unless it names no version', async () => {
    const { run, stored, test, before } = await start();
    const wanted = { ...before, rules: { ...rulesOf(before), min_scorecard: 9.5 } };
    await test.call('PUT', '/policy', { body: { rules: { review_scorecard: 9 } } });
    const refused = await run(['apply', fileWith(wanted), '--yes', '--write']);
    expect([refused.status, refused.lines]).toEqual([1, []]);
    expect(refused.problem).toContain('what others changed since would be taken back');
    expect(rulesOf(await stored())).toMatchObject({ review_scorecard: 9 });
    const unversioned = { ...wanted, version: undefined };
    expect((await run(['apply', fileWith(unversioned), '--yes', '--write'])).status).toBe(0);
    expect(rulesOf(await stored())).toEqual(wanted.rules);
  });

  it('says that a server that merges lists takes nothing out of them', async () => {
    const { run, stored, before } = await start({ choose: ['blocked-lists=merge'] });
    const { status, lines } = await run(['apply', '-', '--yes', '--write', '--json'], {
      input: '{"blocked_packages":[]}',
    });
    expect(status).toBe(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ verdict: 'contradicted' });
    expect((await stored())['blocked_packages']).toEqual(before['blocked_packages']);
  });

  it('says what became of a change whose answer was lost, and ends with 3 for a key that may not', async () => {
    const lossy = await start({ faults: { 'lost-answer': 1 } });
    const lost = await lossy.run(['apply', '-', '--yes', '--write'], { input: STRICTER });
    expect(lost.status).toBe(0);
    expect(lost.lines[0]).toContain('after an error');
    const { test, stored, before } = await start();
    const service = { ...test.service, apiKey: test.service.readOnlyApiKey };
    const refused = await runCommand(service, ['policy', 'apply', '-', '--yes', '--write'], {
      input: STRICTER,
    });
    expect(refused.status).toBe(3);
    expect(refused.lines[0]).toContain('lacks the permission to write');
    expect(await stored()).toEqual(before);
  });

  it('asks in a terminal, and sends nothing when somebody changed the policy meanwhile', async () => {
    const { test, stored } = await start();
    const late = startVigil(['policy', 'apply', fileWith(STRICTER), '--write'], {
      columns: 160,
      environment: environmentFor(test.service),
    });
    onTestFinished(() => late.dispose());
    await late.waitFor('Write this? [y/N]');
    await test.call('PUT', '/policy', { body: { rules: { min_scorecard: 1 } } });
    await answerQuestion(late, 'Write this? [y/N]', 'y');
    await late.waitForExit();
    expect(late.exit?.exitCode).toBe(1);
    expect(late.text).toContain('Run it again to see');
    expect(rulesOf(await stored())).toMatchObject({ min_scorecard: 1 });
  });

  it('has the name typed of a list that the server does not show before it is written', async () => {
    const written = Promise.withResolvers<string>();
    const { baseUrl, requests } = await startSocketServer((incoming, response) => {
      if (incoming.method === 'PUT') {
        void textOf(incoming).then(written.resolve);
      } else {
        response.writeHead(200, { 'content-type': 'application/json', ...generousLimit() });
        response.end(JSON.stringify({ ...POLICY, blocked_packages: undefined }));
      }
    });
    const file = fileWith({ blocked_packages: ['evil'] });
    const terminal = startVigil(['policy', 'apply', file, '--write'], {
      columns: 160,
      environment: environmentFor({ baseUrl, apiKey: 'sk_live_any' }),
    });
    onTestFinished(() => terminal.dispose());
    await answerQuestion(terminal, 'Type blocked_packages to write it unseen:', 'blocked_packages');
    await answerQuestion(terminal, 'Write this? [y/N]', 'y');
    expect(JSON.parse(await written.promise)).toEqual({ blocked_packages: ['evil'] });
    expect(requests.filter((request) => request.startsWith('PUT'))).toHaveLength(1);
  });

  it('says with --yes how many changes loosen', async () => {
    const { run } = await start();
    const looser = fileWith({
      rules: { min_scorecard: 1, max_known_vulnerabilities: 50, review_scorecard: 9 },
    });
    const { status, problem } = await run(['apply', looser, '--yes', '--write']);
    expect(status).toBe(0);
    expect(problem).toContain('2 loosen, 1 tightens.');
  });
});

describe('vigil policy plan', () => {
  const WANTED = { rules: { max_known_vulnerabilities: 50, min_scorecard: 9.5 } };
  const newFile = () => join(temporaryState(), 'plan.json');

  /** A service, and a plan for it that loosens one rule and tightens another. */
  async function planned() {
    const started = await start();
    const plan = newFile();
    const outcome = await started.run(['plan', fileWith(WANTED), '-o', plan]);
    return { ...started, plan, outcome };
  }

  it('prints how many changes go which way, then what loosens first, and keeps the plan to its user', async () => {
    const { outcome, plan, run, before } = await planned();
    expect([outcome.status, outcome.lines]).toEqual([
      1,
      [
        '1 loosens, 1 tightens.',
        expect.stringMatching(/^▼ loosens\tmax_known_vulnerabilities\t/),
        expect.stringMatching(/^▲ tightens\tmin_scorecard\t/),
      ],
    ]);
    expect(statSync(plan).mode & 0o777).toBe(0o600);
    const text = readFileSync(plan, 'utf8');
    expect((await run(['plan', fileWith(WANTED), '-o', plan])).status).toBe(2);
    expect(readFileSync(plan, 'utf8')).toBe(text);
    const none = newFile();
    const same = await run(['plan', fileWith(before), '-o', none]);
    expect([same.status, same.lines, existsSync(none)]).toEqual([0, [], false]);
  });

  it('is carried out once on what it was made on, with the reason in the journal', async () => {
    const { plan, run, stored, before } = await planned();
    const state = temporaryState();
    const apply = ['apply', plan, '--yes', '--write', '--reason', 'ticket 4711'];
    const { status, problem } = await run(apply, { state });
    expect([status, problem]).toEqual([0, expect.stringContaining('1 loosens, 1 tightens.')]);
    const after = await stored();
    expect(rulesOf(after)).toEqual({ ...rulesOf(before), ...WANTED.rules });
    const journal = readFileSync(join(state, 'vigil/journal.jsonl'), 'utf8');
    expect(JSON.parse(journal.split('\n')[0] ?? '')).toMatchObject({
      action: 'policy',
      step: 'intent',
      reason: 'ticket 4711',
    });
    const again = await run(apply, { state });
    expect([again.status, again.lines[0]]).toEqual([0, expect.stringContaining('all that the plan says')]);
    expect(await stored()).toEqual(after);
  });

  it('is refused with 6 where it was carried out before and something else was changed since', async () => {
    const { plan, run, test } = await planned();
    const apply = ['apply', plan, '--yes', '--write', '--json'];
    expect((await run(apply)).status).toBe(0);
    await test.call('PUT', '/policy', { body: { rules: { review_scorecard: 9 } } });
    const { status, problem, lines } = await run(apply);
    expect(status).toBe(6);
    expect(problem).toContain('review_scorecard is different.');
    expect(problem).toContain('It holds all that the plan says, and another change');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ verdict: 'not begun', operation: null });
  });

  it('is refused with 6 once the policy is no longer what it was made on, whatever was changed', async () => {
    const { plan, run, stored, test } = await planned();
    await test.call('PUT', '/policy', { body: { rules: { review_scorecard: 9 } } });
    const changed = await stored();
    const { status, problem, lines } = await run(['apply', plan, '--yes', '--write', '--json']);
    expect(status).toBe(6);
    expect(problem).toMatch(
      /Nothing was done\. The policy is no longer what .*: review_scorecard is different/,
    );
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ verdict: 'not begun', operation: null });
    expect(await stored()).toEqual(changed);
  });

  it('is refused with 6 where the policy is changed while its question is open', async () => {
    const { plan, stored, test } = await planned();
    const late = startVigil(['policy', 'apply', plan, '--write'], {
      columns: 160,
      environment: environmentFor(test.service),
    });
    onTestFinished(() => late.dispose());
    await answerQuestion(late, 'Type 1 to go on:', '1');
    await late.waitFor('Write this? [y/N]');
    await test.call('PUT', '/policy', { body: { rules: { review_scorecard: 9 } } });
    const changed = await stored();
    await answerQuestion(late, 'Write this? [y/N]', 'y');
    await late.waitForExit();
    expect(late.exit?.exitCode).toBe(6);
    expect(await stored()).toEqual(changed);
  });

  it('is refused where it was edited, cut, is of a later form, or is for another organization', async () => {
    const { plan, run, stored, before, test } = await planned();
    const text = readFileSync(plan, 'utf8');
    const refusal = async (content: string) => {
      const { status, problem } = await run(['apply', fileWith(content), '--yes', '--write']);
      expect([status, await stored()]).toEqual([2, before]);
      return problem;
    };
    expect(await refusal(text.replace('9.5', '2.5'))).toContain(
      'is damaged, or was edited since it was made',
    );
    expect(await refusal('{"vigil_plan":1}')).toContain('is damaged, or was edited since it was made');
    expect(await refusal(text.slice(0, -30))).toContain('is not JSON');
    expect(await refusal(text.replace('"vigil_plan": 1', '"vigil_plan": 2'))).toContain(
      'is a plan of form 2',
    );
    const other = await start();
    const foreign = await other.run(['apply', plan, '--yes', '--write']);
    expect(foreign.status).toBe(2);
    expect(foreign.problem).toContain('is a plan for another organization or key');
    expect(await other.stored()).toEqual(other.before);
    const otherKey = { ...test.service, apiKey: test.service.readOnlyApiKey };
    const sameServer = await runCommand(otherKey, ['policy', 'apply', plan, '--yes', '--write']);
    expect([sameServer.status, sameServer.problem]).toEqual([
      2,
      expect.stringContaining('is a plan for another organization or key'),
    ]);
  });
});
