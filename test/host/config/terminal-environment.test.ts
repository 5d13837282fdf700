import { expect, it } from 'vitest';

import { hasLightBackground, unfitness } from '../../../src/host/config/terminal-environment.ts';

it.each([
  ['0;15', true],
  ['0;7', true],
  ['0;default;15', true],
  ['15;0', false],
  ['15;8', false],
  ['12;default', false],
  ['x;99999', false],
  ['0;16', false],
  ['0;07', false],
  ['', false],
  [undefined, false],
])('takes a background for light by COLORFGBG=%s: %s', (colours, light) => {
  expect(hasLightBackground(colours === undefined ? {} : { COLORFGBG: colours })).toBe(light);
});

it.each([
  [{ TERM: 'dumb' }, /^This terminal .* lines: vigil --demo --accessible$/],
  [{}, /\(TERM=xterm vigil --demo\).* lines: vigil --demo --accessible$/],
])('says with which flags the console can be read as lines: %o', (environment, sentence) => {
  expect(unfitness(environment, 'vigil --demo')).toMatch(sentence);
});
