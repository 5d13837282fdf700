import { describe, expect, it } from 'vitest';

import { chooseBlockAlert } from '../../../src/host/connection/choose-alert.ts';
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
    ['[alerts]\nblock = "siren"', 'alerts.block must be "bell" or "none".'],
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
