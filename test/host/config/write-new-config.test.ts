import { lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import Ajv from 'ajv';
import { parse } from 'smol-toml';
import { describe, expect, it, onTestFinished } from 'vitest';

import { parseBaseUrl } from '../../../src/api/base-url.ts';
import { configLocation, readConfig } from '../../../src/host/config/config-file.ts';
import { configJsonSchema } from '../../../src/cli/config/config-json-schema.ts';
import { ALLOWED_SETTINGS } from '../../../src/host/config/config-schema.ts';
import { newConfig, writeNewConfig } from '../../../src/host/config/write-new-config.ts';
import { readRebinding } from '../../../src/commands/app/rebinding.ts';
import { readConfiguredFilters } from '../../../src/stores/view/configured-filters.ts';
import { configFolder } from '../../helpers/config-folder.ts';

const PAGES = ['README.md', 'docs/configuration.md']
  .map((page) => readFileSync(new URL(`../../../${page}`, import.meta.url), 'utf8'))
  .join('\n');
const isValid = new Ajv().compile(configJsonSchema());
const isBaseUrl = (text: string) => {
  try {
    parseBaseUrl(text);
    return true;
  } catch {
    return false;
  }
};
/** Filters with every kind of alert. */
const GOOD_FILTERS = `
[alerts]
block = ["./tell", "--now"]
[filters."late blocks"]
list = "events"
query = "outcome:block"
alert = ["notify-send"]
[filters.all]
list = "agents"
query = "status:active"
[profiles.a.filters."late blocks"]
list = "events"
query = "outcome:block"
alert = "none"
`;
/** The file with every setting of it set. */
const WITH_ALL = newConfig().replace(/^#(?! )/gm, '');

async function read(text: string) {
  const { environment, userId } = configFolder(text).surroundings();
  return readConfig(configLocation(environment), environment, userId);
}

describe('a new config file', () => {
  it('sets nothing', async () => {
    expect(parse(newConfig())).toEqual({});
    expect((await read(newConfig())).profiles.size).toBe(0);
  });

  it('has every setting as a comment, each of which can be set as it stands', async () => {
    const { defaultProfile, profiles, keys, background, alerts, filters } = await read(WITH_ALL);
    const { alerts: own, filters: ownFilters, ...profile } = profiles.get('acme') ?? {};
    expect([defaultProfile, background, alerts]).toEqual(['acme', 'dark', { block: 'none' }]);
    expect([...Object.keys(profile), 'alerts', 'filters'].sort()).toEqual(
      [...ALLOWED_SETTINGS.profile].sort(),
    );
    expect([own, ownFilters]).toEqual([alerts, filters]);
    expect(readConfiguredFilters(filters)).toMatchObject({ filters: [{ alert: 'notify' }], problems: [] });
    expect(Object.keys(parse(WITH_ALL)).sort()).toEqual([...ALLOWED_SETTINGS.file].sort());
    expect(readRebinding(keys).problems).toEqual([]);
    expect(isValid(parse(WITH_ALL))).toBe(true);
  });

  it('is made for its user alone, and its folders are', () => {
    const { home } = configFolder();
    const path = join(home, 'new', 'vigil', 'config.toml');
    const before = process.umask(0);
    onTestFinished(() => void process.umask(before));
    writeNewConfig(path);
    expect(lstatSync(path).mode & 0o7777).toBe(0o600);
    expect(lstatSync(join(home, 'new', 'vigil')).mode & 0o7777).toBe(0o700);
    expect(readFileSync(path, 'utf8')).toBe(newConfig());
  });

  it('takes the place of nothing', () => {
    const { configPath, folder } = configFolder('title = 1');
    expect(() => writeNewConfig(configPath)).toThrow(`There is ${configPath} already.`);
    expect(readFileSync(configPath, 'utf8')).toBe('title = 1');
    const link = join(folder, 'link.toml');
    symlinkSync('/nonexistent/config.toml', link);
    expect(() => writeNewConfig(link)).toThrow('already');
    expect(() => writeNewConfig('/proc/vigil/config.toml')).toThrow(/cannot be written \(E[A-Z]+\)\.$/);
  });
});

describe('the JSON Schema of the config file', () => {
  const examples = [...PAGES.matchAll(/```toml\n(.+?)```/gs)].map(([, text = '']) => text);
  const wrong = [
    'nothing = 1',
    'background = "grey"',
    'default_profile = ""',
    '[alerts]\nblock = "flash"',
    '[alerts]\nblock = []',
    '[filters.x]\nlist = "events"',
    '[filters.x]\nlist = "eggs"\nquery = "a"',
    '[filters.x]\nlist = "events"\nquery = "a"\nalert = true',
    '[filters.x]\nlist = "events"\nquery = ""',
    '[profiles."a b"]',
    '[profiles.a]\napi_key = "x"',
    '[profiles.a]\napi_key_command = []',
    '[profiles.a]\nwrite = "yes"',
    '[profiles.a]\nwrite = true\nread_only = true',
    '[profiles.a]\npolicy_sync_minutes = 0',
    '[profiles.a]\npolicy_sync_minutes = 20000',
  ];

  it.each([...examples, ...wrong, '[profiles.a]\nwrite = true\nread_only = false', GOOD_FILTERS])(
    'takes what the program takes, and nothing else: %j',
    async (text) => {
      const isRead = await read(text).then(
        () => true,
        () => false,
      );
      expect(isValid(parse(text))).toBe(isRead);
      expect(isRead).toBe(!wrong.includes(text));
    },
  );

  it.each([
    ['"events.follow" = "L"', true],
    ['"events.follow" = ["L", "ctrl+e"]', true],
    ['"app.suspend" = []', true],
    ['"events.follw" = "L"', false],
    ['"events.follow" = ["Ctrl-E", "CONTROL+_", "ctrl+]", "c-\\\\", "ü", "^"]', true],
    ['"pager.next-match" = ["Delete", "Del", "BackSpace"]', true],
    ['"events.follow" = "alt+f"', false],
    ['"events.follow" = "f5"', false],
    ['"events.follow" = "Ctrl+Shift+F"', false],
    ['"events.follow" = ["L", "ctrl+s"]', false],
    ['"events.follow" = "ctrl+i"', false],
    ['"events.follow" = "ctrl+c"', false],
    ['"events.follow" = "["', false],
    ['"events.follow" = "LL"', false],
    ['"events.follow" = ""', false],
    ['"events.follow" = "esc"', false],
    ['"help.close" = ["esc", "x"]', true],
    ['"app.quit-now" = "ctrl+c"', true],
    ['"events.follow" = 1', false],
  ])('knows the commands of keys: %s', (line, isRight) => {
    const document = parse(`[keys]\n${line}`);
    expect(isValid(document)).toBe(isRight);
    expect(readRebinding(document['keys']).problems.length === 0).toBe(isRight);
  });

  it.each<[string, boolean]>([
    ['https://api.example/api/v1', true],
    [' HTTPS://api.example:8443/a;b=c/(d)~ ', true],
    ['https://[::2]:1/', true],
    ['http://127.0.0.1:3000/api/v1', true],
    ['http://LocalHost', true],
    ['http://[::1]:3000/api/v1', true],
    ['', false],
    ['nonsense', false],
    ['api.example/api/v1', false],
    ['https:/api.example', false],
    ['https:\\\\api.example\\v1', false],
    ['https://%65vil.example/v1', false],
    ['ftp://api.example/v1', false],
    ['http://api.example/api/v1', false],
    ['http://127.0.0.1.example/v1', false],
    ['http://localhost.example/v1', false],
    ['http://[::2]/v1', false],
    ['https://user@api.example/v1', false],
    ['https://user:secret@api.example/v1', false],
    ['https://api.example/v1?x=1', false],
    ['https://api.example/v1#x', false],
    ['https://api.example/a b', false],
    ['https://аpi.example/v1', false],
  ])('knows what a base URL is, as the connection does: %s', (text, isRight) => {
    const document = parse(`[profiles.a]\nbase_url = ${JSON.stringify(text)}`);
    expect(isValid(document)).toBe(isRight);
    expect(isBaseUrl(text)).toBe(isRight);
  });

  it('says what each setting is', () => {
    const profile = configJsonSchema().properties?.['profiles']?.additionalProperties;
    const described = typeof profile === 'object' ? Object.values(profile.properties ?? {}) : [];
    // Alerts and filters are described where they stand in the file.
    expect(described.filter(({ description }) => description === undefined)).toHaveLength(2);
    expect(examples.length).toBeGreaterThan(1);
  });
});
