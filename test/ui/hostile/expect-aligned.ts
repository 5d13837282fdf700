import { expect } from 'vitest';

import type { Frame } from '../../../src/terminal/screen/cell-row.ts';

/** What must be where, whatever stands beside it: the words in the first rows of a list, under their heading. */
const VERDICTS: Readonly<Record<string, readonly [heading: string, ...verdicts: readonly string[]]>> = {
  events: ['OUTCOME', '✖ BLOCK', '▲ REVIEW', '· allow'],
  agents: ['STATUS', '● active', '❚❚ suspended', '✖ deleted'],
};
const HEADINGS: Readonly<Record<string, readonly string[]>> = {
  events: ['TIME', 'OUTCOME', 'PACKAGE', 'VERSION', 'ECOSYSTEM', 'HOST', 'TYPE', 'REASON'],
  agents: ['STATUS', 'HOST', 'USER', 'OS', 'ARCH', 'VERSION', 'LAST SEEN', 'FLAGS'],
  sessions: ['ACTIVE', 'PROJECT', 'BRANCH', 'HOST'],
};

/** Under these there is nothing but ASCII and tokens. */
const IDENTIFIERS = [
  'PACKAGE',
  'VERSION',
  'ECOSYSTEM',
  'HOST',
  'TYPE',
  'USER',
  'OS',
  'ARCH',
  'PROJECT',
  'BRANCH',
];

/** Expects that verdicts and columns of the list of a tab are where they belong. */
export function expectAligned(tab: string, frame: Frame): void {
  const heading = HEADINGS[tab];
  if (heading === undefined) {
    return;
  }
  // A strip may stand above the list.
  const place = frame.findIndex(({ glyphs }) =>
    heading.every((title) => glyphs.join('').includes(` ${title}`)),
  );
  const titles = frame[place]?.glyphs.join('') ?? '';
  const starts = heading.map((title) => titles.indexOf(` ${title}`) + 1);
  expect(starts.filter((start) => start === 0)).toEqual([]);
  // Beside text from right to left a blank may be one that keeps it in its place.
  const rows = frame
    .slice(place + 1, place + 5)
    .map(({ glyphs }) => glyphs.map((glyph) => (glyph === '\u2800' ? ' ' : glyph)));
  expect(rows.flatMap((glyphs) => starts.slice(1).map((start) => glyphs.slice(start - 2, start)))).toEqual(
    Array(4 * (starts.length - 1)).fill([' ', ' ']),
  );
  const identifiers = heading.flatMap((title, index) =>
    IDENTIFIERS.includes(title) && index + 1 < starts.length
      ? rows.map((glyphs) => glyphs.slice(starts[index], starts[index + 1]).join(''))
      : [],
  );
  for (const shown of identifiers) {
    // Behind a name that several have stands a part of the id, which has a flag of its own.
    expect(shown).toMatch(/^(⚑ )?[ -~…–\u2400-\u2421×]*( \(⚑ [ -~…–\u2400-\u2421×]*)?$/);
  }
  const [under, ...verdicts] = VERDICTS[tab] ?? [];
  const start = starts[heading.indexOf(under ?? '')] ?? 0;
  const told = rows.map((glyphs) =>
    glyphs
      .slice(start, start + 14)
      .join('')
      .replaceAll(/ +/g, ' ')
      .trimStart(),
  );
  for (const [index, verdict] of verdicts.entries()) {
    expect(
      told.some((words) => words.startsWith(verdict)),
      `${index}: ${told.join('|')}`,
    ).toBe(true);
  }
}
