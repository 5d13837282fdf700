import { expect, it } from 'vitest';

import {
  hasLightBackground,
  settleColourVariables,
  unfitness,
  wantsColour,
} from '../../../src/host/config/terminal-environment.ts';

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

it.each<[environment: NodeJS.ProcessEnv, onTerminal: boolean, onPipe: boolean]>([
  [{ TERM: 'xterm' }, true, false],
  [{ TERM: 'vt100' }, false, false],
  [{ TERM: '' }, false, false],
  [{}, false, false],
  [{ TERM: 'xterm', NO_COLOR: '' }, true, false],
  [{ TERM: 'xterm', NO_COLOR: '0' }, false, false],
  [{ TERM: 'xterm', FORCE_COLOR: '' }, true, false],
  [{ TERM: 'xterm', FORCE_COLOR: '0' }, false, false],
  [{ TERM: 'xterm', FORCE_COLOR: 'false' }, false, false],
  [{ TERM: 'xterm', FORCE_COLOR: '3' }, true, true],
  [{ FORCE_COLOR: '1' }, true, true],
  [{ TERM: 'xterm', NO_COLOR: '1', FORCE_COLOR: '1' }, false, false],
  [{ TERM: 'xterm', NO_COLOR: '', FORCE_COLOR: '1' }, true, true],
])('has colours with %o on a terminal: %s, on a pipe: %s', (environment, onTerminal, onPipe) => {
  expect([wantsColour(environment, true), wantsColour(environment, false)]).toEqual([onTerminal, onPipe]);
});

it.each<[left: NodeJS.ProcessEnv, of: NodeJS.ProcessEnv]>([
  [{ NO_COLOR: '1' }, { NO_COLOR: '1', FORCE_COLOR: '1' }],
  [{ FORCE_COLOR: '1' }, { NO_COLOR: '', FORCE_COLOR: '1' }],
  [{ NO_COLOR: '1' }, { NO_COLOR: '1' }],
  [{ FORCE_COLOR: '1' }, { FORCE_COLOR: '1' }],
])('leaves %o of %o for Node to heed', (left, of) => {
  const environment = { ...of };
  settleColourVariables(environment);
  expect(environment).toEqual(left);
});
