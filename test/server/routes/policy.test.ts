import { afterEach, describe, expect, it } from 'vitest';

import { POLICY_RULES } from '../../../src/contract/policy-rules.ts';
import { policySchema } from '../../../src/contract/policy.ts';
import { issueKey } from '../../../src/server/service.ts';
import { temporaryFile } from '../../helpers/temporary-file.ts';
import { startTestService, stopTestServices, type JsonBody } from '../../helpers/test-service.ts';

afterEach(stopTestServices);

const RULES = {
  min_scorecard: 5,
  review_scorecard: 6,
  max_known_vulnerabilities: 0,
  block_on_critical_vuln: true,
  require_provenance: false,
  allow_provenance_fallback: true,
  review_on_new_package_days: 14,
  allowed_licenses: ['MIT'],
  typosquat_action: 'review',
  typosquat_threshold: 0.8,
};

describe('GET /policy', () => {
  it('has the fields and rules of the specification', async () => {
    const test = await startTestService();
    const body = await test.get('/policy');
    expect(body).toEqual({
      version: '7',
      name: 'default',
      updated_at: '2026-03-01T09:00:00Z',
      rules: RULES,
      blocked_packages: ['evil'],
      blocked_maintainers: ['mallory'],
    });
    expect(Object.keys(RULES)).toEqual(POLICY_RULES.map((rule) => rule.name));
    expect(policySchema.parse(body).version).toBe('7');
  });
});

describe('PUT /policy', () => {
  it('changes the rules that are sent, keeps the others and answers the updated policy', async () => {
    const test = await startTestService();
    await test.clock.advance(5000);
    const reply = await test.call('PUT', '/policy', {
      body: { rules: { min_scorecard: 6.5, allowed_licenses: ['MIT', 'ISC'] } },
    });
    const expected = {
      version: '8',
      name: 'default',
      updated_at: '2026-03-02T09:00:05Z',
      rules: { ...RULES, min_scorecard: 6.5, allowed_licenses: ['MIT', 'ISC'] },
      blocked_packages: ['evil'],
      blocked_maintainers: ['mallory'],
    };
    expect([reply.status, reply.body]).toEqual([200, expected]);
    expect(await test.get('/policy')).toEqual(expected);
  });

  it('replaces the lists that are sent; an empty one empties', async () => {
    const test = await startTestService();
    const put = async (body: JsonBody) => (await test.call('PUT', '/policy', { body })).body;
    expect(await put({ blocked_packages: ['a', 'b'] })).toMatchObject({
      blocked_packages: ['a', 'b'],
      blocked_maintainers: ['mallory'],
      rules: RULES,
    });
    expect(await put({ blocked_packages: [], blocked_maintainers: [] })).toMatchObject({
      blocked_packages: [],
      blocked_maintainers: [],
    });
  });

  it('makes a new version at every update', async () => {
    const test = await startTestService();
    for (const version of ['8', '9', '10', '11']) {
      expect((await test.call('PUT', '/policy', { body: {} })).body).toMatchObject({ version });
    }
  });

  it.each(['application/json', 'text/plain', 'application/x-www-form-urlencoded'])(
    'reads JSON whatever the Content-Type: %s',
    async (type) => {
      const test = await startTestService();
      const body = { rules: { min_scorecard: 1 } };
      const reply = await test.call('PUT', '/policy', { body, headers: { 'Content-Type': type } });
      expect(reply.status).toBe(200);
    },
  );

  const WRONG: Record<string, unknown[]> = {
    min_scorecard: [-0.1, 10.1, '5', null, []],
    review_scorecard: [-1, 11, true],
    max_known_vulnerabilities: [-1, 1.5, '0'],
    block_on_critical_vuln: [1, 'true', null],
    require_provenance: [0, 'no'],
    allow_provenance_fallback: ['yes', {}],
    review_on_new_package_days: [-1, 0.5, '3'],
    allowed_licenses: ['MIT', [''], [1], {}],
    typosquat_action: ['allow', true, ''],
    typosquat_threshold: [-0.1, 1.1, '0.5'],
  };
  it.each(Object.entries(WRONG))(
    'refuses wrong values of %s, and then changes nothing',
    async (name, values) => {
      const test = await startTestService();
      const before = await test.get('/policy');
      for (const value of values) {
        const reply = await test.call('PUT', '/policy', {
          body: {
            rules: { require_provenance: true, min_scorecard: 9, [name]: value },
            blocked_packages: ['new'],
          },
        });
        expect(reply.status).toBe(400);
        expect(reply.body['error']).toMatch(new RegExp(`^rules\\.${name} must be `));
      }
      expect(await test.get('/policy')).toEqual(before);
    },
  );

  it.each<[unknown, string]>([
    [{ rules: 5 }, 'rules must be an object of rules'],
    [{ rules: null }, 'rules must be an object of rules'],
    [{ blocked_packages: 'evil' }, 'blocked_packages must be an array'],
    [{ blocked_packages: ['a', ''] }, 'blocked_packages[1] must be text that is not empty or an object'],
    [{ blocked_maintainers: [7] }, 'blocked_maintainers[0] must be text that is not empty or an object'],
    [{ blocked_maintainers: [{ name: 'x' }] }, 'blocked_maintainers[0] must be text'],
    [[], 'The body must be a JSON object'],
  ])('refuses %j', async (body, error) => {
    const test = await startTestService();
    const reply = await test.call('PUT', '/policy', { body });
    expect([reply.status, reply.body]).toEqual([400, { error }]);
  });

  it('refuses a rule that does not exist, naming those that do', async () => {
    const test = await startTestService();
    const reply = await test.call('PUT', '/policy', { body: { rules: { min_score: 5, min_scorecard: 1 } } });
    expect(reply.status).toBe(400);
    expect(reply.body['error']).toMatch(/^rules\.min_score is not a rule; the rules are min_scorecard, /);
    expect(await test.get('/policy')).toMatchObject({ version: '7' });
  });
});

describe('choices of /policy', () => {
  it('unknown-rule=ignore passes over the rule and still checks the others', async () => {
    const test = await startTestService({ choose: ['unknown-rule=ignore'] });
    const put = (rules: JsonBody) => test.call('PUT', '/policy', { body: { rules } });
    expect((await put({ min_score: 5, min_scorecard: 1 })).body).toMatchObject({
      rules: { ...RULES, min_scorecard: 1 },
    });
    expect((await test.get('/policy'))['rules']).not.toHaveProperty('min_score');
    expect((await put({ min_score: 5, min_scorecard: 11 })).status).toBe(400);
  });

  it('blocked-lists=merge adds, each name once, and cannot remove', async () => {
    const test = await startTestService({ choose: ['blocked-lists=merge'] });
    const put = async (names: string[]) =>
      (await test.call('PUT', '/policy', { body: { blocked_packages: names } })).body;
    expect(await put(['evil', 'worse'])).toMatchObject({ blocked_packages: ['evil', 'worse'] });
    expect(await put([])).toMatchObject({ blocked_packages: ['evil', 'worse'] });
  });

  it('blocked-elements=objects', async () => {
    const test = await startTestService({ choose: ['blocked-elements=objects'] });
    expect(await test.get('/policy')).toMatchObject({ blocked_packages: [{ name: 'evil' }] });
    const put = (element: unknown) => test.call('PUT', '/policy', { body: { blocked_packages: [element] } });
    const element = { name: 'left-pad', ecosystem: 'npm', reason: 'gone' };
    expect((await put(element)).body).toMatchObject({ blocked_packages: [element] });
    expect((await put('left-pad')).body).toEqual({
      error: 'blocked_packages[0] must be an object with a name',
    });
    expect((await put({ reason: 'x' })).body).toEqual({
      error: 'blocked_packages[0] must have a name, as text that is not empty',
    });
  });

  it('blocked-elements=as-sent', async () => {
    const test = await startTestService({ choose: ['blocked-elements=as-sent'] });
    const blocked_packages = ['left-pad', { name: 'serde', version: '1' }];
    await test.call('PUT', '/policy', { body: { blocked_packages } });
    expect(await test.get('/policy')).toMatchObject({ blocked_packages });
  });

  it('shows stored objects by their name where elements are text', async () => {
    const file = temporaryFile();
    const first = await startTestService({ file, choose: ['blocked-elements=as-sent'] });
    await first.call('PUT', '/policy', { body: { blocked_packages: ['a', { name: 'b' }] } });
    await first.service.stop();
    const second = await startTestService({ file });
    const reply = await second.call('GET', '/policy', { key: issueKey(file) });
    expect(reply.body).toMatchObject({ blocked_packages: ['a', 'b'] });
  });
});
