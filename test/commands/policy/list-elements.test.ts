import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  createElement,
  findFieldProblem,
  readTypedElements,
  shapeOfElements,
} from '../../../src/commands/policy/list-elements.ts';
import { describeElement } from '../../../src/stores/policy/describe-element.ts';
import { NOW } from '../../helpers/sample-data.ts';

it.each([
  ['evil', 'evil'],
  [{ name: 'evil', reason: 'malware', added_by: null }, 'evil, reason malware'],
  [{ maintainer: 'eve', since: 2024 }, 'eve, since 2024'],
  [{ scope: { registry: 'npm' } }, 'scope {"registry":"npm"}'],
  [7, '7'],
  [null, 'null'],
])('the element %j reads as one line', (element, expected) => {
  expect(describeElement(element)).toBe(expected);
});

describe('a new element', () => {
  const added = (items: readonly unknown[], values: Readonly<Record<string, string>> = {}) =>
    createElement(shapeOfElements(items), 'new', values, NOW);

  it.each([
    ['the first of all', [], 'new'],
    ['text among text', ['a'], 'new'],
    ['an object among objects', [{ package: 'a' }], { package: 'new' }],
    ['what most are', [{ name: 'a' }, 'b', 'c'], 'new'],
    ['what most are', [{ name: 'a' }, 'b', { name: 'c' }], { name: 'new' }],
    ['what the last one is where as many are either', [{ name: 'a' }, 'b'], 'new'],
    ['text where no field names it', [{ weight: 1 }], 'new'],
  ])('is %s', (_what, items, expected) => {
    expect(added(items)).toEqual(expected);
  });

  it('has the fields that most others have, with what is known of them, and the time it is made at', () => {
    const items = [
      { id: 1, name: 'a', ecosystem: 'npm', weight: 2, added_at: '2026-01-01T00:00:00Z', hold: true },
      {
        id: 2,
        name: 'b',
        ecosystem: 'npm',
        weight: 3,
        added_at: '2026-01-02T00:00:00Z',
        note: 'rare',
        hold: false,
      },
      { id: 3, name: 'c', weight: 4, added_at: '2026-01-03T00:00:00Z', hold: true },
    ];
    expect(shapeOfElements(items)).toEqual({
      kind: 'object',
      nameField: 'name',
      fields: [
        { name: 'ecosystem', kind: 'text', usual: 'npm' },
        { name: 'weight', kind: 'number', usual: undefined },
        { name: 'added_at', kind: 'time', usual: undefined },
        { name: 'hold', kind: 'flag', usual: undefined },
      ],
    });
    expect(added(items, { ecosystem: 'pip', weight: ' 7 ', hold: 'false' })).toEqual({
      name: 'new',
      ecosystem: 'pip',
      weight: 7,
      added_at: new Date(NOW).toISOString(),
      hold: false,
    });
    expect(added(items)).toEqual({ name: 'new', added_at: new Date(NOW).toISOString() });
  });

  it('takes from another list only how elements are named', () => {
    const others = [{ name: 'mallory', reason: 'stolen key' }];
    expect(createElement(shapeOfElements([], others), 'new', {}, NOW)).toEqual({ name: 'new' });
    expect(createElement(shapeOfElements([], [{ maintainer: 'eve' }]), 'new', {}, NOW)).toBe('new');
  });

  it('has a shape that the next one has too', () => {
    const named = fc.oneof(fc.constantFrom('a', 'b'), fc.record({ name: fc.constantFrom('a', 'b') }));
    fc.assert(
      fc.property(fc.array(named, { minLength: 1, maxLength: 6 }), (items) => {
        const shape = shapeOfElements(items);
        expect(shapeOfElements([...items, createElement(shape, 'new', {}, NOW)])).toEqual(shape);
      }),
    );
  });
});

it.each([
  ['number', 'many', 'It must be a number, as in the other elements.'],
  ['number', '1e3', undefined],
  ['flag', 'yes', 'It must be true or false.'],
  ['flag', 'true', undefined],
  ['text', 'anything', undefined],
  ['number', '  ', undefined],
] as const)('a field that is a %s and gets %j: %s', (kind, text, expected) => {
  expect(findFieldProblem({ name: 'note', kind }, text)).toBe(expected);
});

describe('what is typed', () => {
  it('is names that commas separate', () => {
    expect(readTypedElements(['a'], ' b, c')).toMatchObject({ names: ['b', 'c'] });
  });

  it('is those of several that can be added, and counts the others, each once', () => {
    const isValid = (name: string) => name !== 'd';
    expect(readTypedElements(['a', { name: 'c' }], 'b,, a, two words, c, b, d, two words', isValid)).toEqual({
      names: ['b'],
      listed: 2,
      repeated: 2,
      invalid: ['two words', 'd'],
    });
  });

  it.each([
    ['a, c', 'All of it is in the list already.', undefined],
    ['a, two words', /^None of it can be added: the first that is not valid holds a space/, 'two words'],
  ])('is refused when none of several can be added: %s', (text, problem, about) => {
    const typed = readTypedElements(['a', 'c'], text);
    expect(typed).toMatchObject({ problem: expect.stringMatching(problem) as string });
    expect('about' in typed ? typed.about : undefined).toBe(about);
  });

  it('is one element as JSON, whatever is in it', () => {
    const element = { name: 'b', nested: { deep: [1] } };
    expect(readTypedElements(['a'], JSON.stringify(element))).toEqual({ element });
  });

  it('may have the name of an element that is about one version alone', () => {
    expect(readTypedElements([{ name: 'b', version: '1.0.0' }], 'b')).toMatchObject({ names: ['b'] });
  });

  it.each([
    ['it is empty', ['a'], ' '],
    ['all of several is empty', ['a'], ' ,, '],
    ['it holds a space', ['a'], 'two words'],
    ['it holds what cannot be seen', ['a'], 'ev\u202eil'],
    ['it begins with what cannot be seen', ['a'], '\ufeffevil'],
    ['it ends with a space that is no blank', ['a'], 'evil\u00a0'],
    ['it is an object without a name', ['a'], '{"foo": 1}'],
    ['it is an object with an empty name', ['a'], '{"name": " "}'],
    ['it is listed as text', ['evil'], ' evil '],
    ['it is listed as an object', [{ package: 'evil', reason: 'malware' }], 'evil'],
    ['it begins as JSON and is none', ['a'], '{"name": '],
    ['the object is listed', [{ name: 'a' }], '{"name": "a", "reason": "other"}'],
  ])('is refused when %s', (_what, items, text) => {
    expect(readTypedElements(items, text)).toHaveProperty('problem');
  });
});
