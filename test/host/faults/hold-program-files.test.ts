import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { temporaryFile } from '../../helpers/temporary-file.ts';

const HOLD = fileURLToPath(new URL('../../../src/host/faults/hold-program-files.ts', import.meta.url));

/** Runs a program in a folder `dist`, which holds the files in it and then changes them before it loads them. */
function run(program: string): string {
  const folder = dirname(temporaryFile());
  const dist = join(folder, 'dist');
  mkdirSync(dist);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(
    join(dist, 'one.js'),
    `import * as two from './two.js'; export const said = 'one and ' + two.said;\n`,
  );
  writeFileSync(join(dist, 'two.js'), `export const said = 'two';\n`);
  writeFileSync(join(dist, 'three.js'), `export const said = 'three';\n`);
  writeFileSync(
    join(dist, 'main.js'),
    `import { renameSync, rmSync, writeFileSync } from 'node:fs';
    import { holdProgramFiles, letProgramFilesGo, programFile, readProgramFiles } from ${JSON.stringify(HOLD)};
    const at = (name) => new URL(name, import.meta.url);
    const write = (name, text) => writeFileSync(at(name), text);
    const said = async (name) => {
      try {
        return (await import(name)).said;
      } catch (error) {
        return error.message + ' ' + error.cause.message.replace(/.*[/]/, '');
      }
    };
    holdProgramFiles(import.meta.dirname);
    ${program}`,
  );
  return execFileSync(process.execPath, [join(dist, 'main.js')], { encoding: 'utf8' });
}

const CHANGED = 'Its own files changed while it was starting. Start it again.';

describe('files of the program', () => {
  it('that are removed or replaced once they are held are loaded as they were', () => {
    expect(
      run(`
        renameSync(at('one.js'), at('away.js'));
        rmSync(at('two.js'));
        write('two.js', '');
        rmSync(at('three.js'));
        write('three.js', 'this is no program');
        console.log(await said('./one.js'));
        console.log(programFile(at('three.js')));`),
    ).toBe(`one and two\nexport const said = 'three';\n\n`);
  });

  it('that are written into once they were read are loaded as they were, until they are let go', () => {
    expect(
      run(`
        readProgramFiles();
        write('one.js', '');
        write('two.js', '');
        write('three.js', 'export const said = "new three";');
        console.log(await said('./one.js'));
        letProgramFilesGo();
        console.log(await said('./three.js'));`),
    ).toBe('one and two\nnew three\n');
  });

  it('that are not whole, or of another build, are said in a sentence', () => {
    expect(
      run(`
        write('two.js', 'export const said = ');
        write('three.js', '');
        console.log(await said('./one.js'));
        readProgramFiles();
        console.log(await said('./three.js'));
        console.log(await said('./four.js'));`),
    ).toBe(
      `${CHANGED} two.js is not whole\n${CHANGED} three.js is not whole\n${CHANGED} four.js is not there\n`,
    );
  });
});
