import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';

import { beforeEach, describe, expect, it } from 'vitest';

import { LISTENER } from '../../../src/terminal/life/heartbeat.ts';

const beats = new Int32Array(1);
let used: { user: number; system: number };
let happened: string[];
let isClosed: boolean;
let terminals: readonly number[];
let look: () => void;

beforeEach(() => {
  beats[0] = 0;
  used = { user: 0, system: 0 };
  happened = [];
  isClosed = false;
  terminals = [0, 1];
  const modules: Readonly<Record<string, unknown>> = {
    'node:worker_threads': {
      workerData: {
        beats,
        interval: 2000,
        stuckAfter: 4000,
        looksWithoutTerminal: 5,
        words: 2,
        word: 'stuck',
      },
    },
    'node:tty': { isatty: (descriptor: number) => terminals.includes(descriptor) },
    'node:fs': {
      writeSync(_descriptor: number, word: string) {
        if (isClosed) {
          throw new Error('EIO');
        }
        happened.push(word);
      },
    },
  };
  runInNewContext(LISTENER, {
    Atomics,
    require: (name: string) => modules[name],
    process: { pid: 7, cpuUsage: () => used, kill: (...told: unknown[]) => happened.push(told.join(' ')) },
    setInterval: (run: () => void) => void (look = run),
  });
});

/** Works for so many milliseconds of processor time, half of it in the kernel. */
function work(milliseconds: number): void {
  used = { user: used.user + milliseconds * 500, system: used.system + milliseconds * 500 };
  look();
}

describe('a loop', () => {
  it('that gets round is let be, however much it works', () => {
    for (let round = 0; round < 10; round++) {
      Atomics.add(beats, 0, 1);
      work(3999);
      work(3999);
    }
    expect(happened).toEqual([]);
  });

  it('that stands still without working is let be: it was stopped, or waits for a disk', () => {
    for (let looks = 0; looks < 1000; looks++) {
      look();
    }
    work(3999);
    expect(happened).toEqual([]);
  });

  it('that stands still is ended once its terminal has been gone for some looks, and not before', () => {
    terminals = [];
    for (let round = 0; round < 10; round++) {
      Atomics.add(beats, 0, 1);
      look();
      for (let looks = 0; looks < 4; looks++) {
        look();
      }
    }
    expect(happened).toEqual([]);
    terminals = [1];
    look();
    expect(happened).toEqual([]);
    terminals = [];
    look();
    expect(happened).toEqual(['stuck', '7 SIGKILL']);
  });

  it('that only works is ended after four seconds of that, with a word where that can be written', () => {
    work(2000);
    work(2000);
    expect(happened).toEqual(['stuck', '7 SIGKILL']);
    happened = [];
    isClosed = true;
    look();
    expect(happened).toEqual(['7 SIGKILL']);
  });
});

it('its thread starts beside large answers, and never ends the process', () => {
  const heartbeat = fileURLToPath(new URL('../../../src/terminal/life/heartbeat.ts', import.meta.url));
  // V8 would end it at a collection that falls into the start of a thread, for which some threads are needed.
  const program = `
    import { once } from 'node:events';
    import { listenOnThread } from ${JSON.stringify(heartbeat)};
    const text = 'abcdefghij'.repeat(1e6);
    const started = [];
    for (let each = 0; each < 24; each++) {
      if (each % 3 === 0) {
        const thread = listenOnThread(2, '');
        thread.ref();
        started.push(once(thread, 'online'));
      }
      globalThis.answer = JSON.stringify({ text: text + each });
    }
    await Promise.all(started);
    console.log(started.length, 'threads');
    process.exit();`;
  expect(execFileSync(process.execPath, ['-e', program], { encoding: 'utf8' })).toBe('8 threads\n');
});
