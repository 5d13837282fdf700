import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { configLocation, readConfig } from '../../../src/host/config/config-file.ts';
import { ALLOWED_SETTINGS } from '../../../src/host/config/config-schema.ts';
import { readRebinding } from '../../../src/commands/app/rebinding.ts';
import { configFolder } from '../../helpers/config-folder.ts';

const read = (page: string) => readFileSync(new URL(`../../../${page}`, import.meta.url), 'utf8');
const PAGE = read('docs/configuration.md');

test.each(['README.md', 'docs/configuration.md'])('the config file in %s is one', async (page) => {
  const example = /```toml\n(.+?)```/s.exec(read(page))?.[1];
  const { environment, userId } = configFolder(example).surroundings();
  const { defaultProfile } = await readConfig(configLocation(environment), environment, userId);
  expect(defaultProfile).toBe('acme');
});

test.each([...ALLOWED_SETTINGS.profile, ...ALLOWED_SETTINGS.file])(
  'the page on the configuration names the setting %s',
  (name) => {
    expect(PAGE).toMatch(new RegExp(`\`${name}\`|^\\[${name}\\.`, 'm'));
  },
);

test('the keys on that page can be bound', async () => {
  const example = /```toml\n(\[keys\].+?)```/s.exec(PAGE)?.[1];
  const { environment, userId } = configFolder(example).surroundings();
  const { keys } = await readConfig(configLocation(environment), environment, userId);
  const { rebound, problems } = readRebinding(keys);
  expect(problems).toEqual([]);
  expect(rebound.get('app.suspend')).toEqual([]);
});
