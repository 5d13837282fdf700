import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, it } from 'vitest';

import { whyNotBuiltFrom } from './built-from.ts';
import { temporaryFile } from './temporary-file.ts';

const [BEFORE, BUILT, AFTER] = [1_772_000_000, 1_772_000_100, 1_772_000_200];

it('refuses a program that is older than any of its sources, or not there, and says what to do', () => {
  const folder = dirname(temporaryFile());
  const [sources, program] = [join(folder, 'src'), join(folder, 'vigil.js')];
  const inner = join(sources, 'deep');
  const removed = join(inner, 'removed.ts');
  const notes = join(sources, 'notes.md');
  mkdirSync(inner, { recursive: true });
  for (const file of [program, removed, notes]) {
    writeFileSync(file, '');
  }
  const at = (time: number, ...paths: readonly string[]) =>
    paths.forEach((path) => utimesSync(path, time, time));
  at(BEFORE, removed, inner, sources);
  at(AFTER, notes);
  at(BUILT, program);
  expect(whyNotBuiltFrom(sources, program)).toBeUndefined();
  at(AFTER, removed);
  expect(whyNotBuiltFrom(sources, program)).toBe(
    `${program} is older than ${removed}: run npm run build first, or npm test, which does.`,
  );
  rmSync(removed);
  at(AFTER, inner);
  expect(whyNotBuiltFrom(sources, program)).toContain(`is older than ${inner}:`);
  at(BEFORE, inner);
  expect(whyNotBuiltFrom(sources, program)).toBeUndefined();
  rmSync(program);
  expect(whyNotBuiltFrom(sources, program)).toContain('run npm run build first');
});
