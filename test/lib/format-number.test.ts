import { describe, expect, it } from 'vitest';

import { formatBytes, formatCount, formatFixed, formatShare } from '../../src/lib/format-number.ts';

describe('a count', () => {
  it.each([
    [0, 0, '0'],
    [999, 0, '999'],
    [12_345, 0, '12,345'],
    [1_234_567, 0, '1,234,567'],
    [1234.567, 2, '1,234.57'],
    [1.5, 0, '2'],
    [2, 3, '2'],
    [-1200, 0, '-1,200'],
    [-999, 0, '-999'],
    [1e15, 0, '1,000,000,000,000,000'],
    [1e21, 0, '1,000,000,000,000,000,000,000'],
  ])('%d with %d decimals', (value, decimals, text) => {
    expect(formatCount(value, decimals)).toBe(text);
  });
});

describe('a number under others', () => {
  it.each([
    [50.5, 4, '50.5000'],
    [0, 2, '0.00'],
    [12_345.678, 2, '12,345.68'],
    [-0.00195, 6, '-0.001950'],
    [7, 0, '7'],
    [1e15, 2, '1,000,000,000,000,000'],
  ])('%d with %d digits behind the point', (value, decimals, text) => {
    expect(formatFixed(value, decimals)).toBe(text);
  });
});

describe('an amount of bytes', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [1234, '1.2 kB'],
    [9949, '9.9 kB'],
    [9960, '10 kB'],
    [34_400, '34 kB'],
    [999_499, '999 kB'],
    [999_500, '1.0 MB'],
    [34_000_000, '34 MB'],
    [1_500_000_000, '1.5 GB'],
    [2e12, '2.0 TB'],
    [5e15, '5000 TB'],
  ])('%d is %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });
});

describe('a share', () => {
  it.each([
    [1, 3, '33.3%'],
    [0, 5, '0.0%'],
    [5, 5, '100.0%'],
    [0, 0, '–'],
  ])('%d of %d is %s', (part, whole, text) => {
    expect(formatShare(part, whole)).toBe(text);
  });
});
