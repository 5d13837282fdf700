import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const filesIn = (folder: string) =>
  readdirSync(join(ROOT, folder), { encoding: 'utf8', recursive: true }).map((path) => join(folder, path));
const SOURCES = ['src', 'test', 'scripts'].flatMap((folder) => filesIn(folder));
const PAGES = [...readdirSync(ROOT), ...filesIn('docs'), ...filesIn('src')].filter((path) =>
  path.endsWith('.md'),
);

it.each(PAGES)('every link of %s leads to a file, and to a heading of it', (page) => {
  const missing = [...read(page).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => {
      const [path = '', heading] = link.split('#');
      const target = path === '' ? page : join(dirname(page), path);
      return (
        !existsSync(join(ROOT, target)) || (heading !== undefined && !headingsOf(target).includes(heading))
      );
    });
  expect(missing).toEqual([]);
});

/** The pages beside the sources; that of the service is about how it is run, and names none. */
const isMap = (page: string) => page.startsWith('src/') && page !== 'src/server/README.md';
const MAPS = ['CONTRIBUTING.md', 'docs/architecture.md', ...PAGES.filter(isMap)];

it.each(MAPS)('%s names no source that does not exist', (page) => {
  const named = [...read(page).matchAll(/`([a-z][\w./-]*\.(?:tsx?|js))`/gi)]
    .map(([, path = '']) => path)
    .filter((path) => !path.includes('NAME'));
  expect(named.length).toBeGreaterThan(5);
  // A page may leave out the folders before it.
  const missing = named.filter((path) => !SOURCES.some((source) => `/${source}`.endsWith(`/${path}`)));
  expect(missing).toEqual([]);
});

function read(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8');
}

/** The headings of a page, as links name them. */
function headingsOf(page: string): readonly string[] {
  return [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^a-z0-9 -]/g, '')
      .replaceAll(' ', '-'),
  );
}
