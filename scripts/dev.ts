import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { watch } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { ALSO, isBuilt } from './built-from.ts';

/**
 * Builds and starts the program, and does so again whenever what it is built from has changed:
 * `npm run dev -- --demo` for the program with --demo. It ends when the program ends well, as after `q`; after a failure
 * it waits for the next change.
 */

const root = fileURLToPath(new URL('..', import.meta.url));
const given = process.argv.slice(2);

/** An editor writes several files, or one in several steps. */
const QUIET = 100;

let running: ChildProcess | undefined;
let isRestarting = false;
let isEnding = false;
let quiet: NodeJS.Timeout | undefined;

function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

/** In a process of its own, since what builds the program may be what has changed. */
function build(): boolean {
  return (
    spawnSync(process.execPath, [join(root, 'scripts/build.ts'), '--if-changed'], { stdio: 'inherit' })
      .status === 0
  );
}

function start(): void {
  if (!build()) {
    say('It cannot be built: waiting for the next change.');
    return;
  }
  // The channel ends the program with this process, however that ends.
  running = spawn(process.execPath, ['--disable-sigusr1', join(root, 'bin/vigil.js'), ...given], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  running.once('exit', (status, signal) => {
    running = undefined;
    if (isRestarting) {
      isRestarting = false;
      start();
    } else if (isEnding || status === 0) {
      process.exit(status ?? 1);
    } else {
      say(`It ended with ${signal ?? `status ${status}`}: waiting for the next change.`);
    }
  });
}

/** It gives the terminal back before the next one takes it. */
function restart(): void {
  if (isBuilt(root) || isRestarting || isEnding) {
    return;
  }
  if (running === undefined) {
    start();
  } else {
    isRestarting = true;
    running.kill('SIGTERM');
  }
}

function changed(): void {
  clearTimeout(quiet);
  quiet = setTimeout(restart, QUIET);
}

for (const folder of ['src', 'scripts']) {
  watch(join(root, folder), { recursive: true }, changed);
}
const files = new Set(ALSO);
for (const folder of new Set(ALSO.map((file) => dirname(file)))) {
  watch(join(root, folder), (_, name) => {
    if (name !== null && files.has(join(folder, basename(name)))) {
      changed();
    }
  });
}

// Keys reach the program alone, which decides what Ctrl-C does; what ends this process ends the program first.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (running === undefined) {
      process.exit(1);
    }
    isEnding = true;
    if (signal !== 'SIGINT') {
      running.kill(signal);
    }
  });
}

start();
