import { expect, it } from 'vitest';

import { isBackgroundLight } from '../../../src/host/config/background.ts';

const SAYS_LIGHT = { COLORFGBG: '0;15' };

it.each([
  ['the flag', 'dark', 'light', SAYS_LIGHT, false],
  ['the flag', 'light', 'dark', {}, true],
  ['the config file', undefined, 'light', {}, true],
  ['the config file', undefined, 'dark', SAYS_LIGHT, false],
  ['the terminal', undefined, undefined, SAYS_LIGHT, true],
  ['nothing', undefined, undefined, {}, false],
] as const)('goes by what %s says of the background', (_who, flag, setting, environment, light) => {
  expect(isBackgroundLight(flag, setting, environment)).toBe(light);
});
