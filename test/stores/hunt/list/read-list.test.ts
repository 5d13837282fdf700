import { describe, expect, it } from 'vitest';

import { readHuntList } from '../../../../src/stores/hunt/list/read-list.ts';
import type { HuntList, ListProblem } from '../../../../src/stores/hunt/hunt-list.ts';
import type { ListKind } from '../../../../src/stores/hunt/list-kinds.ts';

function list(text: string, kind?: ListKind): HuntList {
  const reading = readHuntList(text, kind);
  if ('problems' in reading) {
    throw new Error(reading.problems.map(({ line, sentence }) => `${line}: ${sentence}`).join('\n'));
  }
  return reading.list;
}

function problems(text: string, kind?: ListKind): readonly ListProblem[] {
  const reading = readHuntList(text, kind);
  return 'problems' in reading ? reading.problems : [];
}

/** Entries in short: `npm chalk 5.6.1`. */
function shortOf({ entries }: HuntList): readonly string[] {
  return entries.map(({ ecosystem = 'any', name, versions }) => {
    const which =
      versions.kind === 'these'
        ? [
            ...versions.exact,
            ...versions.ranges,
            ...versions.spans.map((span) => `${span.length} bounds`),
          ].join(' ')
        : versions.kind;
    return `${ecosystem} ${name} ${which}`;
  });
}

describe('a CSV', () => {
  it.each([
    ['chalk,5.6.1\n@scope/name,>=1 <2\n', ['any chalk 5.6.1', 'any @scope/name >=1 <2']],
    ['\u{feff}Package,Version\r\nchalk,5.6.1\r\n', ['any chalk 5.6.1']],
    ['ecosystem;name;version\nPyPI;Foo_Bar;"1.0; 1.1"\n', ['pip Foo_Bar 1.0 1.1']],
    ['name\tversion\nchalk\t\n', ['any chalk any']],
    [
      '# seen on Monday\nchalk@5.6.1\n\n@ctrl/tinycolor@4.1.1\n',
      ['any chalk 5.6.1', 'any @ctrl/tinycolor 4.1.1'],
    ],
    ['package\nchalk\n', ['any chalk any']],
    ['left-pad,1.0.0,crates.io', ['cargo left-pad 1.0.0']],
    ["name,version\n'@scope/name,1.0.0\n", ['any @scope/name 1.0.0']],
    [
      'requests==2.0\nfoo[bar]>=1.1 \nleft-pad@1.0.0\n',
      ['pip requests ==2.0', 'pip foo >=1.1', 'any left-pad 1.0.0'],
    ],
    ['name,severity,versions\nchalk,high,= 5.6.1 || = 5.6.2\n', ['any chalk = 5.6.1 = 5.6.2']],
  ])('of %o', (text, expected) => {
    expect(shortOf(list(text))).toEqual(expected);
    expect(list(text).kind).toBe('csv');
  });

  it('names each bad line by its number, and what to write', () => {
    expect(
      problems('name,version,ecosystem\nchalk,5.6.1,npm\nchalk,soon,npm\n,1.0.0,npm\n"a b",1.0.0,npm\n'),
    ).toEqual([
      {
        line: 3,
        sentence: 'soon is neither a version nor a range of npm. Write 1.2.3, >=1.2 <1.4 or nothing for any.',
      },
      { line: 4, sentence: 'Nothing is no name of a package. Write name,version or name,version,ecosystem.' },
      { line: 5, sentence: 'a b is no name of a package. Write name,version or name,version,ecosystem.' },
    ]);
    expect(problems('name,version\nchalk,1.0.0\n"unclosed,1.0\nx,2\n')).toEqual([
      {
        line: undefined,
        sentence: 'Row 3 opens a quote that is never closed. A quote in a quoted value is written twice.',
      },
    ]);
    expect(problems('a,1.0\n"x"y,2\n')).toMatchObject([{ line: 2 }]);
    expect(problems('a=b,1.0.0\nleft\u001b[31mpad,1.0.0\n').map(({ line }) => line)).toEqual([1, 2]);
  });

  it('counts ecosystems that the API does not know', () => {
    expect(list('a,1.0.0,npm\nb,1.0.0,Maven\n').skipped).toEqual([{ reason: 'ecosystem', named: 'Maven' }]);
  });
});

describe('purls', () => {
  it('reads names, scopes and encoded signs, with qualifiers and subpaths, and none for any version', () => {
    const text = [
      'pkg:npm/%40scope/name@1.2.3?arch=x#lib/a',
      'pkg:npm/@scope/name@1.2.3',
      'pkg:pypi/Foo_Bar',
      'pkg:golang/github.com/Azure/go-sdk@v1.0.0%2Bincompatible#sub',
      'pkg:cargo/serde_json@1.0.0',
      'pkg:maven/org.x/y@1',
    ].join('\n');
    expect(shortOf(list(text))).toEqual([
      'npm @scope/name 1.2.3',
      'npm @scope/name 1.2.3',
      'pip foo-bar any',
      'go github.com/Azure/go-sdk v1.0.0+incompatible',
      'cargo serde_json 1.0.0',
    ]);
    expect(list(text).skipped).toEqual([{ reason: 'ecosystem', named: 'maven' }]);
  });

  it('names a bad line', () => {
    expect(problems('pkg:npm/a@1.0.0\npkg:npm/\npkg:npm/a?vers=x')).toEqual([
      { line: 2, sentence: 'pkg:npm/ is no purl. Write pkg:npm/name@1.2.3.' },
      { line: 3, sentence: 'pkg:npm/a?vers=x has a range. Write it into a CSV: name,version,ecosystem.' },
    ]);
  });
});

const advisory = (id: string, ...affected: readonly object[]) => ({ id, affected });
const chalk = { package: { ecosystem: 'npm', name: 'chalk' }, versions: ['5.6.1'] };

describe('OSV', () => {
  it.each([
    ['one record', JSON.stringify(advisory('MAL-1', chalk), null, 2)],
    ['a list', JSON.stringify([advisory('MAL-1', chalk)])],
    ['an answer of osv.dev', JSON.stringify({ vulns: [advisory('MAL-1', chalk)] })],
    ['a line each', `${JSON.stringify(advisory('MAL-1', chalk))}\n${JSON.stringify({ id: 'MAL-2' })}\n`],
  ])('reads %s', (_, text) => {
    expect(shortOf(list(text))).toEqual(['npm chalk 5.6.1']);
    expect(list(text).entries[0]?.matched).toBe('MAL-1');
  });

  it('takes versions and ranges, all of them where a range has no end, and says what can match nothing', () => {
    const range = (type: string, ...events: readonly object[]) => ({ type, events });
    const text = JSON.stringify([
      advisory(
        'A',
        { package: { ecosystem: 'npm', name: 'a' }, ranges: [range('SEMVER', { introduced: '0' })] },
        {
          package: { ecosystem: 'PyPI', name: 'b' },
          versions: ['1.0'],
          ranges: [range('ECOSYSTEM', { introduced: '0' }, { fixed: '2' })],
        },
        { package: { ecosystem: 'Go', name: 'c' }, ranges: [range('GIT', { introduced: '0' })] },
        { ranges: [range('GIT', { introduced: '0' })] },
        { package: { ecosystem: 'Debian:11', name: 'd' }, versions: ['1'] },
        { package: { purl: 'pkg:cargo/e' }, versions: ['1.0.0'] },
        { package: { ecosystem: 'npm', name: 'f' } },
        { package: { ecosystem: 'npm', name: 'g' }, ranges: [range('SEMVER', { fixed: '2' })] },
      ),
      { ...advisory('W', chalk), withdrawn: '2026-01-01T00:00:00Z' },
    ]);
    expect(shortOf(list(text))).toEqual(['npm a any', 'pip b 1.0 2 bounds', 'go c unknown', 'cargo e 1.0.0']);
    expect(list(text).skipped.map(({ reason }) => reason)).toEqual([
      'commits',
      'commits',
      'ecosystem',
      'no-versions',
      'no-versions',
      'withdrawn',
    ]);
  });

  it('says where JSON is wrong, and of what it does not know', () => {
    expect(problems('{"id": 1,\n  oops}')[0]?.sentence).toContain('something is wrong in line 2');
    expect(problems('{"bomFormat": "CycloneDX"}')[0]?.sentence).toContain('neither OSV');
    expect(problems('{"id":"a"}\nnot json')).toMatchObject([{ line: 2 }]);
    expect(problems('')[0]?.sentence).toContain('Nothing is in this list');
    expect(problems('{"id":"a"}', 'lock')[0]?.sentence).toContain('no lock file of npm');
  });
});

describe('a lock file of npm', () => {
  it('of version 3: aliases by what they stand for, nested ones, without links and the project itself', () => {
    const text = JSON.stringify({
      lockfileVersion: 3,
      packages: {
        '': { name: 'mine', version: '1.0.0' },
        'packages/own': { version: '1.0.0' },
        'node_modules/own': { resolved: 'packages/own', link: true },
        'node_modules/chalk': { version: '5.6.1' },
        'node_modules/@a/b': { version: '1.0.0' },
        'node_modules/@a/b/node_modules/chalk': { version: '4.0.0' },
        'node_modules/alias': { name: 'real', version: '2.0.0' },
        'node_modules/fork': { version: '1.0.0', resolved: 'git+ssh://git@github.com/a/b.git#0' },
      },
    });
    expect(shortOf(list(text))).toEqual([
      'npm chalk 5.6.1',
      'npm @a/b 1.0.0',
      'npm chalk 4.0.0',
      'npm real 2.0.0',
    ]);
    expect(list(text).skipped.map(({ named }) => named)).toEqual(['node_modules/own', 'node_modules/fork']);
  });

  it('of version 1: the tree', () => {
    const text = JSON.stringify({
      lockfileVersion: 1,
      requires: true,
      dependencies: {
        chalk: { version: '5.6.1', dependencies: { ansi: { version: '1.0.0' } } },
        alias: { version: 'npm:@real/one@2.0.0' },
        fork: { version: 'git+https://github.com/a/b.git#0' },
      },
    });
    expect(shortOf(list(text))).toEqual(['npm chalk 5.6.1', 'npm ansi 1.0.0', 'npm @real/one 2.0.0']);
    expect(list(text).skipped).toEqual([{ reason: 'not-from-registry', named: 'node_modules/fork' }]);
  });
});
