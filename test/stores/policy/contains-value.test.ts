import { describe, expect, it } from 'vitest';

import { containsValue } from '../../../src/stores/policy/contains-value.ts';

describe('a stored value is what was written', () => {
  it.each([
    [5, 5],
    [false, false],
    [
      ['MIT', 'Apache-2.0'],
      ['Apache-2.0', 'MIT'],
    ],
    [['evil', 'evil'], ['evil']],
    [[{ name: 'evil', reason: 'x' }], [{ reason: 'x', name: 'evil' }]],
    [[{ name: 'evil', added_at: '2026-03-02T09:00:00Z' }], [{ name: 'evil' }]],
    [
      [{ name: 'evil', added_at: '2026-03-02T09:00:00Z' }, 'worse'],
      ['worse', 'evil'],
    ],
    [[], []],
  ])('%j of %j', (stored, written) => {
    expect(containsValue(stored, written)).toBe(true);
  });
});

describe('a stored value is not what was written', () => {
  it.each([
    [5, 6],
    [undefined, 5],
    [['evil'], ['evil', 'worse']],
    [['evil', 'worse'], ['evil']],
    [['evil'], []],
    [[{ name: 'evil', version: '1' }], [{ name: 'evil', version: '2' }]],
    [[{ name: 'evil' }], [{ name: 'worse' }]],
    [['evil'], [{ name: 'evil' }]],
    [[1], [2]],
  ])('%j of %j', (stored, written) => {
    expect(containsValue(stored, written)).toBe(false);
  });
});
