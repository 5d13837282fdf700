import { expect, it } from 'vitest';

import { noteDoubt, UNREAD } from '../../../src/sync/tail/slice-state.ts';

it('keeps what contradicted the total first, since the rest may follow from it', () => {
  const doubted = noteDoubt(noteDoubt(UNREAD, 'denies-rows'), 'exceeds-rows');
  expect(doubted.doubt).toBe('denies-rows');
});
