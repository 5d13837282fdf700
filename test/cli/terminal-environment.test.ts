import { expect, it } from 'vitest';

import { hasLightBackground } from '../../src/cli/terminal-environment.ts';

it.each([
  ['0;15', true],
  ['0;7', true],
  ['0;default;15', true],
  ['15;0', false],
  ['15;8', false],
  ['12;default', false],
  ['', false],
  [undefined, false],
])('takes a background for light by COLORFGBG=%s: %s', (colours, light) => {
  expect(hasLightBackground(colours === undefined ? {} : { COLORFGBG: colours })).toBe(light);
});
