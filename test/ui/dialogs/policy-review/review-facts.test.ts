import { expect, it } from 'vitest';

import type { FieldEstimate } from '../../../../src/stores/policy/estimate/estimate.ts';
import { describeEstimate } from '../../../../src/ui/dialogs/policy-review/review-facts.ts';

const NONE = { block: 0, review: 0, allow: 0 };

function told(field: Partial<FieldEstimate>): string | undefined {
  const whole = {
    field: 'min_scorecard',
    effect: 'loosens',
    touched: 0,
    evaluated: 0,
    becoming: NONE,
    blocked: [],
  } as const;
  return describeEstimate({ of: 1240, fields: [{ ...whole, ...field }], leftOut: [] })[1];
}

it.each([
  [
    { touched: 61, evaluated: 58, becoming: { ...NONE, allow: 58 } },
    'could evaluate 58 of 61 blocked or reviewed events: it would make 58 allowed. Nothing is known of the other 3.',
  ],
  [
    { effect: 'tightens', touched: 1179, evaluated: 31 },
    'could evaluate 31 of 1,179 allowed or reviewed events: none of these 31 would change. Nothing is known of the other 1,148.',
  ],
  [
    { effect: 'tightens', touched: 1179 },
    'could evaluate none of 1,179 allowed or reviewed events, so nothing is known.',
  ],
  [{ touched: 0 }, 'no event was blocked or reviewed, so there is nothing to evaluate.'],
  [
    { effect: 'tightens', touched: 3, evaluated: 3, becoming: { ...NONE, block: 2 }, blocked: [['worm', 2]] },
    'could evaluate 3 of 3 allowed or reviewed events: it would make 2 blocked (worm 2).',
  ],
] as const)('says on how many events it rests: %j', (field, sentence) => {
  expect(told(field)).toBe(`min_scorecard: ${sentence}`);
});

it('names the fields that it leaves out, and says that no event is loaded', () => {
  expect(describeEstimate({ of: 9, fields: [], leftOut: ['allowed_licenses'] })).toEqual([
    'No estimate for allowed_licenses: events do not say what it looks at.',
  ]);
  expect(describeEstimate({ of: 0, fields: [], leftOut: ['allowed_licenses'] })).toEqual([
    'Estimate: none, since no event is loaded.',
  ]);
});
