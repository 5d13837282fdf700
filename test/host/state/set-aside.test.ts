import { readFileSync, writeFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { setAside } from '../../../src/host/state/set-aside.ts';
import { stampOf } from '../../../src/host/state/state-place.ts';
import { temporaryFile } from '../../helpers/temporary-file.ts';

it('sets aside what was looked at, and not what another console put in its place meanwhile', () => {
  const path = temporaryFile();
  writeFileSync(path, 'damage');
  const stamp = stampOf(path);
  writeFileSync(path, 'written anew');
  expect(setAside(path, stamp)).toBeUndefined();
  expect(readFileSync(path, 'utf8')).toBe('written anew');
  expect(setAside(path, stampOf(path))).toBe(`${path}.damaged-1`);
});
