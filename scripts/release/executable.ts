import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';
import { inject } from 'postject';

import { buildFor, filesOf, makerOf, type Platform } from './node-binaries.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DIST = join(ROOT, 'dist');

/** The program, what its stacks are read with, and the terms of what it contains. */
const PROGRAM_FILES = /\.(js|map|txt)$/;

const MAIN = 'main.cjs';

/** Names by which Node finds what was added to it, and knows that something was. */
const ADDED = 'NODE_SEA_BLOB';
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/** Makes the single executable of a platform from the built program: Node, and all of `dist` in it. */
export async function makeExecutable(platform: Platform, file: string): Promise<void> {
  const base = buildFor(platform);
  const folder = mkdtempSync(join(tmpdir(), 'vigil-executable-'));
  try {
    const added = await addition(folder, filesOf(makerOf(base)).binary);
    mkdirSync(dirname(file), { recursive: true });
    copyFileSync(filesOf(base).binary, file);
    await quietly(() =>
      inject(file, ADDED, added, {
        sentinelFuse: FUSE,
        ...(platform.startsWith('darwin') ? { machoSegmentName: 'NODE_SEA' } : {}),
      }),
    );
    chmodSync(file, 0o755);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What is added to Node: the script that it runs, and the files of the program. */
async function addition(folder: string, node: string): Promise<Buffer> {
  await build({
    entryPoints: [join(ROOT, 'bin/single-executable.js')],
    outfile: join(folder, MAIN),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
  });
  const names = readdirSync(DIST)
    .filter((name) => PROGRAM_FILES.test(name))
    .sort();
  const output = join(folder, 'added');
  const configuration = {
    // It is written into the executable as it is here: relative, so that every folder makes the same.
    main: MAIN,
    output,
    disableExperimentalSEAWarning: true,
    // What is kept of compiled code is made on the machine that runs it, for its own processor.
    useCodeCache: false,
    // Signals open no inspector, and neither does anything that the environment says.
    execArgv: ['--disable-sigusr1'],
    execArgvExtension: 'none',
    assets: Object.fromEntries(names.map((name) => [name, join(DIST, name)])),
  };
  const file = join(folder, 'configuration.json');
  writeFileSync(file, JSON.stringify(configuration));
  execFileSync(node, ['--experimental-sea-config', file], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return readFileSync(output);
}

/** The library that adds it warns of the names of sections that Node lacks, and needs none of them. */
async function quietly(run: () => Promise<void>): Promise<void> {
  const { warn } = console;
  Object.assign(console, { warn: () => undefined });
  try {
    await run();
  } finally {
    Object.assign(console, { warn });
  }
}
