import { expect, it } from 'vitest';

import { isLicenceAllowed } from '../../../src/server/synth/licences.ts';

const allowed = new Set(['mit', 'apache-2.0']);

it.each([
  ['MIT', true],
  ['mit', true],
  ['GPL-3.0-only', false],
  ['MIT OR GPL-3.0-only', true],
  ['GPL-3.0-only OR MIT', true],
  ['MIT AND GPL-3.0-only', false],
  ['MIT AND Apache-2.0', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['GPL-2.0-only OR GPL-3.0-only', false],
  ['Apache-2.0 WITH LLVM-exception', false],
  ['', false],
])('%s is allowed: %s', (expression, expected) => {
  expect(isLicenceAllowed(expression, allowed)).toBe(expected);
});
