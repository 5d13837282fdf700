import { describe, it } from 'vitest';

import { FAULT_NAMES, type FaultRates } from '../../src/server/base/faults.ts';
import { IS_NIGHTLY } from '../helpers/nightly.ts';
import { everyChoiceWithEveryFault } from './configurations.ts';
import { workShift } from './shift.ts';

const MIXED: readonly FaultRates[] = [
  { 'error-500': 0.1, reset: 0.1, 'lost-answer': 0.2, 'rate-limited': 0.05 },
  { 'html-200': 0.1, truncate: 0.1, slow: 0.2, hang: 0.05, 'lost-answer': 0.2 },
  Object.fromEntries(FAULT_NAMES.map((name) => [name, 0.04])),
];

describe.each(IS_NIGHTLY ? [1, 2, 3] : [1])('a console comes to show what is true, seed %i', (seed) => {
  it.each(FAULT_NAMES.map((name) => [name]))('in spite of %s', (name) =>
    workShift({ faults: { [name]: 0.3 }, seed }),
  );

  it.each(MIXED.map((faults, index) => [index + 1, faults] as const))(
    'in spite of mixed faults %i',
    (_number, faults) => workShift({ faults, seed }),
  );
});

describe.each(IS_NIGHTLY ? [1, 2] : [])('a console comes to show what is true, cover %i', (seed) => {
  it.each(everyChoiceWithEveryFault(0.2, seed).map((settings, index) => [index + 1, settings] as const))(
    'under configuration %i with faults',
    (_number, settings) => workShift({ ...settings, seed }),
  );
});
