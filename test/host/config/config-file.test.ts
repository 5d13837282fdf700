import { chmodSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { configLocation, readConfig, type Config } from '../../../src/host/config/config-file.ts';
import { UsageError } from '../../../src/host/usage-error.ts';
import { configFolder, type ConfigFolder } from '../../helpers/config-folder.ts';

function read(
  { surroundings }: ConfigFolder,
  environment: Readonly<Record<string, string>> = {},
): Promise<Config> {
  const { environment: all, userId } = surroundings(environment);
  return readConfig(configLocation(all), all, userId);
}

async function refusal(text: string): Promise<string> {
  const folder = configFolder(text);
  try {
    await read(folder);
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    const { message } = error as Error;
    expect(message).toContain(folder.configPath);
    return message.replaceAll(folder.configPath, 'config.toml');
  }
  throw new Error('It was accepted.');
}

describe('the place of the config file', () => {
  it.each([
    [{ HOME: '/home/me' }, '/home/me/.config/vigil/config.toml', undefined],
    [{ HOME: '/home/me', XDG_CONFIG_HOME: '' }, '/home/me/.config/vigil/config.toml', undefined],
    [{ HOME: '/home/me', XDG_CONFIG_HOME: '/etc/me' }, '/etc/me/vigil/config.toml', 'XDG_CONFIG_HOME'],
    [{ HOME: '/home/me', XDG_CONFIG_HOME: 'here' }, '/home/me/.config/vigil/config.toml', undefined],
    [{ XDG_CONFIG_HOME: '/etc/me', VIGIL_CONFIG: '/one.toml' }, '/one.toml', 'VIGIL_CONFIG'],
    [{ VIGIL_CONFIG: 'one.toml' }, join(process.cwd(), 'one.toml'), 'VIGIL_CONFIG'],
  ])('in %j is %s', (environment, path, variable) => {
    expect(configLocation(environment)).toEqual({ path, variable });
  });

  it('may be empty, but not the one of VIGIL_CONFIG', async () => {
    const folder = configFolder();
    expect(await read(folder)).toMatchObject({ mode: undefined, profiles: new Map() });
    const absent = join(folder.folder, 'absent.toml');
    await expect(read(folder, { VIGIL_CONFIG: absent })).rejects.toThrow(`VIGIL_CONFIG names ${absent}`);
  });
});

describe('a config file', () => {
  it('holds profiles, with paths from its own folder', async () => {
    const folder = configFolder(`
default_profile = "b.2"
[profiles.a_1]
base_url = "https://a.example/api/v1"
api_key_command = ["./get-key", "./not-a-path"]
ca_file = "~/roots.pem"
write = true
title = "Å"
[profiles."b.2"]
base_url = "https://b.example/api/v1"
api_key_command = ["pass", "show", "b/2"]
api_key_file = "keys/b"
read_only = true
`);
    const { profiles, defaultProfile } = await read(folder);
    expect(defaultProfile).toBe('b.2');
    expect([...profiles.keys()]).toEqual(['a_1', 'b.2']);
    expect(profiles.get('a_1')).toEqual({
      base_url: 'https://a.example/api/v1',
      api_key_command: [join(folder.folder, 'get-key'), './not-a-path'],
      ca_file: join(folder.home, 'roots.pem'),
      write: true,
      title: 'Å',
    });
    expect(profiles.get('b.2')).toMatchObject({
      api_key_command: ['pass', 'show', 'b/2'],
      api_key_file: join(folder.folder, 'keys/b'),
      read_only: true,
    });
  });

  it('may be empty', async () => {
    expect(await read(configFolder('# nothing\n'))).toMatchObject({ mode: 0o600, profiles: new Map() });
  });

  it.each([
    ['a = \n', 'config.toml, line 1, column 5: '],
    ['\n[profiles.a\nwrite = true', 'config.toml, line 2'],
    ['background = "grey"', 'background must be "light" or "dark".'],
    [
      'profile = "a"',
      'profile is not a setting. There are: default_profile, alerts, filters, background, keys, profiles.',
    ],
    ['default_profile = 1', 'default_profile must be text in quotes.'],
    [
      'default_profile = "a"\n[profiles.b]',
      'default_profile names a profile that is not there. There are: b.',
    ],
    ['profiles = 1', 'profiles must be tables such as [profiles.NAME].'],
    ['[profiles]\na = 1', 'profiles.a must be a table of settings.'],
    ['[profiles."a b"]', 'profiles.a b has a name that is not made of'],
    [
      '[profiles.__proto__]\nbase_url = "https://a.example/api/v1"',
      '__proto__ cannot be the name of a profile.',
    ],
    ['[profiles.a]\nurl = "x"', 'profiles.a.url is not a setting. There are: base_url, api_key_command,'],
    ['[profiles.a]\nbase_url = 1', 'profiles.a.base_url must be text in quotes.'],
    ['[profiles.a]\ntitle = ""', 'profiles.a.title must not be empty.'],
    ['[profiles.a]\nwrite = "yes"', 'profiles.a.write must be true or false.'],
    ['[profiles.a]\napi_key_command = "pass show a"', 'profiles.a.api_key_command must be an array'],
    ['[profiles.a]\napi_key_command = []', 'profiles.a.api_key_command must name a program.'],
    ['[profiles.a]\napi_key_command = ["a", 1]', 'profiles.a.api_key_command.1 must be text in quotes.'],
    ['[profiles.a]\nwrite = true\nread_only = true', 'profiles.a has write = true and read_only = true.'],
  ])('%j is refused with the line or the setting and what is allowed', async (text, sentence) => {
    expect(await refusal(text)).toContain(sentence);
  });

  it('reports every fault at once', async () => {
    const sentences = await refusal('[profiles.a]\nwrite = 1\nread_only = 2\none = 1\ntwo = 2');
    expect(sentences.split('\n')).toHaveLength(4);
  });

  it.each([
    ['[profiles.a]\napi_key = "sk_live_canary"', 'put it into a file of its own'],
    ['api_key = "sk_live_canary', 'line 1'],
    ['[profiles.a]\napi_key_command = "echo sk_live_canary"', 'must be an array'],
  ])('with a key in it is refused without repeating it: %j', async (text, sentence) => {
    expect(await refusal(text)).toContain(sentence);
    expect(await refusal(text)).not.toContain('canary');
  });
});

describe('the permissions of a config file', () => {
  const COMMAND = '[profiles.a]\napi_key_command = ["pass"]\n';

  it('do not matter to readers unless it names a command', async () => {
    await expect(read(configFolder('[profiles.a]\n', 0o644))).resolves.toBeDefined();
    await expect(read(configFolder(COMMAND, 0o644))).rejects.toThrow(
      /names a command.*\n {2}chmod 600 \S+config\.toml$/,
    );
    await expect(read(configFolder(COMMAND, 0o600))).resolves.toBeDefined();
  });

  it('have to keep others from changing it in any case', async () => {
    await expect(read(configFolder('[profiles.a]\n', 0o666))).rejects.toThrow(
      /\n {2}chmod go-w \S+config\.toml$/,
    );
  });

  it('have to keep others from exchanging one that names a command', async () => {
    const folder = configFolder(COMMAND);
    chmodSync(folder.folder, 0o777);
    await expect(read(folder)).rejects.toThrow(`chmod go-w ${folder.folder}`);
  });
});
