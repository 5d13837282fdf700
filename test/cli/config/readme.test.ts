import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { configLocation, readConfig } from '../../../src/host/config/config-file.ts';
import { ALLOWED_SETTINGS } from '../../../src/host/config/config-schema.ts';
import { readRebinding } from '../../../src/commands/app/rebinding.ts';
import { configFolder } from '../../helpers/config-folder.ts';

const README = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');

test('the config file in the README is one', async () => {
  const example = /```toml\n(.+?)```/s.exec(README)?.[1];
  const { environment, userId } = configFolder(example).surroundings();
  const { defaultProfile } = await readConfig(configLocation(environment), environment, userId);
  expect(defaultProfile).toBe('acme');
});

test.each([...ALLOWED_SETTINGS.profile, ...ALLOWED_SETTINGS.file])(
  'the README names the setting %s',
  (name) => {
    expect(README).toMatch(new RegExp(`\`${name}\`|^\\[${name}\\.`, 'm'));
  },
);

test('the keys in the README can be bound', async () => {
  const example = /```toml\n(\[keys\].+?)```/s.exec(README)?.[1];
  const { environment, userId } = configFolder(example).surroundings();
  const { keys } = await readConfig(configLocation(environment), environment, userId);
  const { rebound, problems } = readRebinding(keys);
  expect(problems).toEqual([]);
  expect(rebound.get('app.suspend')).toEqual([]);
});
