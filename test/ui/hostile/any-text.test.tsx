import fc from 'fast-check';
import { beforeAll, it } from 'vitest';

import { IS_NIGHTLY } from '../../helpers/nightly.ts';
import { expectHarmless, loadEverything } from './expect-harmless.ts';

beforeAll(loadEverything);

it('any text in every field of every screen', async () => {
  const part = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.constantFrom(
      '\u001b[2J',
      '\u001b]52;c;eA==\u0007',
      '\u009b31m',
      '\u202e',
      'क्ष',
      'กำ',
      'שלום 12',
      '\u1112\u1161',
      '👍🏿',
      '\r',
      '\n',
    ),
  );
  const texts = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''));
  await fc.assert(
    fc.asyncProperty(texts, (text) => expectHarmless(text)),
    { numRuns: IS_NIGHTLY ? 100 : 2, endOnFailure: true },
  );
}, 600_000);
