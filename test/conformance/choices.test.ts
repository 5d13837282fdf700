import { describe, it } from 'vitest';

import { IS_NIGHTLY } from '../helpers/nightly.ts';
import { everyTwoChoices } from './configurations.ts';
import { workShift } from './shift.ts';

describe.each(IS_NIGHTLY ? [1, 2, 3] : [1])('a console shows what is true, cover %i', (seed) => {
  it.each(everyTwoChoices(seed).map((choices, index) => [index + 1, choices] as const))(
    'under configuration %i',
    (_number, choices) => workShift({ choices, seed }),
  );
});
