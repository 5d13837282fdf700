import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import {
  resolveConnection,
  type ResolvedConnection,
} from '../../../src/host/connection/resolve-connection.ts';
import type { ConnectionFlags } from '../../../src/host/connection/connection-settings.ts';
import { UsageError } from '../../../src/host/usage-error.ts';
import { CERTIFICATE } from '../../fixtures/certificate.ts';
import { configFolder, type ConfigFolder } from '../../helpers/config-folder.ts';

const KEY = 'sk_live_0123456789abcdef';
const URL_A = 'https://a.example/api/v1';
const ENVIRONMENT = { VIGIL_BASE_URL: 'https://env.example/api/v1', VIGIL_API_KEY: `${KEY}env` };

const TWO_PROFILES = `
default_profile = "a"
[profiles.a]
base_url = "${URL_A}"
api_key_file = "a.key"
[profiles.b]
base_url = "https://b.example/api/v1"
api_key_file = "b.key"
title = "Bee"
write = true
`;

function twoProfiles(): ConfigFolder {
  const folder = configFolder(TWO_PROFILES);
  folder.write('a.key', `${KEY}a\n`);
  folder.write('b.key', `${KEY}b`);
  return folder;
}

function resolve(
  folder: ConfigFolder,
  environment: Readonly<Record<string, string>> = {},
  flags: ConnectionFlags = {},
): Promise<ResolvedConnection> {
  return resolveConnection(flags, folder.surroundings(environment));
}

async function refusal(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => 'It was accepted.',
    (problem: unknown) => problem,
  );
  expect(error).toBeInstanceOf(UsageError);
  expect((error as Error).message).not.toContain(KEY);
  return (error as Error).message;
}

/** What a connection comes down to: host, end of the key, title. */
const essence = ({ baseUrl, key, title }: ResolvedConnection) =>
  [baseUrl.host, key.reveal().slice(KEY.length), title].join(' ');

it('takes from the profile how often agents fetch the policy, and guesses nothing', async () => {
  const interval = async (line: string, baseUrl?: string) => {
    const folder = configFolder(`[profiles.a]\nbase_url = "${URL_A}"\n${line}`);
    const flags = { profile: 'a', ...(baseUrl === undefined ? {} : { baseUrl }) };
    return (await resolve(folder, { VIGIL_API_KEY: KEY }, flags)).policySync;
  };
  expect(await interval('policy_sync_minutes = 60')).toBe(3_600_000);
  expect(await interval('')).toBeUndefined();
  // What holds for one organization does not for another.
  expect(await interval('policy_sync_minutes = 60', 'https://flag.example')).toBeUndefined();
  await expect(interval('policy_sync_minutes = 0')).rejects.toThrow('must be more than 0');
});

it('takes from the profile what LLM calls may cost a day, for its own server alone', async () => {
  const budget = async (lines: string, baseUrl?: string) => {
    const folder = configFolder(`[profiles.a]\nbase_url = "${URL_A}"\n${lines}`);
    const flags = { profile: 'a', ...(baseUrl === undefined ? {} : { baseUrl }) };
    return (await resolve(folder, { VIGIL_API_KEY: KEY }, flags)).llmBudget;
  };
  const lines = 'llm_budget_per_day = 50\nllm_model_budgets_per_day = { "large-2" = 20.5 }';
  expect(await budget(lines)).toEqual({ day: 50, models: new Map([['large-2', 20.5]]) });
  expect(await budget('')).toBeUndefined();
  expect(await budget(lines, 'https://flag.example')).toBeUndefined();
  await expect(budget('llm_budget_per_day = 0')).rejects.toThrow('must be more than 0');
  await expect(budget('llm_model_budgets_per_day = { a = "much" }')).rejects.toThrow('must be a number');
});

describe('without a config file', () => {
  it('the environment names server and key, a flag counting before the variable', async () => {
    expect(essence(await resolve(configFolder(), ENVIRONMENT))).toBe('env.example env env.example');
    const flagged = await resolve(configFolder(), ENVIRONMENT, { baseUrl: 'https://flag.example/api/v1' });
    expect(essence(flagged)).toBe('flag.example env flag.example');
    expect(flagged.sources).toMatchObject({ baseUrl: '--base-url', key: 'VIGIL_API_KEY' });
    expect(flagged.mode).toBe('read-only');
  });

  it('says in three lines what to do when nothing is configured', async () => {
    const message = await refusal(resolve(configFolder(), { VIGIL_API_KEY: '', VIGIL_BASE_URL: '' }));
    expect(message.split('\n')).toHaveLength(3);
    expect(message).toContain('vigil --demo');
  });

  it.each([
    [{ VIGIL_API_KEY: KEY }, 'VIGIL_BASE_URL'],
    [{ VIGIL_BASE_URL: URL_A }, 'VIGIL_API_KEY'],
    [{ VIGIL_BASE_URL: 'http://one.example/api/v1', VIGIL_API_KEY: KEY }, 'VIGIL_BASE_URL: http://'],
    [{ VIGIL_BASE_URL: URL_A, VIGIL_API_KEY: 'rk_live_1' }, 'registration key'],
    [{ VIGIL_BASE_URL: URL_A, VIGIL_API_KEY: 'as_live_1' }, 'agent secret'],
    [{ VIGIL_BASE_URL: URL_A, VIGIL_API_KEY: ` ${KEY}` }, 'no spaces'],
    [{ VIGIL_PROFILE: 'a' }, 'there is no config file'],
  ])('says what is missing or wrong in %j', async (environment, hint) => {
    expect(await refusal(resolve(configFolder(), environment))).toContain(hint);
  });
});

describe('a profile', () => {
  it('is chosen by --profile, then VIGIL_PROFILE, then default_profile', async () => {
    const folder = twoProfiles();
    expect(essence(await resolve(folder))).toBe('a.example a a (a.example)');
    expect(essence(await resolve(folder, { VIGIL_PROFILE: 'b' }))).toBe('b.example b Bee (b.example)');
    const flagged = await resolve(folder, { VIGIL_PROFILE: 'b' }, { profile: 'a' });
    expect(essence(flagged)).toBe('a.example a a (a.example)');
    expect(flagged.sources).toEqual({
      profile: '--profile',
      baseUrl: 'base_url of the profile a',
      key: 'api_key_file of the profile a',
      mode: 'as long as nothing else is said',
      certificateFile: undefined,
    });
  });

  it('that does not exist is answered with those that do', async () => {
    for (const attempt of [
      resolve(twoProfiles(), {}, { profile: 'c' }),
      resolve(twoProfiles(), { VIGIL_PROFILE: 'c' }),
      resolve(twoProfiles(), { VIGIL_PROFILE: '__proto__' }),
    ]) {
      expect(await refusal(attempt)).toContain('There are: a, b.');
    }
  });

  it('is the only one when there is but one, and must be named when there are several', async () => {
    const folder = configFolder(`[profiles.one]\nbase_url = "${URL_A}"`);
    expect(essence(await resolve(folder, { VIGIL_API_KEY: KEY }))).toBe('a.example  one (a.example)');
    const several = configFolder('[profiles.one]\n[profiles.two]');
    expect(await refusal(resolve(several))).toContain('--profile: one, two.');
  });

  it('gives way to a flag and to the environment in its server, and keeps its key', async () => {
    const { VIGIL_BASE_URL, VIGIL_API_KEY } = ENVIRONMENT;
    const flags = { baseUrl: 'https://flag.example' };
    for (const environment of [{ VIGIL_PROFILE: 'b' }, { VIGIL_PROFILE: 'b', VIGIL_BASE_URL }]) {
      const key = { ...environment, VIGIL_API_KEY };
      expect(essence(await resolve(twoProfiles(), key, flags))).toBe('flag.example env flag.example');
      expect(await refusal(resolve(twoProfiles(), environment, flags))).toBe(
        'Nothing was sent: --base-url names https://flag.example/, and api_key_file of the profile b is the key of https://b.example/api/v1 (its base_url) and goes nowhere else. Set VIGIL_API_KEY to a key of the other server, name a profile that has one, or leave --base-url out.',
      );
    }
    expect(await refusal(resolve(twoProfiles(), { VIGIL_BASE_URL }))).toContain(
      'VIGIL_BASE_URL names https://env.example/api/v1, and api_key_file of the profile a is the key of https://a.example',
    );
  });

  it.each([
    'https://a.example/other/api/v1',
    'https://a.example:8443/api/v1',
    'https://www.a.example/api/v1',
    'https://a.example.org/api/v1',
    'https://a.example/api/v1/more',
  ])('keeps its key from %s', async (baseUrl) => {
    expect(await refusal(resolve(twoProfiles(), {}, { baseUrl }))).toContain('goes nowhere else');
  });

  it('says under which names earlier versions kept what is of its server, and of no other', async () => {
    const flags = { profile: 'a' };
    expect((await resolve(twoProfiles(), {}, flags)).earlierNames).toEqual(['a', 'a.example']);
    const { VIGIL_API_KEY } = ENVIRONMENT;
    const other = await resolve(
      twoProfiles(),
      { VIGIL_API_KEY },
      { ...flags, baseUrl: 'https://flag.example' },
    );
    expect(other.earlierNames).toEqual(['flag.example']);
  });

  it.each(['https://A.example/api/v1/', 'https://a.example:443/api/v1', `  ${URL_A}`])(
    'takes %s for its own server',
    async (baseUrl) => {
      expect(essence(await resolve(twoProfiles(), {}, { baseUrl }))).toBe('a.example a a (a.example)');
    },
  );

  it('runs no command for a key that may not be sent', async () => {
    const folder = configFolder(
      `[profiles.a]\nbase_url = "${URL_A}"\napi_key_command = ["touch", "was-run"]`,
    );
    await refusal(resolve(folder, {}, { baseUrl: 'https://flag.example' }));
    expect(existsSync(join(folder.folder, 'was-run'))).toBe(false);
  });

  it('without a server of its own sends its key to none', async () => {
    const folder = configFolder('[profiles.a]\napi_key_file = "a.key"\ntitle = "Acme"');
    folder.write('a.key', `${KEY}a`);
    expect(await refusal(resolve(folder, {}, { baseUrl: URL_A }))).toContain('which has none');
    const own = { VIGIL_API_KEY: `${KEY}own`, VIGIL_PROFILE: 'a' };
    expect(essence(await resolve(folder, own, { baseUrl: URL_A }))).toBe('a.example own Acme (a.example)');
  });

  it('allows changes at its own server alone, and forbids them at every one', async () => {
    const mode = async (setting: string) => {
      const folder = configFolder(`[profiles.a]\nbase_url = "${URL_A}"\n${setting} = true`);
      return (await resolve(folder, { ...ENVIRONMENT, VIGIL_PROFILE: 'a' })).forbiddenBy;
    };
    const b = { ...ENVIRONMENT, VIGIL_PROFILE: 'b' };
    expect((await resolve(twoProfiles(), { VIGIL_PROFILE: 'b' })).mode).toBe('write');
    expect((await resolve(twoProfiles(), b)).mode).toBe('read-only');
    expect((await resolve(twoProfiles(), b, { write: true })).mode).toBe('write');
    expect(await mode('read_only')).toBe('read_only = true of the profile a');
  });

  it('that nobody asked for does not lend its key to a server and a key of the environment', async () => {
    expect(essence(await resolve(twoProfiles(), ENVIRONMENT))).toBe('env.example env env.example');
    const asked = await resolve(twoProfiles(), { ...ENVIRONMENT, VIGIL_PROFILE: 'b' });
    expect(essence(asked)).toBe('env.example env env.example');
  });

  it.each([
    [`base_url = "${URL_A}"`, 'has no key'],
    ['api_key_file = "a.key"', 'has no server'],
    [`base_url = "http://a.example"\napi_key_file = "a.key"`, 'base_url of the profile a: http://'],
    [`base_url = "${URL_A}"\napi_key_file = "absent"`, 'does not exist'],
    [
      `base_url = "${URL_A}"\napi_key_file = "rk.key"`,
      'api_key_file of the profile a: This is a registration',
    ],
    [`base_url = "${URL_A}"\napi_key_command = ["false"]`, 'api_key_command of the profile a: false ended'],
    [`base_url = "${URL_A}"\napi_key_command = ["echo", "no"]`, 'This is not an API key'],
    [`base_url = "${URL_A}"\napi_key_file = "a.key"\nca_file = "absent"`, 'cannot be read (ENOENT)'],
    [`base_url = "${URL_A}"\napi_key_file = "a.key"\nca_file = "a.key"`, 'holds no certificate'],
  ])('with %j says what is missing or wrong', async (settings, hint) => {
    const folder = configFolder(`[profiles.a]\n${settings}`);
    folder.write('a.key', KEY);
    folder.write('rk.key', 'rk_live_canary');
    expect(await refusal(resolve(folder))).toContain(hint);
  });

  it('is refused when others can change the certificates that it trusts', async () => {
    const folder = configFolder(
      `[profiles.a]\nbase_url = "${URL_A}"\napi_key_file = "a.key"\nca_file = "ca.pem"`,
    );
    folder.write('a.key', KEY);
    const path = folder.write('ca.pem', CERTIFICATE, 0o664);
    expect(await refusal(resolve(folder))).toMatch(new RegExp(`\\n {2}chmod go-w ${path}$`));
  });

  it('brings its certificates along', async () => {
    const folder = configFolder(
      `[profiles.a]\nbase_url = "${URL_A}"\napi_key_file = "a.key"\nca_file = "ca.pem"`,
    );
    folder.write('a.key', KEY);
    const path = folder.write('ca.pem', CERTIFICATE, 0o644);
    expect(await resolve(folder)).toMatchObject({
      certificateFile: path,
      sources: { certificateFile: 'ca_file of the profile a' },
    });
  });
});

describe('the key', () => {
  const all = `[profiles.a]\nbase_url = "${URL_A}"\napi_key_command = ["echo", "${KEY}command"]\napi_key_file = "a.key"`;

  it('comes from the command, then the file, then the variable', async () => {
    const end = async (config: string) => {
      const folder = configFolder(config);
      folder.write('a.key', `${KEY}file\n`);
      const { key, sources } = await resolve(folder, { VIGIL_API_KEY: `${KEY}variable` });
      return [key.reveal().slice(KEY.length), sources.key];
    };
    expect(await end(all)).toEqual(['command', 'api_key_command of the profile a']);
    expect(await end(all.replace(/^api_key_command.*\n/m, ''))).toEqual([
      'file',
      'api_key_file of the profile a',
    ]);
    expect(await end(`[profiles.a]\nbase_url = "${URL_A}"`)).toEqual(['variable', 'VIGIL_API_KEY']);
  });

  it('of a source that fails is not replaced by the next', async () => {
    const folder = configFolder(all.replace('"echo"', '"false"'));
    folder.write('a.key', KEY);
    expect(await refusal(resolve(folder, { VIGIL_API_KEY: KEY }))).toContain('false ended with status 1');
  });

  it('in a file that others can read is refused with the command to run', async () => {
    const folder = twoProfiles();
    const path = folder.write('a.key', KEY, 0o640);
    expect(await refusal(resolve(folder))).toMatch(new RegExp(`\\n {2}chmod 600 ${path}$`));
  });

  it('is never looked for in the working folder', async () => {
    const folder = configFolder(`[profiles.a]\nbase_url = "${URL_A}"\napi_key_file = "a.key"`);
    const workingFolder = join(folder.home, 'work');
    mkdirSync(workingFolder);
    for (const name of ['a.key', '.env', 'config.toml']) {
      writeFileSync(join(workingFolder, name), name === '.env' ? `VIGIL_API_KEY=${KEY}` : KEY, {
        mode: 0o600,
      });
    }
    const before = process.cwd();
    process.chdir(workingFolder);
    try {
      expect(await refusal(resolve(folder))).toContain(`${join(folder.folder, 'a.key')} does not exist`);
    } finally {
      process.chdir(before);
    }
  });
});

describe('the mode', () => {
  it.each([
    ['', {}, 'read-only'],
    ['', { write: true }, 'write'],
    ['write = true', {}, 'write'],
    ['write = true', { readOnly: true }, 'read-only'],
    ['write = false', {}, 'read-only'],
    ['write = false', { write: true }, 'write'],
    ['read_only = true', {}, 'read-only'],
    ['read_only = true', { readOnly: true }, 'read-only'],
    ['read_only = false', { write: true }, 'write'],
  ] as const)('of a profile with %j and the flags %j is %s', async (setting, flags, mode) => {
    const folder = configFolder(`[profiles.a]\nbase_url = "${URL_A}"\n${setting}`);
    expect((await resolve(folder, { VIGIL_API_KEY: KEY }, flags)).mode).toBe(mode);
  });

  it.each([
    ['', {}, undefined],
    ['write = false', {}, undefined],
    ['', { readOnly: true }, '--read-only'],
    ['read_only = true', {}, 'read_only = true of the profile a'],
    ['read_only = true', { readOnly: true }, 'read_only = true of the profile a'],
  ] as const)(
    'of a profile with %j and the flags %j is forbidden to change by %j',
    async (setting, flags, by) => {
      const folder = configFolder(`[profiles.a]\nbase_url = "${URL_A}"\n${setting}`);
      expect((await resolve(folder, { VIGIL_API_KEY: KEY }, flags)).forbiddenBy).toBe(by);
    },
  );

  it('of a read-only profile cannot be unlocked', async () => {
    const folder = configFolder(`[profiles.a]\nbase_url = "${URL_A}"\nread_only = true`);
    const message = await refusal(resolve(folder, { VIGIL_API_KEY: KEY }, { write: true }));
    expect(message).toContain('--write cannot be used');
  });

  it('of a read-only profile holds where the environment names server and key instead', async () => {
    const folder = configFolder(
      `default_profile = "b"\n[profiles.a]\nbase_url = "${URL_A}"\n[profiles.b]\nbase_url = "https://b.example/api/v1"\nread_only = true`,
    );
    const connection = await resolve(folder, ENVIRONMENT);
    expect(connection.sources.profile).toBeUndefined();
    expect(connection.forbiddenBy).toBe('read_only = true of the profile b');
    for (const server of ['https://b.example/api/v1', 'https://c.example/api/v1']) {
      const message = await refusal(
        resolve(folder, { VIGIL_API_KEY: KEY }, { baseUrl: server, write: true }),
      );
      expect(message).toContain('the profile b has read_only = true');
    }
  });

  it('of a read-only profile holds for its server whatever else names it', async () => {
    const folder = configFolder(
      `default_profile = "a"\n[profiles.a]\nbase_url = "${URL_A}"\n[profiles.b]\nbase_url = "https://b.example/api/v1"\nread_only = true`,
    );
    const atServerOfB = { baseUrl: 'https://b.example/api/v1', write: true } as const;
    expect(await refusal(resolve(folder, { VIGIL_API_KEY: KEY }, atServerOfB))).toContain('profile b');
    expect((await resolve(folder, { VIGIL_API_KEY: KEY }, { profile: 'a', write: true })).mode).toBe('write');
  });
});
