import { expect, it } from 'vitest';

import { withinSize } from '../../../src/contract/size-gate.ts';
import { detailLines, fieldsOf } from '../../../src/ui/widgets/detail.ts';

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

it('keeps labels narrow and whole: a longer one pushes its value aside, or stands above it', () => {
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

it('breaks what has no spaces behind the separators of its parts', () => {
  expect(shown({ path: '/srv/build/agents/pipeline-runner' }, 26)).toEqual([
    'path  /srv/build/agents/',
    '      pipeline-runner',
  ]);
});
