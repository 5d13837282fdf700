import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { beforeEach, describe, expect, it } from 'vitest';

import { createPolicyVersions } from '../../../src/host/state/policy-versions.ts';
import { NOW, samplePolicy } from '../../helpers/sample-data.ts';
import { temporaryFile } from '../../helpers/temporary-file.ts';

const USER = process.getuid?.() ?? 0;
let folder: string;

beforeEach(() => {
  folder = join(temporaryFile('organization'), 'policy');
});

describe('versions of the policy on this host', () => {
  it('are a file each that only the user can read', async () => {
    const seen = createPolicyVersions(folder, USER);
    await seen.note(samplePolicy(), NOW);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const [name = ''] = readdirSync(folder);
    expect(name).toMatch(/^20260302T090000000Z-[0-9a-f]{16}\.json$/);
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  });

  it('are there in the next start, newest first, with all that the server sent', async () => {
    const policies = [
      samplePolicy({}, { version: '7' }),
      samplePolicy({ min_scorecard: 6, odd: 1 }, { version: '8' }),
    ];
    const seen = createPolicyVersions(folder, USER);
    await seen.note(policies[0] ?? samplePolicy(), NOW);
    await seen.note(policies[1] ?? samplePolicy(), NOW + 60_000);
    const { versions } = await createPolicyVersions(folder, USER).list();
    expect(versions.map(({ seenAt }) => seenAt)).toEqual([NOW + 60_000, NOW]);
    expect(versions.map(({ policy }) => policy)).toEqual(policies.toReversed());
  });

  it('are kept once, whatever their time and the order of their lists', async () => {
    const seen = createPolicyVersions(folder, USER);
    await Promise.all([
      seen.note(samplePolicy({}, { blocked_packages: ['a', 'b'] }), NOW),
      seen.note(samplePolicy({}, { blocked_packages: ['b', 'a'], updated_at: '2026-03-02' }), NOW + 60_000),
    ]);
    expect((await seen.list()).versions).toHaveLength(1);
  });

  it('are reported once where two consoles saw them at the same time', async () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    await createPolicyVersions(folder, USER).note(samplePolicy(), NOW + 1);
    const [name = ''] = readdirSync(folder);
    const text = readFileSync(join(folder, name), 'utf8').replace(
      /"seen_at":"[^"]*"/,
      '"seen_at":"2026-03-02T09:00:00Z"',
    );
    writeFileSync(join(folder, name.replace(/^[^-]*/, '20260302T090000000Z')), text, { mode: 0o600 });
    const { versions } = await createPolicyVersions(folder, USER).list();
    expect(versions.map(({ seenAt }) => seenAt)).toEqual([NOW]);
  });

  it.each([
    ['by their numbers', (version: string) => ({ version })],
    ['by their order where the server numbers none', () => ({ version: undefined })],
  ])('are kept when they bring back what was before, %s', async (_, about) => {
    const seen = createPolicyVersions(folder, USER);
    await seen.note(samplePolicy({ min_scorecard: 4 }, about('7')), NOW);
    await seen.note(samplePolicy({ min_scorecard: 6 }, about('8')), NOW + 1);
    await seen.note(samplePolicy({ min_scorecard: 4 }, about('9')), NOW + 1000);
    const { versions } = await seen.list();
    expect(versions.map(({ policy }) => policy.rules?.['min_scorecard'])).toEqual([4, 6, 4]);
    expect(new Set(versions.map(({ id }) => id)).size).toBe(3);
  });

  it('are none before the first', async () => {
    expect(await createPolicyVersions(folder, USER).list()).toEqual({ versions: [], damaged: 0 });
  });

  it('pass over files that are something else, and count what is damaged', async () => {
    const seen = createPolicyVersions(folder, USER);
    await seen.note(samplePolicy(), NOW);
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    writeFileSync(join(folder, '20260302T090000000Z-0123456789abcdef.json'), '{"seen_at": 7}');
    writeFileSync(join(folder, '20260302T090000000Z-1123456789abcdef.json'), 'half of it');
    expect(await seen.list()).toMatchObject({ versions: [{ seenAt: NOW }], damaged: 2 });
  });

  it('are not kept in a folder that others can change', async () => {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o777);
    const seen = createPolicyVersions(folder, USER);
    await expect(seen.note(samplePolicy(), NOW)).rejects.toThrow('chmod go-w');
    await expect(seen.list()).rejects.toThrow('can be changed by others');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('are kept up to a bound, the oldest of them forgotten first', async () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (let index = 0; index < 500; index++) {
      const hash = index.toString(16).padStart(16, '0');
      writeFileSync(join(folder, `20260101T000000000Z-${hash}.json`), '{}', { mode: 0o600 });
    }
    await createPolicyVersions(folder, USER).note(samplePolicy(), NOW);
    const names = readdirSync(folder);
    expect(names).toHaveLength(500);
    expect(names).not.toContain('20260101T000000000Z-0000000000000000.json');
  });
});
