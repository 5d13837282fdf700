import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { spawn } from '@lydell/node-pty';
import { build } from 'esbuild';

import { say, timesAsMuch } from './measure.ts';

interface Memory {
  readonly rss: number;
  readonly heapUsed: number;
  readonly arrayBuffers: number;
}

const BARE = `const { rss, heapUsed, arrayBuffers } = (gc(), gc(), process.memoryUsage());
process.stdout.write(JSON.stringify({ rss, heapUsed, arrayBuffers }));`;

/** What memory it takes to hold events, beside bare Node and, where it is installed, lnav with the same events in a file. */
export async function measureMemory(events: readonly object[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-bench-'));
  try {
    const file = join(folder, 'events.jsonl');
    writeFileSync(file, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
    const program = join(folder, 'hold-events.mjs');
    await build({
      entryPoints: [fileURLToPath(new URL('hold-events.ts', import.meta.url))],
      outfile: program,
      bundle: true,
      format: 'esm',
      platform: 'node',
      logLevel: 'error',
    });
    const run = (...args: readonly string[]) =>
      JSON.parse(execFileSync(process.execPath, ['--expose-gc', ...args], { encoding: 'utf8' })) as Memory;
    const bare = run('-e', BARE);
    say(
      `memory with ${events.length} events`,
      'rss MB',
      'of bare Node',
      'heap MB',
      'buffers MB',
      'bytes/event',
    );
    const show = (name: string, { rss, heapUsed, arrayBuffers }: Memory, empty?: Memory) =>
      say(
        `  ${name}`,
        inMegabytes(rss),
        timesAsMuch(rss, bare.rss),
        inMegabytes(heapUsed),
        inMegabytes(arrayBuffers),
        empty === undefined
          ? ''
          : String(
              Math.round(
                (heapUsed + arrayBuffers - empty.heapUsed - empty.arrayBuffers) / Math.max(1, events.length),
              ),
            ),
      );
    show('bare Node', bare);
    const empty = run(program, file, 'empty');
    show('nothing held', empty);
    show('in the store', run(program, file, 'store'), empty);
    show('in the store, and known to the tail', run(program, file, 'tail'), empty);
    const lnav = await measureLnav(file);
    if (lnav !== undefined) {
      say('  lnav', inMegabytes(lnav), timesAsMuch(lnav, bare.rss));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The resident memory of lnav once it has read a file; undefined where it is not installed. */
async function measureLnav(file: string): Promise<number | undefined> {
  try {
    execFileSync('lnav', ['-V'], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  const lnav = spawn('lnav', [file], {
    cols: 160,
    rows: 45,
    env: { ...process.env, TERM: 'xterm-256color' },
  });
  lnav.onData(() => undefined);
  try {
    let before = 0;
    for (;;) {
      await wait(2000);
      const status = readFileSync(`/proc/${lnav.pid}/status`, 'utf8');
      const resident = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024;
      if (resident === before) {
        return resident;
      }
      before = resident;
    }
  } finally {
    lnav.kill();
  }
}

function inMegabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1);
}
