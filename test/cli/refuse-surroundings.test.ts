import { userInfo } from 'node:os';

import { expect, it } from 'vitest';

import { homeFolder } from '../../src/cli/config/config-file.ts';
import { refuseSurroundings } from '../../src/cli/refuse-surroundings.ts';

it.each<[NodeJS.Platform, Readonly<Record<string, string>>, string]>([
  ['win32', { HOME: '/home/a' }, 'vigil does not run on Windows itself.'],
  ['linux', { HOME: 'home' }, 'HOME is not an absolute path'],
  ['darwin', { HOME: '~' }, 'HOME is not an absolute path'],
])('on %s with %j it is refused', (platform, environment, sentence) => {
  expect(() => refuseSurroundings(platform, environment)).toThrow(sentence);
});

it.each<[NodeJS.Platform, Readonly<Record<string, string>>]>([
  ['linux', { HOME: '/home/a' }],
  ['darwin', {}],
  ['linux', { HOME: '' }],
])('on %s with %j it runs', (platform, environment) => {
  expect(() => refuseSurroundings(platform, environment)).not.toThrow();
});

it('the home is never a folder below the working folder', () => {
  const { homedir } = userInfo();
  expect(homeFolder({ HOME: '/home/a' })).toBe('/home/a');
  expect([{}, { HOME: '' }, { HOME: 'here' }].map(homeFolder)).toEqual([homedir, homedir, homedir]);
});
