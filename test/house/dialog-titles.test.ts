import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

import { LEAST_SCREEN } from '../../src/stores/view/view-store.ts';

const COMMANDS = fileURLToPath(new URL('../../src/commands/', import.meta.url));

/** A rule has so many columns around its title. */
const AROUND_TITLE = 4;

/** What opens a dialog, up to its title, and that in quotes. */
const OPENED = /open(?:Dialog|Menu)\(\s*context,\s*\{[^{}[\]]*?\btitle: (['`])(.*?)\1,/gs;

it('no title of a dialog is cut on the smallest screen, as far as it quotes nothing', () => {
  const titles = globSync('**/*.ts', { cwd: COMMANDS }).flatMap((path) =>
    [...readFileSync(`${COMMANDS}${path}`, 'utf8').matchAll(OPENED)].map(([, , title = '']) => title),
  );
  expect(titles.length).toBeGreaterThan(40);
  const cut = titles.filter(
    (title) => !title.includes('${') && title.length > LEAST_SCREEN.columns - AROUND_TITLE,
  );
  expect(cut).toEqual([]);
});
