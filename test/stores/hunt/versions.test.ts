import { describe, expect, it } from 'vitest';

import type { Ecosystem } from '../../../src/contract/values.ts';
import { writtenVersions } from '../../../src/stores/hunt/list/written-versions.ts';
import { versionTest, type RangeEvent } from '../../../src/stores/hunt/versions.ts';

function verdict(ecosystem: Ecosystem, written: string, version: string | undefined) {
  const versions = writtenVersions(written, ecosystem);
  return versions === undefined ? 'unreadable' : versionTest(ecosystem, versions)(version);
}

describe('versions that somebody wrote', () => {
  it.each<[Ecosystem, string, string | undefined, string]>([
    ['npm', '5.6.1', '5.6.1', 'listed'],
    ['npm', '5.6.1', 'v5.6.1+build.4', 'listed'],
    ['npm', '5.6.1', '5.6.2', 'other'],
    ['npm', '5.6.1', 'latest', 'unclear'],
    ['npm', '5.6.1', undefined, 'unclear'],
    ['npm', '1.0.0, 1.0.1', '1.0.1', 'listed'],
    ['npm', '= 1.1.1 || = 1.1.2', '1.1.2', 'listed'],
    ['npm', '= 1.1.1 || = 1.1.2', '1.1.3', 'other'],
    ['npm', '>= 1.0.0, < 1.4.2', '1.4.1', 'listed'],
    ['npm', '^1.2', '1.9.0', 'listed'],
    ['npm', '1.x', '1.9.0', 'listed'],
    ['npm', '>=1 <3', '2.0.0-rc.1', 'listed'],
    ['npm', '1.2', '1.2.3', 'listed'],
    ['npm', '1.2', '1.3.0', 'other'],
    ['npm', '1', '1.9.0', 'listed'],
    ['npm', '1.2', '1.2', 'listed'],
    ['cargo', '0.1', '0.1.7', 'listed'],
    ['cargo', '1.2', '1.9.0', 'listed'],
    ['cargo', '0.1', '0.2.0', 'other'],
    ['go', 'v1.2', 'v1.2.9', 'listed'],
    ['npm', '', undefined, 'listed'],
    ['npm', '*', 'whatever', 'listed'],
    ['npm', 'soon', '1.0.0', 'unreadable'],
    ['npm', '>=abc', '1.0.0', 'unreadable'],
    ['cargo', '^0.8, <0.8.5', '0.8.4', 'listed'],
    ['cargo', '^0.8, <0.8.5', '0.9.0', 'other'],
    ['go', '1.2.3', 'v1.2.3', 'listed'],
    ['go', 'v2.0.0', 'v2.0.0+incompatible', 'listed'],
    ['go', '<0.5.0', 'v0.0.0-20190101000000-abcdefabcdef', 'listed'],
    ['go', '<0.0.0-20190101000000', 'v0.0.0-20200101000000-abcdefabcdef', 'other'],
    ['pip', '1.0', '1.0.0', 'listed'],
    ['pip', '1.0', '1.0+cpu', 'listed'],
    ['pip', '1.0.post1', '1.0-1', 'listed'],
    ['pip', '1!1.0', '1.0', 'other'],
    ['pip', '>=1.0,<2', '1.5rc1', 'listed'],
    ['pip', '>=1.0,<2', '2.0', 'other'],
    ['pip', '== 1.2.*', '1.2.7', 'listed'],
    ['pip', '= 1.2.3', '1.2.3', 'listed'],
    ['pip', '~=1.4', '1.9', 'listed'],
    ['pip', '~=1.4', 'not a version', 'unclear'],
  ])('of %s: %o has %o as %s', (ecosystem, written, version, expected) => {
    expect(verdict(ecosystem, written, version)).toBe(expected);
  });
});

describe('ranges of OSV', () => {
  const test = (ecosystem: Ecosystem, ...events: readonly [RangeEvent['kind'], string][]) =>
    versionTest(ecosystem, {
      kind: 'these',
      exact: [],
      ranges: [],
      spans: [events.map(([kind, version]) => ({ kind, version }))],
    });

  it('reach from what introduced it to before what fixed it, more than once, in any order', () => {
    const verdict = test(
      'npm',
      ['fixed', '2.1.0'],
      ['introduced', '2.0.0'],
      ['introduced', '0'],
      ['fixed', '1.0.0'],
    );
    expect(['0.1.0', '1.0.0', '1.5.0', '2.0.0', '2.0.9', '2.1.0'].map(verdict)).toEqual([
      'listed',
      'other',
      'other',
      'listed',
      'listed',
      'other',
    ]);
  });

  it('reach through the last affected one, and no further than a limit', () => {
    const through = test('pip', ['introduced', '1.0'], ['last_affected', '1.5']);
    expect(['0.9', '1.5', '1.5.0', '1.5.post1'].map(through)).toEqual(['other', 'listed', 'listed', 'other']);
    const limited = test('go', ['introduced', '1.0.0'], ['limit', '1.2.0']);
    expect(['v1.1.9', 'v1.2.0'].map(limited)).toEqual(['listed', 'other']);
    expect(test('go', ['introduced', '1.0.0'], ['limit', '*'])('v9.0.0')).toBe('listed');
  });

  it('are unclear where a bound or a version cannot be compared', () => {
    expect(test('npm', ['introduced', 'x'], ['fixed', '2.0.0'])('1.0.0')).toBe('unclear');
    expect(test('npm', ['introduced', '1.0.0'], ['fixed', '2.0.0'])('nightly')).toBe('unclear');
  });
});
