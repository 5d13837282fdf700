import { describe, expect, test } from 'vitest';

import { policyUpdateSchema, statusChangeSchema } from '../../src/contract/bodies.ts';
import { POLICY } from '../fixtures/policy.ts';

const problemOf = (schema: typeof statusChangeSchema | typeof policyUpdateSchema, body: unknown) => {
  const issue = schema.safeParse(body).error?.issues[0];
  return issue === undefined ? undefined : { path: issue.path, message: issue.message };
};

describe('a status change', () => {
  test.each([
    { status: 'active' },
    { status: 'suspended', reason: 'stolen laptop' },
    { status: 'suspended', reason: '' },
    { status: 'active', reason: null },
  ])('%j is accepted', (body) => {
    expect(statusChangeSchema.parse(body)).toEqual(body);
  });

  test.each([
    [{ status: 'deleted' }, ['status']],
    [{ status: 'Active' }, ['status']],
    [{}, ['status']],
    [{ status: null }, ['status']],
    [{ status: 'active', reason: 7 }, ['reason']],
    [[], []],
    ['active', []],
    [null, []],
  ])('%j is refused', (body, path) => {
    const problem = problemOf(statusChangeSchema, body);
    expect(problem?.path).toEqual(path);
    expect(problem?.message).toMatch(/^must be /);
  });
});

describe('a policy update', () => {
  test.each([
    {},
    { rules: {} },
    { rules: { min_scorecard: 0 } },
    { rules: POLICY.rules },
    { blocked_packages: [] },
    { blocked_packages: POLICY.blocked_packages, blocked_maintainers: ['mallory', { email: 'm@x.example' }] },
  ])('%j is accepted', (body) => {
    expect(policyUpdateSchema.parse(body)).toEqual(body);
  });

  test.each([
    [{ rules: [] }, ['rules']],
    [{ rules: 'strict' }, ['rules']],
    [{ rules: { min_scorecard: 10.5 } }, ['rules', 'min_scorecard']],
    [{ rules: { min_scorecard: '5' } }, ['rules', 'min_scorecard']],
    [{ rules: { min_scorecard: null } }, ['rules', 'min_scorecard']],
    [{ rules: { typosquat_action: 'allow' } }, ['rules', 'typosquat_action']],
    [{ rules: { allowed_licenses: ['MIT', ''] } }, ['rules', 'allowed_licenses']],
    [{ blocked_packages: 'evil' }, ['blocked_packages']],
    [{ blocked_packages: ['ok', ''] }, ['blocked_packages', 1]],
    [{ blocked_packages: [null] }, ['blocked_packages', 0]],
    [{ blocked_maintainers: [['mallory']] }, ['blocked_maintainers', 0]],
    [[], []],
    [null, []],
  ])('%j is refused', (body, path) => {
    const problem = problemOf(policyUpdateSchema, body);
    expect(problem?.path).toEqual(path);
    expect(problem?.message).toMatch(/^must be /);
  });

  test('a rule that does not exist is refused with the names of those that do', () => {
    const problem = problemOf(policyUpdateSchema, { rules: { min_score: 5 } });
    expect(problem?.path).toEqual(['rules', 'min_score']);
    for (const name of Object.keys(POLICY.rules)) {
      expect(problem?.message).toContain(name);
    }
  });
});
