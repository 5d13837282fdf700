import { beforeAll, describe, it } from 'vitest';

import CORPUS from '../../fixtures/hostile-text.json' with { type: 'json' };
import { expectHarmless, loadEverything } from './expect-harmless.ts';

beforeAll(loadEverything);

// Each half of the corpus has a file of its own, so that both are shown at once.
const TEXTS = CORPUS.cases.filter((_text, index) => index % 2 === 1);

describe('text of the hostile corpus in every field of every screen', () => {
  it.each(TEXTS.map(({ name, input }) => [name, input] as const))('%s', async (_name, input) => {
    await expectHarmless(input);
  });
});
