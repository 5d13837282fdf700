import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

import { temporaryFile } from '../../helpers/temporary-file.ts';

const HOLD = fileURLToPath(new URL('../../../src/cli/faults/hold-program-files.ts', import.meta.url));

/** Runs a program in a folder `dist`, in which its own process replaces or removes a file before it loads it. */
function run(program: string): string {
  const folder = dirname(temporaryFile());
  const dist = join(folder, 'dist');
  mkdirSync(dist);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(dist, 'one.js'), `import { two } from './two.js'; export const one = 'old ' + two;`);
  writeFileSync(join(dist, 'two.js'), `export const two = 'two';`);
  writeFileSync(join(dist, 'three.js'), `export const three = 'old three';`);
  writeFileSync(
    join(dist, 'main.js'),
    `import { rmSync, writeFileSync } from 'node:fs';
    import { holdProgramFiles } from ${JSON.stringify(HOLD)};
    const write = (name, text) => writeFileSync(new URL(name, import.meta.url), text);
    ${program}`,
  );
  return execFileSync(process.execPath, [join(dist, 'main.js')], { encoding: 'utf8' });
}

it('files of the program that are replaced or removed after the start are loaded as they were', () => {
  const said = run(`
    const release = await holdProgramFiles(import.meta.dirname);
    write('one.js', 'this is no program');
    rmSync(new URL('two.js', import.meta.url));
    console.log((await import('./one.js')).one);
    release();
    write('three.js', 'export const three = "new three";');
    console.log((await import('./three.js')).three);`);
  expect(said).toBe('old two\nnew three\n');
});
