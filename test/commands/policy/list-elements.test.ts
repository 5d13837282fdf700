import { describe, expect, it } from 'vitest';

import { addToList, describeElement } from '../../src/commands/list-elements.ts';

describe('an element of a list', () => {
  it.each([
    ['evil', 'evil'],
    [{ name: 'evil', reason: 'malware', added_by: null }, 'evil, reason malware'],
    [{ maintainer: 'eve', since: 2024 }, 'eve, since 2024'],
    [{ scope: { registry: 'npm' } }, 'scope {"registry":"npm"}'],
    [7, '7'],
    [null, 'null'],
  ])('%j reads as one line', (element, expected) => {
    expect(describeElement(element)).toBe(expected);
  });

  it.each([
    ['the first of all', [], 'evil', ['evil']],
    ['text among text', ['a'], 'evil', ['a', 'evil']],
    ['an object among objects', [{ package: 'a' }], 'evil', [{ package: 'a' }, { package: 'evil' }]],
    ['text where both occur', [{ name: 'a' }, 'b'], 'evil', [{ name: 'a' }, 'b', 'evil']],
    ['text where no field names it', [{ weight: 1 }], 'evil', [{ weight: 1 }, 'evil']],
  ])('is added as %s', (_what, items, text, expected) => {
    expect(addToList(items, text)).toEqual({ items: expected });
  });

  it('takes several that commas separate', () => {
    expect(addToList(['a'], 'b, c')).toEqual({ items: ['a', 'b', 'c'] });
    expect(addToList([{ name: 'a' }], 'b,c')).toEqual({
      items: [{ name: 'a' }, { name: 'b' }, { name: 'c' }],
    });
  });

  it.each([
    ['it is empty', ['a'], ' '],
    ['one of several is empty', ['a'], 'b,,c'],
    ['one of several is listed', ['a'], 'b, a'],
    ['it is named twice', ['a'], 'b, b'],
    ['it holds a space', ['a'], 'two words'],
    ['it is listed as text', ['evil'], ' evil '],
    ['it is listed as an object', [{ package: 'evil', reason: 'malware' }], 'evil'],
  ])('is refused when %s', (_what, items, text) => {
    expect(addToList(items, text)).toHaveProperty('problem');
  });
});
