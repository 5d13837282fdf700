import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';

import {
  listOrganizations,
  resolveOrganization,
  type StartedOn,
} from '../../../src/cli/console/organization-choices.ts';
import type { ConsoleFlags } from '../../../src/cli/console/console-flags.ts';
import { configFolder, type ConfigFolder } from '../../helpers/config-folder.ts';

const CONFIG = `default_profile = "acme"
[profiles.acme]
base_url = "https://one.example/api/v1"
api_key_file = "one.key"
title = "Acme"
[profiles.b]
base_url = "https://two.example/api/v1"
api_key_file = "two.key"
write = true
[profiles.locked]
base_url = "https://three.example/api/v1"
api_key_file = "two.key"
read_only = true
[profiles.keyless]
base_url = "https://two.example/api/v1"
`;

let config: ConfigFolder;

beforeEach(() => {
  config = configFolder(CONFIG);
  config.write('one.key', 'sk_live_one');
  config.write('two.key', 'sk_live_two');
  for (const name of ['VIGIL_BASE_URL', 'VIGIL_API_KEY', 'VIGIL_PROFILE', 'XDG_STATE_HOME']) {
    vi.stubEnv(name, '');
  }
  vi.stubEnv('HOME', config.home);
  vi.stubEnv('VIGIL_CONFIG', config.configPath);
  onTestFinished(() => void vi.unstubAllEnvs());
});

const startOn = (name: string, flags: ConsoleFlags = {}): StartedOn => ({
  name,
  flags,
  title: 'Acme (one.example)',
  profileNames: [],
});

function resolve(start: StartedOn, name: string) {
  const waiting = { signal: new AbortController().signal, say: () => undefined };
  return resolveOrganization(start, name, waiting);
}

async function modes(start: StartedOn): Promise<Readonly<Record<string, string>>> {
  const { choices } = await listOrganizations(start);
  return Object.fromEntries(choices.map(({ name, words }) => [name, words]));
}

it('lists each profile with its title, its server and what is allowed in it', async () => {
  expect(await listOrganizations(startOn('acme', { profile: 'acme' }))).toEqual({
    choices: [
      { name: 'acme', words: 'Acme, one.example, read-only' },
      { name: 'b', words: 'two.example, changes allowed' },
      { name: 'locked', words: 'three.example, always read-only' },
      { name: 'keyless', words: 'two.example, read-only' },
    ],
    file: config.configPath,
  });
});

it('lists what the console was started on where that is no profile', async () => {
  const { choices } = await listOrganizations(startOn('one.example'));
  expect(choices[0]).toEqual({ name: 'one.example', words: 'Acme (one.example), as vigil was started' });
});

it('lets --write count where the console was started, and --read-only everywhere', async () => {
  const writing = startOn('acme', { profile: 'acme', write: true });
  expect(await modes(writing)).toMatchObject({
    acme: 'Acme, one.example, changes allowed',
    b: 'two.example, changes allowed',
    keyless: 'two.example, read-only',
  });
  expect((await resolve(writing, 'acme')).mode).toBe('write');
  expect((await resolve(writing, 'locked')).mode).toBe('read-only');
  const reading = startOn('acme', { profile: 'acme', readOnly: true });
  expect(await modes(reading)).toMatchObject({ b: 'two.example, always read-only' });
  expect(await resolve(reading, 'b')).toMatchObject({ mode: 'read-only', forbiddenBy: '--read-only' });
});

it('lets server, key and profile of the environment count only where the console was started', async () => {
  vi.stubEnv('VIGIL_BASE_URL', 'https://elsewhere.example/api/v1');
  vi.stubEnv('VIGIL_API_KEY', 'sk_live_of_the_environment');
  const start = startOn('elsewhere.example');
  const gone = await resolve(start, 'b');
  expect(gone).toMatchObject({ baseUrl: 'https://two.example/api/v1', startedWith: ['--profile', 'b'] });
  const settings = await gone.connect();
  expect(settings.baseUrl.href).toBe('https://two.example/api/v1');
  expect(settings.key.redact('sk_live_two')).not.toContain('sk_live_two');
  await expect(resolve(start, 'keyless')).rejects.toThrow(
    'The profile keyless has no key of its own: give it an api_key_command or an api_key_file. VIGIL_API_KEY counts only where vigil was started.',
  );
  expect(await resolve(start, 'elsewhere.example')).toMatchObject({
    baseUrl: 'https://elsewhere.example/api/v1',
  });
});

it('says which profiles there are where it is none of them', async () => {
  await expect(resolve(startOn('acme', { profile: 'acme' }), 'nobody')).rejects.toThrow(
    `There is no profile nobody in ${config.configPath}. There are: acme, b, locked, keyless.`,
  );
});

it('goes by the config file as it is now', async () => {
  config.write('config.toml', CONFIG.replace('https://two.example/api/v1', 'https://moved.example/api/v1'));
  expect(await modes(startOn('acme'))).toMatchObject({ b: 'moved.example, changes allowed' });
});
