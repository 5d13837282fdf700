import fc from 'fast-check';
import { expect, it } from 'vitest';

import { withinSize } from '../../../src/contract/size-gate.ts';
import { detailLines, fieldsOf } from '../../../src/ui/widgets/detail.ts';
import { lineColumns } from '../../../src/ui/widgets/line.ts';

function shown(raw: Readonly<Record<string, unknown>>, columns = 60): readonly string[] {
  return detailLines(fieldsOf(raw, 'agent'), columns, false).map((line) =>
    line
      .map(({ text }) => text)
      .join('')
      .trimEnd(),
  );
}

it('escapes and flags what names something, wherever it stands', () => {
  expect(
    shown({ username: 'lоdаsh', subject: { package: '▲ REVIEW' }, metadata: { git_branch: 'main ' } }),
  ).toEqual([
    'username      ⚑ l\\u{43e}d\\u{430}sh',
    'subject',
    '  package     ⚑ \\u{25b2} REVIEW',
    'metadata',
    '  git_branch  ⚑ main␠',
  ]);
});

it('shows what is told in any script, and names of plain letters without a flag', () => {
  expect(shown({ hostname: 'ci-01', note: 'задержка — 3 с' })).toEqual([
    'hostname  ci-01',
    'note      задержка — 3 с',
  ]);
});

it('shows a long name whole, on as many lines as it takes', () => {
  const path = `/${'a'.repeat(60)}`;
  expect(
    shown({ path }, 50)
      .map((line) => line.slice('path  '.length))
      .join(''),
  ).toBe(path);
});

it('counts the elements of a list that were sent, also those that were left out before', () => {
  const { plain } = withinSize({ plain: Array(130_000).fill('x') });
  const { objects } = withinSize({ objects: Array(130_000).fill({ n: 1 }) });
  expect(shown({ plain }).slice(-1)).toEqual(['  129000 more']);
  expect(shown({ objects })[0]).toBe('objects       130000 elements');
  expect(shown({ objects }).at(-1)).toBe('  129950 more');
});

it('keeps labels narrow and whole where values would have little room beside them', () => {
  const raw = {
    known_vulnerabilities: 0,
    first_published_upstream_at: 'a long time ago, and nobody knows when',
    license: 'ISC',
  };
  expect(shown(raw, 40)).toEqual([
    'known_vulnerabilities  0',
    'first_published_upstream_at',
    '              a long time ago, and',
    '              nobody knows when',
    'license       ISC',
  ]);
});

it('sets the values of an object under each other, however long its labels are', () => {
  const raw = {
    id: 'a-01',
    payload: { known_vulnerabilities: 0, license: 'ISC', size: { kB: 12 }, similar_to: 'lodash' },
    status: 'active',
  };
  expect(shown(raw)).toEqual([
    'id            a-01',
    'payload',
    '  known_vulnerabilities  0',
    '  license                ISC',
    '  size',
    '    kB        12',
    '  similar_to             lodash',
    'status        active',
  ]);
});

it('leaves long values their room where they would take many more rows beside long labels', () => {
  const raw = { known_vulnerabilities: 4, advisories: 'GHSA-1111, '.repeat(20).trim() };
  expect(shown(raw).slice(0, 2)).toEqual([
    'known_vulnerabilities  4',
    `advisories    ${'GHSA-1111, '.repeat(4).trim()}`,
  ]);
});

it('draws no line wider than its room, and every value whole', () => {
  const name = fc.stringMatching(/^[a-z_]{1,30}$/);
  const value = fc.stringMatching(/^[1-9-]{1,60}$/);
  const record = fc.dictionary(name, fc.oneof(value, fc.dictionary(name, value)));
  fc.assert(
    fc.property(record, fc.integer({ min: 30, max: 120 }), (raw, columns) => {
      const lines = detailLines(fieldsOf(raw, 'any'), columns, false);
      expect(Math.max(0, ...lines.map(lineColumns))).toBeLessThanOrEqual(columns);
      const values = Object.values(raw).flatMap((each) =>
        typeof each === 'string' ? [each] : Object.values(each),
      );
      const drawn = lines.map((line) => line.map(({ text }) => text).join('')).join('');
      expect(drawn.replaceAll(/[^1-9-]/g, '')).toBe(values.join(''));
    }),
  );
});

it('breaks what has no spaces behind the separators of its parts', () => {
  expect(shown({ path: '/srv/build/agents/pipeline-runner' }, 26)).toEqual([
    'path  /srv/build/agents/',
    '      pipeline-runner',
  ]);
});
