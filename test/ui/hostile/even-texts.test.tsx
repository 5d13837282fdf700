import { beforeAll, describe, it } from 'vitest';

import { corpusInGroups } from './corpus-in-groups.ts';
import { expectHarmless, loadEverything } from './expect-harmless.ts';

beforeAll(loadEverything);

// Each half of the corpus has a file of its own, so that both are shown at once.
const GROUPS = corpusInGroups().filter((_group, index) => index % 2 === 0);

describe('texts of the hostile corpus, in turns, in every field of every screen', () => {
  it.each(GROUPS)('$names', async ({ texts }) => {
    await expectHarmless(...texts);
  });
});
