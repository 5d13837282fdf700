import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Happening, Job } from './player.ts';
import { cache, hashOfFiles, type Program } from './programs.ts';
import type { Script } from './script.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const playing = ['player.ts', 'script.ts', 'virtual-network.ts', 'virtual-world.ts'].map((name) =>
  join(here, name),
);

/** Milliseconds after which a program is taken to go round in circles, on a machine that is busy with other things, too. */
const LONGEST = 600_000;

/** Plays a script on a program before a service, or takes what was noted when that was done before, unless it is to be fresh. */
export async function play(
  program: Program,
  service: Program,
  script: Script,
  { isFresh = false }: { readonly isFresh?: boolean } = {},
): Promise<readonly Happening[]> {
  const key = createHash('sha256')
    .update(
      [process.version, hashOfFiles(playing), program.id, service.id, JSON.stringify(script)].join('\0'),
    )
    .digest('hex');
  const kept = join(cache, 'plays', key.slice(0, 32));
  if (isFresh || !existsSync(kept)) {
    mkdirSync(join(cache, 'plays'), { recursive: true, mode: 0o700 });
    // Always as long, as what shows it has so much room.
    const home = mkdtempSync(join(cache, 'home-'));
    const besides = ['json', 'out', 'db', 'db-shm', 'db-wal', 'keys'].map((ending) => `${home}.${ending}`);
    try {
      let noted = '';
      for (const isEarlier of script.earlier === undefined ? [false] : [true, false]) {
        const job: Job = { program: program.folder, service: service.service, home, script, isEarlier };
        writeFileSync(`${home}.json`, JSON.stringify(job));
        await run([join(here, 'player.ts'), `${home}.json`, `${home}.out`]);
        noted += readFileSync(`${home}.out`, 'utf8');
      }
      const told = noted
        .replaceAll(basename(home), 'home-XXXXXX')
        .replaceAll(program.id, 'X'.repeat(program.id.length));
      writeFileSync(`${home}.out`, told);
      renameSync(`${home}.out`, kept);
    } finally {
      [home, ...besides].forEach((each) => rmSync(each, { recursive: true, force: true }));
    }
  }
  return readFileSync(kept, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Happening);
}

function run(given: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, given, { stdio: ['ignore', 'ignore', 'pipe'], timeout: LONGEST });
    let complaints = '';
    child.stderr.on('data', (piece: Buffer) => (complaints += piece.toString()));
    child.on('error', reject);
    child.on('close', (status) =>
      status === 0 ? resolve() : reject(new Error(`The player ended with status ${status}. ${complaints}`)),
    );
  });
}
