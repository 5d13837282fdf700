import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { beforeEach, describe, expect, it } from 'vitest';

import { createSeenPolicies } from '../../../src/cli/policy/seen-policies.ts';
import { NOW, samplePolicy } from '../../helpers/sample-data.ts';
import { temporaryFile } from '../../helpers/temporary-file.ts';

const USER = process.getuid?.() ?? 0;
let folder: string;

beforeEach(() => {
  folder = join(temporaryFile('organization'), 'policy');
});

describe('versions of the policy on this host', () => {
  it('are a file each that only the user can read', async () => {
    const seen = createSeenPolicies(folder, USER);
    await seen.note(samplePolicy(), NOW);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const [name = ''] = readdirSync(folder);
    expect(name).toMatch(/^20260302T090000Z-[0-9a-f]{16}\.json$/);
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  });

  it('are there in the next start, newest first, with all that the server sent', async () => {
    const policies = [
      samplePolicy({}, { version: '7' }),
      samplePolicy({ min_scorecard: 6, odd: 1 }, { version: '8' }),
    ];
    const seen = createSeenPolicies(folder, USER);
    await seen.note(policies[0] ?? samplePolicy(), NOW);
    await seen.note(policies[1] ?? samplePolicy(), NOW + 60_000);
    const versions = await createSeenPolicies(folder, USER).list();
    expect(versions.map(({ seenAt }) => seenAt)).toEqual([NOW + 60_000, NOW]);
    expect(versions.map(({ policy }) => policy)).toEqual(policies.toReversed());
  });

  it('are kept once for what says the same, whatever its version, its time and the order of its lists', async () => {
    const seen = createSeenPolicies(folder, USER);
    await Promise.all([
      seen.note(samplePolicy({}, { blocked_packages: ['a', 'b'] }), NOW),
      seen.note(samplePolicy({}, { blocked_packages: ['b', 'a'], version: '8' }), NOW + 60_000),
    ]);
    expect(await seen.list()).toHaveLength(1);
  });

  it('are none before the first', async () => {
    expect(await createSeenPolicies(folder, USER).list()).toEqual([]);
  });

  it('pass over files that are something else', async () => {
    const seen = createSeenPolicies(folder, USER);
    await seen.note(samplePolicy(), NOW);
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    writeFileSync(join(folder, '20260302T090000Z-0123456789abcdef.json'), '{"seen_at": 7}');
    writeFileSync(join(folder, '20260302T090000Z-1123456789abcdef.json'), 'half of it');
    expect(await seen.list()).toHaveLength(1);
  });

  it('are not kept in a folder that others can change', async () => {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o777);
    const seen = createSeenPolicies(folder, USER);
    await expect(seen.note(samplePolicy(), NOW)).rejects.toThrow('chmod go-w');
    await expect(seen.list()).rejects.toThrow('can be changed by others');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('are kept up to a bound, the oldest of them forgotten first', async () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (let index = 0; index < 500; index++) {
      const hash = index.toString(16).padStart(16, '0');
      writeFileSync(join(folder, `20260101T000000Z-${hash}.json`), '{}', { mode: 0o600 });
    }
    await createSeenPolicies(folder, USER).note(samplePolicy(), NOW);
    const names = readdirSync(folder);
    expect(names).toHaveLength(500);
    expect(names).not.toContain('20260101T000000Z-0000000000000000.json');
  });
});
