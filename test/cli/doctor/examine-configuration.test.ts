import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { examineConfiguration } from '../../../src/cli/doctor/examine-configuration.ts';
import type { ConnectionFlags } from '../../../src/host/connection/connection-settings.ts';
import { exitStatusOf } from '../../../src/cli/doctor/finding.ts';
import { parseApiKey } from '../../../src/api/api-key.ts';
import { organizationFolder } from '../../../src/host/state/state-place.ts';
import { temporaryFile } from '../../helpers/temporary-file.ts';
import { configFolder, type ConfigFolder } from '../../helpers/config-folder.ts';

const KEY = 'sk_live_canary';
const ENVIRONMENT = { VIGIL_BASE_URL: 'https://env.example/api/v1', VIGIL_API_KEY: KEY };

async function examine(
  { surroundings }: ConfigFolder,
  environment: Readonly<Record<string, string>> = {},
  flags: ConnectionFlags = {},
) {
  const { findings, connection } = await examineConfiguration(flags, surroundings(environment));
  expect(JSON.stringify(findings)).not.toContain('canary');
  return { findings, connection, status: exitStatusOf(findings), of: finderOf(findings) };
}

function finderOf<Named extends { readonly name: string }>(findings: readonly Named[]) {
  return (name: string) => findings.find((finding) => finding.name === name);
}

describe('a whole configuration', () => {
  it('is shown setting by setting, with where each comes from', async () => {
    const folder = configFolder(
      '[profiles.a]\nbase_url = "https://a.example/api/v1"\napi_key_file = "a.key"\nwrite = true',
      0o644,
    );
    const path = folder.write('a.key', KEY);
    const { of, status, connection } = await examine(folder);
    expect(of('config file')).toMatchObject({ state: 'ok', value: `${folder.configPath}, mode 0644` });
    expect(of('profile')).toMatchObject({ value: 'a', source: 'the only profile' });
    expect(of('server')).toMatchObject({
      value: 'https://a.example/api/v1',
      source: 'base_url of the profile a',
    });
    expect(of('key')).toMatchObject({
      state: 'ok',
      value: expect.stringMatching(/^sk_live_… with the fingerprint [0-9a-f]{12}$/) as string,
      source: `api_key_file of the profile a: ${path}`,
    });
    expect(of('mode')).toMatchObject({ value: 'write', source: 'write of the profile a' });
    expect(status).toBe(0);
    expect(connection?.key.reveal()).toBe(KEY);
  });

  it('of the environment comes with a note', async () => {
    const { of, status } = await examine(configFolder(), ENVIRONMENT);
    expect(of('config file')).toMatchObject({
      value: expect.stringContaining('which is not there') as string,
    });
    expect(of('key')).toMatchObject({
      state: 'note',
      source: 'VIGIL_API_KEY',
      advice: expect.stringContaining('api_key_file') as string,
    });
    expect(status).toBe(0);
  });

  it('reports a key that is not used, and a server that is not that of the profile', async () => {
    const folder = configFolder(
      '[profiles.a]\nbase_url = "https://a.example/api/v1"\napi_key_command = ["echo", "sk_live_canary"]',
    );
    const own = await examine(folder, { VIGIL_API_KEY: KEY }, { profile: 'a' });
    expect(own.of('key')).toMatchObject({
      state: 'note',
      source: 'api_key_command of the profile a: echo',
      advice: expect.stringContaining('VIGIL_API_KEY is set, too') as string,
    });
    const { of } = await examine(folder, ENVIRONMENT, { profile: 'a' });
    expect(of('key')).toMatchObject({ source: 'VIGIL_API_KEY' });
    expect(of('server')).toMatchObject({
      state: 'note',
      advice: expect.stringContaining('https://a.example') as string,
    });
    const refused = await examine(folder, {}, { profile: 'a', baseUrl: 'https://b.example' });
    expect(refused.of('key')).toMatchObject({
      state: 'wrong',
      value: expect.stringContaining('--base-url names https://b.example/') as string,
    });
    expect(refused.status).toBe(2);
    expect(refused.connection).toBeUndefined();
  });

  it('says where the journal is, and why nothing could be changed where it cannot be written', async () => {
    const folder = configFolder();
    const state = dirname(temporaryFile());
    const path = join(state, 'vigil', 'journal.jsonl');
    const usable = await examine(folder, { ...ENVIRONMENT, XDG_STATE_HOME: state });
    expect(usable.of('journal')).toMatchObject({ state: 'ok', value: path, source: 'XDG_STATE_HOME' });
    mkdirSync(path, { recursive: true });
    const unusable = await examine(folder, { ...ENVIRONMENT, XDG_STATE_HOME: state });
    expect(unusable.of('journal')).toMatchObject({
      state: 'note',
      advice: `No change can be sent: the journal cannot be written. ${path} is no regular file.`,
    });
    expect(unusable.status).toBe(0);
  });

  it('says that nothing is kept of a user without a home', async () => {
    const { of, status } = await examine(configFolder(), { ...ENVIRONMENT, HOME: '/nonexistent' });
    expect(of('config file')?.value).toBe('none, since this user has no home');
    expect(of('journal')).toMatchObject({ state: 'note', value: 'none' });
    expect(of('state')).toMatchObject({
      value: 'none',
      advice:
        'Filters, layout, acknowledgements and drafts are not kept from one start to the next: XDG_STATE_HOME has to name a folder, since this user has no home.',
    });
    expect(status).toBe(0);
  });

  it('finds one fault in a server that is refused, whether there is a key or not', async () => {
    const url = 'base_url = "http://a.example"';
    const { findings, of } = await examine(configFolder(`[profiles.a]\n${url}\napi_key_command = ["echo"]`));
    expect(of('server')).toMatchObject({ state: 'wrong' });
    expect(findings.filter(({ name }) => name === 'connection')).toEqual([]);
    const without = await examine(configFolder(`[profiles.a]\n${url}`));
    expect(without.of('key')?.value).toContain('The profile a has no key');
    expect(without.of('connection')).toBeUndefined();
  });

  it('names the proxy without its password, and none for what is sent directly', async () => {
    const proxy = { HTTPS_PROXY: 'http://me:canary@proxy.example:3128', NO_PROXY: 'a.example' };
    const { of } = await examine(configFolder(), { ...ENVIRONMENT, ...proxy });
    expect(of('proxy')).toMatchObject({ value: 'proxy.example:3128, except for a.example' });
    const local = { ...ENVIRONMENT, ...proxy, VIGIL_BASE_URL: 'http://127.0.0.1:1/api/v1' };
    expect((await examine(configFolder(), local)).of('proxy')).toBeUndefined();
  });
});

describe('what else decides whom the key is shown to', () => {
  it('is reported: certificates of the environment', async () => {
    const { findings, status } = await examine(configFolder(), {
      ...ENVIRONMENT,
      NODE_EXTRA_CA_CERTS: '/etc/extra.pem',
      SSL_CERT_FILE: '/etc/other.pem',
    });
    const certificates = findings.filter(({ name }) => name === 'certificates');
    expect(certificates).toMatchObject([
      { state: 'ok', value: 'those of Node' },
      { state: 'note', value: 'those of /etc/extra.pem, too', source: 'NODE_EXTRA_CA_CERTS' },
    ]);
    expect(certificates[1]?.advice).toContain('read the API key');
    expect(status).toBe(0);
  });

  it.each([{ NODE_OPTIONS: '--no-warnings --use-openssl-ca' }, { NODE_USE_SYSTEM_CA: '1' }])(
    'is reported: those of OpenSSL where Node trusts them by %j',
    async (environment) => {
      const { findings } = await examine(configFolder(), {
        ...ENVIRONMENT,
        ...environment,
        SSL_CERT_FILE: '/etc/other.pem',
        SSL_CERT_DIR: '/etc/certs',
      });
      expect(findings.flatMap(({ name, source }) => (name === 'certificates' ? [source] : []))).toEqual([
        undefined,
        'SSL_CERT_FILE',
        'SSL_CERT_DIR',
      ]);
    },
  );

  it.each(['http://127.0.0.1:9/api/v1', 'http://localhost:9', 'http://[::1]:9'])(
    'is reported: every user of the machine can listen at %s',
    async (VIGIL_BASE_URL) => {
      const { of, status } = await examine(configFolder(), { ...ENVIRONMENT, VIGIL_BASE_URL });
      expect(of('loopback')).toMatchObject({
        state: 'note',
        value: expect.stringContaining('every user of this machine shares') as string,
      });
      expect(status).toBe(0);
    },
  );

  it('is not reported of https', async () => {
    const { of } = await examine(configFolder(), {
      ...ENVIRONMENT,
      VIGIL_BASE_URL: 'https://127.0.0.1/api/v1',
    });
    expect(of('loopback')).toBeUndefined();
  });
});

describe('the file in which filters and layout are kept', () => {
  async function examineState(text: string | undefined, name = 'state.json', aside = 0) {
    const folder = configFolder();
    const kept = organizationFolder(folder.surroundings().environment, {
      baseUrl: new URL(ENVIRONMENT.VIGIL_BASE_URL),
      key: parseApiKey(KEY),
    });
    const path = join(kept, name);
    mkdirSync(kept, { recursive: true, mode: 0o700 });
    if (text !== undefined) {
      writeFileSync(path, text, { mode: 0o600 });
    }
    for (let number = 1; number <= aside; number++) {
      writeFileSync(`${path}.damaged-${number}`, 'half', { mode: 0o600 });
    }
    const { of, status } = await examine(folder, ENVIRONMENT);
    expect(of('state')).toMatchObject({ value: kept });
    return { path, found: of('state'), status };
  }

  it.each(['{"version":1,', '[]', '{"version":0}', ''])(
    'is reported when it is damaged, and left as it is: %j',
    async (text) => {
      const { path, found, status } = await examineState(text);
      expect(found).toMatchObject({
        state: 'note',
        advice: `${path} cannot be understood. The next start sets it aside as ${path}.damaged-1, and begins anew.`,
      });
      expect(status).toBe(0);
      expect(readFileSync(path, 'utf8')).toBe(text);
    },
  );

  it.each(['acknowledged.json', 'policy-draft.json'])('is reported when it is %s', async (name) => {
    const { path, found } = await examineState('half', name);
    expect(found?.advice).toBe(
      `${path} cannot be understood. The next start sets it aside as ${path}.damaged-1, and begins anew.`,
    );
  });

  it('is reported when a newer program wrote it', async () => {
    const { path, found } = await examineState('{"version":2}');
    expect(found?.advice).toBe(
      `${path} was written by a newer vigil (version 2 of the file) and is left as it is. This one uses ${path.replace('.json', '.v1.json')}.`,
    );
  });

  it('is reported when it was damaged before, and lies beside', async () => {
    const { path, found } = await examineState('half', 'state.json', 1);
    expect(found?.advice).toBe(
      [
        `${path} cannot be understood. The next start sets it aside as ${path}.damaged-2, and begins anew.`,
        `Set aside because it was damaged: ${path}.damaged-1. Check it, then remove it.`,
      ].join('\n'),
    );
  });

  it('is reported when too many lie beside for it to be set aside', async () => {
    const { path, found } = await examineState('half', 'state.json', 99);
    expect(found?.advice).toContain(
      `${path} cannot be understood. It is not used, and too many damaged files lie beside it to set it aside, too: check them, and remove them.`,
    );
  });

  it.each([undefined, '{"version":1}'])('is as it should be: %j', async (text) => {
    expect((await examineState(text)).found).toMatchObject({ state: 'ok' });
  });
});

describe('a wrong configuration', () => {
  it.each([
    ['profiles = 1', {}, 'config file'],
    ['[profiles.a]\n[profiles.b]', {}, 'config file'],
    ['', {}, 'connection'],
    ['', { VIGIL_API_KEY: KEY }, 'connection'],
    ['', { VIGIL_BASE_URL: 'https://a.example' }, 'key'],
    ['', { ...ENVIRONMENT, VIGIL_BASE_URL: 'http://a.example' }, 'server'],
    ['', { ...ENVIRONMENT, VIGIL_API_KEY: 'rk_live_canary' }, 'key'],
    ['[profiles.a]\nca_file = "absent"', { ...ENVIRONMENT, VIGIL_PROFILE: 'a' }, 'network'],
  ])('%j with %j is reported at %s, and ends with status 2', async (text, environment, name) => {
    const { findings, status, connection } = await examine(configFolder(text), environment);
    expect(findings.filter(({ state }) => state === 'wrong').map((finding) => finding.name)).toEqual([name]);
    expect(status).toBe(2);
    expect(connection).toBeUndefined();
  });

  it('of the proxy is shown without its password', async () => {
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    vi.stubEnv('HTTPS_PROXY', 'ftp://me:canary@proxy.example');
    const { of, status } = await examine(configFolder(), ENVIRONMENT);
    expect(of('network')).toMatchObject({
      state: 'wrong',
      value: expect.stringContaining('HTTPS_PROXY') as string,
    });
    expect(status).toBe(2);
  });

  it('is reported whole: one wrong setting does not hide the next', async () => {
    const folder = configFolder(
      '[profiles.a]\nbase_url = "http://a.example"\napi_key_file = "absent"\nread_only = true',
    );
    const { findings } = await examine(folder, {}, { write: true });
    expect(findings.filter(({ state }) => state === 'wrong').map(({ name }) => name)).toEqual([
      'server',
      'key',
      'mode',
    ]);
  });
});
