import { describe, expect, it } from 'vitest';

import { memoizeLast, memoizeSame } from '../../../src/stores/base/memoize-last.ts';

describe('a result that is remembered', () => {
  it('is the same for the same inputs, and made anew for others', () => {
    let made = 0;
    const sum = memoizeLast((left: number, right: number) => ({ sum: left + right, made: ++made }));
    expect(sum(1, 2)).toBe(sum(1, 2));
    expect(sum(1, 3)).toEqual({ sum: 4, made: 2 });
    expect(sum(1, 2)).toEqual({ sum: 3, made: 3 });
  });

  it('is made anew for more inputs, and for none', () => {
    const count = memoizeLast((...inputs: readonly unknown[]) => [inputs.length]);
    expect([count(), count(undefined), count(undefined, undefined), count()]).toEqual([[0], [1], [2], [0]]);
  });
});

describe('an object that is remembered', () => {
  it('is the one before while all fields are the same, and the new one otherwise', () => {
    const same = memoizeSame<{ readonly text: string; readonly rows: readonly string[] | undefined }>();
    const rows = ['a'];
    const first = same({ text: 'x', rows });
    expect(same({ text: 'x', rows })).toBe(first);
    expect(same({ text: 'x', rows: ['a'] })).not.toBe(first);
    expect(same({ text: 'x', rows: undefined })).toEqual({ text: 'x', rows: undefined });
    expect(same({ text: 'y', rows })).toEqual({ text: 'y', rows });
  });
});
