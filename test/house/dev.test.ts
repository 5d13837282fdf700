import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, it, onTestFinished } from 'vitest';

import { temporaryFile } from '../helpers/temporary-file.ts';

const SCRIPTS = fileURLToPath(new URL('../../scripts/', import.meta.url));

/** Takes what the source says into the built program, unless it is broken; and says when the one before still runs. */
const BUILD = `
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { noteBuiltFrom, stateOfSources } from './built-from.ts';
if (existsSync('running')) console.log('too early');
const source = readFileSync('src/deep/a.ts', 'utf8');
if (source === 'broken') throw new Error('is broken');
mkdirSync('dist', { recursive: true });
writeFileSync('dist/vigil.js', source);
noteBuiltFrom(stateOfSources('.'), '.');
`;

/** Fails where it says so, ends well where it is the last, and runs until it is ended otherwise, which takes a moment. */
const PROGRAM = `
const { readFileSync, rmSync, writeFileSync } = require('node:fs');
const source = readFileSync('dist/vigil.js', 'utf8');
const end = () => { rmSync('running'); console.log('end', source); process.exit(143); };
process.on('SIGTERM', () => setTimeout(end, 300));
console.log('start', source, ...process.argv.slice(2));
if (source === 'fails') process.exit(3);
if (source === 'last') process.exit(0);
writeFileSync('running', '');
setInterval(() => {}, 1000);
`;

it('builds and starts the program again whenever a source changes, with its arguments, until it ends well', async () => {
  const root = dirname(temporaryFile());
  for (const folder of ['src/deep', 'scripts', 'bin', 'node_modules']) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  for (const script of ['dev.ts', 'built-from.ts']) {
    copyFileSync(join(SCRIPTS, script), join(root, 'scripts', script));
  }
  const source = (text: string) => writeFileSync(join(root, 'src/deep/a.ts'), text);
  source('one');
  writeFileSync(join(root, 'scripts/build.ts'), BUILD);
  writeFileSync(join(root, 'bin/vigil.js'), PROGRAM);
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }');
  copyFileSync(
    fileURLToPath(new URL('../../bin/package.json', import.meta.url)),
    join(root, 'bin/package.json'),
  );

  const command = [process.execPath, join(root, 'scripts/dev.ts'), '--demo', 'a b'];
  // One stream for both outputs keeps their order.
  const child = spawn('sh', ['-c', 'exec "$@" 2>&1', 'sh', ...command], { cwd: root });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  const heard = new Set<() => void>();
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.stdout.on('data', (data: Buffer) => {
    said += data.toString();
    heard.forEach((listener) => listener());
  });
  const sawNext = (sentence: string) =>
    new Promise<void>((resolve) => {
      const look = () => {
        const at = said.indexOf(sentence);
        if (at >= 0) {
          said = said.slice(at + sentence.length);
          heard.delete(look);
          resolve();
        }
      };
      heard.add(look);
      look();
    });

  await sawNext('start one --demo a b\n');
  source('fails');
  await sawNext('end one\nstart fails --demo a b\nIt ended with status 3: waiting for the next change.\n');
  source('broken');
  await sawNext('It cannot be built: waiting for the next change.\n');
  source('last');
  await sawNext('start last --demo a b\n');
  expect(await ended).toBe(0);
  expect(readFileSync(join(root, 'dist/vigil.js'), 'utf8')).toBe('last');
});
