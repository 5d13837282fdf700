import { describe, expect, it } from 'vitest';

import {
  findBlockedMaintainer,
  findBlockedPackage,
  readBlockedLists,
} from '../../../src/server/synth/blocked-lists.ts';
import { facts } from './sample.ts';

const scoped = facts({ package: '@harbor/left-shelf', version: '2.0.1' });

describe('findBlockedPackage', () => {
  it.each([
    ['@harbor/left-shelf'],
    ['@Harbor/Left-Shelf'],
    ['@harbor/left-shelf@2.0.1'],
    ['@harbor/left-shelf@*'],
    ['@harbor/left-shelf==2.0.1'],
    ['npm:@harbor/left-shelf'],
    ['npm/@harbor/left-shelf@v2.0.1'],
    ['  @harbor/left-shelf '],
    [{ name: '@harbor/left-shelf' }],
    [{ package: '@harbor/left-shelf', ecosystem: 'NPM', version: '*' }],
    [{ name: '@harbor/left-shelf', version: '2.0.1' }],
    [{ name: 'npm:@harbor/left-shelf@2.0.1' }],
  ])('finds it by %j', (element) => {
    expect(findBlockedPackage(readBlockedLists([element], []), scoped)).toBeDefined();
  });

  it.each([
    ['left-shelf'],
    ['@harbor/left-shelf@2.0.2'],
    ['pip:@harbor/left-shelf'],
    [{ name: '@harbor/left-shelf', ecosystem: 'cargo' }],
    [{ name: '@harbor/left-shelf', version: '1.0.0' }],
    [{ reason: '@harbor/left-shelf' }],
    [''],
    [null],
    [42],
    [[]],
  ])('does not find it by %j', (element) => {
    expect(findBlockedPackage(readBlockedLists([element], []), scoped)).toBeUndefined();
  });

  it('looks at every element of the same name', () => {
    const lists = readBlockedLists(['left-shelf@1.0.0', { name: 'left-shelf', version: '1.4.0' }], []);
    expect(findBlockedPackage(lists, facts())?.version).toBe('1.4.0');
  });

  it('reads a Go module, whose name has slashes', () => {
    const lists = readBlockedLists(['go:github.com/harbor/pool@v1.2.0'], []);
    const module = facts({ ecosystem: 'go', package: 'github.com/harbor/pool', version: 'v1.2.0' });
    expect(findBlockedPackage(lists, module)).toBeDefined();
  });
});

describe('findBlockedMaintainer', () => {
  it.each([['quietlabs'], ['@quietlabs'], [{ name: 'QUIETLABS' }], [{ handle: 'quietlabs', reason: 'x' }]])(
    'finds them by %j',
    (element) => {
      expect(findBlockedMaintainer(readBlockedLists([], [element]), facts())).toBeDefined();
    },
  );

  it.each([['quiet'], [''], [{}], [null]])('does not find them by %j', (element) => {
    expect(findBlockedMaintainer(readBlockedLists([], [element]), facts())).toBeUndefined();
  });
});
