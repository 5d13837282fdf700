import { describe, expect, it } from 'vitest';

import type { Estimate, FieldEstimate } from '../../../../src/stores/policy/estimate/estimate.ts';
import { createTheme } from '../../../../src/ui/theme.ts';
import { estimateLines } from '../../../../src/ui/dialogs/policy-review/estimate-lines.ts';

const NONE = { block: 0, review: 0, allow: 0 };
const WHOLE = {
  field: 'min_scorecard',
  effect: 'loosens',
  touched: 0,
  evaluated: 0,
  more: NONE,
  less: NONE,
  blocked: [],
} as const;
const PERIOD = [Date.UTC(2026, 10, 20, 3, 15), Date.UTC(2026, 10, 28, 4, 3)] as const;

function shown(
  fields: readonly Partial<FieldEstimate>[],
  { columns = 100, sideBySide = true, ascii = false, ...more }: Partial<Estimate> & Look = {},
): readonly string[] {
  const estimate: Estimate = {
    of: 1240,
    period: PERIOD,
    fields: fields.map((field) => ({ ...WHOLE, ...field })),
    leftOut: [],
    ...more,
  };
  const look = { columns, zone: 'utc', theme: createTheme({ colour: false, ascii, sideBySide }) } as const;
  return estimateLines(estimate, look).map((line) =>
    line
      .map(({ text }) => text)
      .join('')
      .trimEnd(),
  );
}

interface Look {
  readonly columns?: number;
  readonly sideBySide?: boolean;
  readonly ascii?: boolean;
}

const LOOSENED = {
  touched: 61,
  evaluated: 58,
  more: { ...NONE, review: 10, allow: 48 },
  less: { ...NONE, block: 58 },
};
const TIGHTENED = {
  field: 'review_on_new_package_days',
  effect: 'tightens',
  touched: 1179,
  evaluated: 1031,
  more: { ...NONE, block: 1012 },
  less: { ...NONE, allow: 1000, review: 12 },
  blocked: [
    ['worm', 1000],
    ['moth', 12],
  ],
} as const;

describe('what a draft would have decided otherwise', () => {
  it('is two columns of figures for blocks and for reviews, beneath each other', () => {
    expect(shown([LOOSENED, TIGHTENED])).toEqual([
      ' Estimate from 1,240 loaded events, 2026-11-20 03:15Z to 2026-11-28 04:03Z, each change by itself.',
      ' Judged are those that it may touch and that say enough.',
      ' FIELD                       BLOCKED MORE  LESS  REVIEWED MORE  LESS   JUDGED',
      ' min_scorecard                          0    58             10     0   58 of 61',
      ' review_on_new_package_days         1,012     0              0    12   1,031 of 1,179',
      '   blocked more: worm 1,000, moth 12',
    ]);
  });

  it('says which events were judged, and which would be blocked, in the same row where there is room', () => {
    expect(shown([TIGHTENED], { columns: 160 }).at(-1)).toBe(
      ' review_on_new_package_days         1,012     0              0    12   1,031 of 1,179 allowed or reviewed   worm 1,000, moth 12',
    );
  });

  it('has no figure where nothing could be evaluated, and says why', () => {
    const lines = shown(
      [
        { touched: 61 },
        { field: 'max_known_vulnerabilities', touched: 1, effect: 'tightens' },
        { field: 'typosquat_threshold' },
      ],
      { leftOut: ['allowed_licenses', 'quarantine_hours'] },
    );
    expect(lines.slice(2)).toEqual([
      ' min_scorecard              not evaluated: 61 events do not say enough of the scorecard',
      ' max_known_vulnerabilities  not evaluated: 1 event does not say enough of the vulnerabilities',
      ' typosquat_threshold        not evaluated: no loaded event was blocked or reviewed',
      ' allowed_licenses           not evaluated: events have no field for the licence',
      ' quarantine_hours           not evaluated: what it looks at is not known',
    ]);
  });

  it.each([60, 78, 80, 100, 160])('fits into %d columns with what it says of each field', (columns) => {
    const lines = shown([LOOSENED, TIGHTENED], { columns, leftOut: ['blocked_maintainers'] });
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(columns);
    for (const words of ['58 of 61', '1,031 of 1,179', '1,012', 'no field for the maintainers']) {
      expect(lines.join('\n')).toContain(words);
    }
  });

  it('is a sentence for each field where it is read aloud', () => {
    expect(
      shown([LOOSENED, TIGHTENED, { ...LOOSENED, more: NONE, less: NONE }], {
        sideBySide: false,
        columns: 200,
      }).slice(1),
    ).toEqual([
      ' min_scorecard: 58 fewer blocked, 10 more reviewed, judged 58 of 61 blocked or reviewed.',
      ' review_on_new_package_days: 1,012 more blocked (worm 1,000, moth 12), 12 fewer reviewed, judged 1,031 of 1,179 allowed or reviewed.',
      ' min_scorecard: none blocked or reviewed otherwise, judged 58 of 61 blocked or reviewed.',
    ]);
  });

  it('draws the names of others harmless', () => {
    const blocked = [['\u001b]0;gone\u0007', 3]] as const;
    const lines = shown([{ ...TIGHTENED, blocked }], { ascii: true });
    expect(lines.join('')).not.toMatch(/[^ -~]/);
    expect(lines.at(-1)).toContain(']0;gone');
  });

  it('says that no event is loaded', () => {
    expect(shown([], { of: 0, period: undefined, leftOut: ['allowed_licenses'] })).toEqual([
      ' Estimate: none, since no event is loaded.',
    ]);
  });
});
