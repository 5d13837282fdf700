import { expect, it } from 'vitest';

import { reportOfDropped } from '../../../src/terminal/screen/rejected-cells.ts';

it('says how much was kept from the terminal, and nothing when all was shown', () => {
  expect(reportOfDropped(0)).toBeUndefined();
  expect(reportOfDropped(1)).toMatch(/^1 piece of output .+ kept from the terminal/);
  expect(reportOfDropped(12)).toMatch(/^12 pieces of output .+ kept from the terminal/);
});
