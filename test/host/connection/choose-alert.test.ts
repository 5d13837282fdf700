import { chmodSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { chooseBlockAlert, chooseFilters } from '../../../src/host/connection/choose-alert.ts';
import { readSettingContext } from '../../../src/host/connection/setting-context.ts';
import { examineConfiguration } from '../../../src/cli/doctor/examine-configuration.ts';
import { configFolder } from '../../helpers/config-folder.ts';

async function alertOf(config: string) {
  return chooseBlockAlert(await readSettingContext({}, configFolder(config).surroundings()));
}

const PROFILE = '[profiles.acme]\nbase_url = "https://acme.example/api/v1"\n';

describe('what happens when a block arrives', () => {
  it('is nothing as long as nothing is said', async () => {
    expect(await alertOf(PROFILE)).toEqual({ value: 'none', source: 'as long as nothing else is said' });
  });

  it('is what the config file says', async () => {
    expect(await alertOf(`[alerts]\nblock = "bell"\n${PROFILE}`)).toEqual({
      value: 'bell',
      source: 'alerts of the config file',
    });
  });

  it('is what the profile says before that', async () => {
    const config = `[alerts]\nblock = "bell"\n${PROFILE}[profiles.acme.alerts]\nblock = "none"\n`;
    expect(await alertOf(config)).toEqual({ value: 'none', source: 'alerts of the profile acme' });
  });

  it.each([
    [
      '[alerts]\nblock = "siren"',
      'alerts.block must be "bell", "notify", "none" or an array of a program and its arguments.',
    ],
    ['alerts = true', 'alerts must be a table such as [alerts].'],
    ['[alerts]\nreview = "bell"', 'alerts.review is not a setting. There are: block.'],
    [
      `${PROFILE}[profiles.acme.alerts]\nblok = "bell"`,
      'profiles.acme.alerts.blok is not a setting. There are: block.',
    ],
  ])('is refused for %j', async (config, sentence) => {
    await expect(alertOf(config)).rejects.toThrow(sentence);
  });

  it('is shown by the doctor', async () => {
    const { findings } = await examineConfiguration(
      {},
      configFolder(`[alerts]\nblock = "bell"\n${PROFILE}`).surroundings(),
    );
    expect(findings).toContainEqual({
      section: 'configuration',
      name: 'block alert',
      state: 'ok',
      value: 'bell',
      source: 'alerts of the config file',
    });
  });
});

describe('the saved filters of the config file', () => {
  const FILTERS = '[filters.x]\nlist = "events"\nquery = "a"\n[filters.y]\nlist = "events"\nquery = "b"\n';

  it('are those of the file, with those of the profile, which replace them by name', async () => {
    const own = '[profiles.acme.filters.y]\nlist = "agents"\nquery = "c"\n';
    const { surroundings } = configFolder(`${FILTERS}${PROFILE}${own}`);
    expect(chooseFilters(await readSettingContext({}, surroundings()))).toEqual({
      x: { list: 'events', query: 'a' },
      y: { list: 'agents', query: 'c' },
    });
  });

  it('name a program only in a file that is private, and by its path from that file', async () => {
    const folder = configFolder(`${FILTERS}alert = ["./tell", "./now"]\n${PROFILE}`);
    expect(chooseFilters(await readSettingContext({}, folder.surroundings()))).toMatchObject({
      y: { alert: [`${folder.folder}/tell`, './now'] },
    });
    chmodSync(folder.configPath, 0o644);
    await expect(readSettingContext({}, folder.surroundings())).rejects.toThrow(
      'The config file names a command to run, and',
    );
  });

  it('are refused with what is allowed', async () => {
    await expect(alertOf(`${FILTERS}alerts = "bell"\n${PROFILE}`)).rejects.toThrow(
      'filters.y.alerts is not a setting. There are: list, query, alert.',
    );
    await expect(alertOf(`[filters.x]\nlist = "eggs"\nquery = "a"\n${PROFILE}`)).rejects.toThrow(
      'filters.x.list must be one of events, agents, sessions, llm, policy.',
    );
    await expect(alertOf(`[filters.__proto__]\nlist = "events"\nquery = "a"\n${PROFILE}`)).rejects.toThrow(
      '__proto__ cannot be the name of a filter.',
    );
  });

  it('are examined by the doctor', async () => {
    const { findings } = await examineConfiguration(
      {},
      configFolder(
        `${FILTERS}[filters.z]\nlist = "events"\nquery = "outcome:blocked"\n${PROFILE}`,
      ).surroundings(),
    );
    const found = findings.filter(({ name }) => name === 'filters');
    expect(found.map(({ state }) => state)).toEqual(['ok', 'wrong']);
    expect(found[0]?.value).toBe('2 saved, 0 with an alert');
    expect(found[1]?.value).toContain('The filter z of the config file does not count');
  });
});
