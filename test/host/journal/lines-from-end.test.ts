import { writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';

import fc from 'fast-check';
import { expect, it } from 'vitest';

import { linesFromEnd } from '../../../src/host/journal/lines-from-end.ts';
import { temporaryFile } from '../../helpers/temporary-file.ts';

it('gives every line of a file, the last one first, wherever its parts are cut', async () => {
  const path = temporaryFile();
  const line = fc.oneof(
    fc.constantFrom('', 'a', 'ä⛏'),
    fc.string({ unit: fc.constantFrom('x', 'é', '𝄞'), maxLength: 40 }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(line),
      fc.boolean(),
      fc.integer({ min: 1, max: 50 }),
      async (lines, ends, size) => {
        writeFileSync(path, `${lines.join('\n')}${ends ? '\n' : ''}`);
        const file = await open(path);
        const read: string[] = [];
        for await (const part of linesFromEnd(file, {}, size)) {
          read.push(...part);
        }
        await file.close();
        expect(read.reverse()).toEqual(lines.filter((each) => each !== ''));
      },
    ),
    { numRuns: 200 },
  );
});
