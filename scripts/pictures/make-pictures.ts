import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';

import { format, resolveConfig } from 'prettier';

import { playScene } from './play-scene.ts';
import type { Scene } from './scene.ts';
import { SCENES } from './scenes.ts';

/**
 * Makes the pictures of the documentation from the running program, and the page that shows them: `npm run picture`, or
 * `npm run picture -- NAME…` for some of them.
 */

const DOCS = fileURLToPath(new URL('../../docs/', import.meta.url));

/** So many programs run at once. */
const AT_ONCE = 2;

function pageOf(scenes: readonly Scene[]): string {
  const parts = scenes.map(
    ({ name, title, text, columns, rows }) =>
      `## ${title}\n\n${text}\n\n![${title}, ${columns} by ${rows}](screens/${name}.svg)\n`,
  );
  return `# Screens\n\nTaken from the running program on its embedded demo by \`npm run picture\`.\n\n${parts.join('\n')}`;
}

/** Makes them one after the other, and all that can be made. Returns what kept the others from it. */
async function makePictures(scenes: readonly Scene[]): Promise<readonly unknown[]> {
  const waiting = [...scenes];
  const problems: unknown[] = [];
  const makeNext = async () => {
    for (let scene = waiting.shift(); scene !== undefined; scene = waiting.shift()) {
      try {
        writeFileSync(`${DOCS}screens/${scene.name}.svg`, await playScene(scene));
        process.stdout.write(`docs/screens/${scene.name}.svg\n`);
      } catch (error) {
        problems.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, makeNext));
  return problems;
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !SCENES.some((scene) => scene.name === name));
if (unknown.length > 0) {
  process.stderr.write(
    `There is no scene ${unknown.join(', ')}. There are: ${SCENES.map(({ name }) => name).join(', ')}.\n`,
  );
  process.exit(2);
}
mkdirSync(`${DOCS}screens`, { recursive: true });
const problems = await makePictures(
  SCENES.filter(({ name }) => wanted.length === 0 || wanted.includes(name)),
);
const page = `${DOCS}screens.md`;
writeFileSync(page, await format(pageOf(SCENES), { ...(await resolveConfig(page)), filepath: page }));
for (const problem of problems) {
  process.stderr.write(`${inspect(problem)}\n`);
}
process.exitCode = problems.length === 0 ? 0 : 1;
