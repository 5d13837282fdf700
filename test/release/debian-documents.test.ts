import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { debianChangelog, debianCopyright } from '../../scripts/release/debian-documents.ts';
import { buildFor, filesOf, ownPlatform } from '../../scripts/release/node-binaries.ts';

const COMPANIONS = {
  license: 'The licence.\n',
  changelog: '',
  manPage: '',
  completions: { bash: '', zsh: '', fish: '' },
};

it('the changelog of Debian has each version with its points in short lines', () => {
  const point = `${'word '.repeat(20)}end`;
  const changelog = `# Changelog

## [Unreleased]

- Not out yet.

## [1.1.0] - 2026-02-03

### Added

- One
  thing.
- ${point}

## [1.0.0] - 2026-01-02

- The first one.
`;
  expect(debianChangelog(changelog, 'A <a@example.org>')).toBe(`vigil (1.1.0) unstable; urgency=medium

  * One thing.
  * ${'word '.repeat(15).trim()}
    ${'word '.repeat(5)}end

 -- A <a@example.org>  Tue, 03 Feb 2026 00:00:00 +0000

vigil (1.0.0) unstable; urgency=medium

  * The first one.

 -- A <a@example.org>  Fri, 02 Jan 2026 00:00:00 +0000
`);
});

it('the copyright of Debian names the Apache License where its terms are there to the word, and only there', () => {
  const license = readFileSync(filesOf(buildFor(ownPlatform() ?? 'linux-x64')).license, 'utf8');
  const ends = (text: string) => text.match(/END OF TERMS AND CONDITIONS/g) ?? [];
  expect(ends(license).length).toBeGreaterThan(1);
  const copyright = debianCopyright({ ...COMPANIONS, thirdParty: license });
  expect(ends(copyright)).toEqual([]);
  expect(copyright.match(/^ +The terms are those of .*$/gm)).toHaveLength(ends(license).length);
  expect(copyright).toContain('The licence.\n');
  const changed = license.replace(/perpetual,\s+worldwide/, 'short');
  expect(ends(debianCopyright({ ...COMPANIONS, thirdParty: changed }))).toHaveLength(1);
});
