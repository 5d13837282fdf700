import { mkdirSync } from 'node:fs';

import { expect, it } from 'vitest';

import { readNamedText } from '../../../src/host/files/read-text-file.ts';
import { temporaryFile } from '../../helpers/temporary-file.ts';

it.each<[string, (path: string) => void, string]>([
  ['a folder', mkdirSync, 'is a folder.'],
  ['nothing', () => undefined, 'is not there.'],
])('says of %s that was named as a file what it is', async (_, make, problem) => {
  const path = temporaryFile('named');
  make(path);
  await expect(readNamedText(path, { mostBytes: 100, purpose: 'a list' })).rejects.toThrow(
    `${path} ${problem}`,
  );
});
