import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { CrashFile, newestCrashFile } from '../../../src/host/faults/crash-file.ts';
import { keepFault } from '../../../src/host/faults/keep-fault.ts';
import { readableStack } from '../../../src/host/faults/readable-stack.ts';
import { temporaryFile } from '../../helpers/temporary-file.ts';

const NOW = Date.parse('2026-03-02T09:00:00Z');
const KEY = 'sk_live_canary0123456789abcdef';

let folder: string;
let environment: NodeJS.ProcessEnv;

beforeEach(() => {
  const home = dirname(temporaryFile());
  folder = join(home, 'vigil');
  environment = { XDG_STATE_HOME: home };
});

afterEach(() => vi.unstubAllEnvs());

const userId = process.getuid?.() ?? 0;

describe('a crash file', () => {
  it('stands in the state folder for its user alone, and says when, while what, and the stack with its causes', () => {
    const file = new CrashFile(environment, userId);
    expect(file.path).toBeUndefined();
    const cause = new RangeError('too far');
    const path = file.add('drawing events', new TypeError('it is broken', { cause }), NOW);
    expect(path).toBe(join(folder, `crash-2026-03-02T09-00-00Z-${process.pid}.txt`));
    expect(newestCrashFile(environment)).toBe(path);
    expect(statSync(path ?? '').mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(readFileSync(path ?? '', 'utf8')).toMatch(
      /^vigil \S+, Node v\S+, \w+ \w+\n\n2026-03-02T09:00:00\.000Z while drawing events\nTypeError: it is broken\n +at .*crash-file\.test\.ts:\d+:\d+\)?\n[^]*\ncaused by RangeError: too far\n +at [^]*\n\n$/,
    );
  });

  it('holds no key and nothing that acts on a terminal, wherever in an error it stands', () => {
    const file = new CrashFile(environment, userId);
    const others = ['AKIACANARY0123456789', 'https://me:canary-of-a-proxy@host.example'];
    const error = new TypeError(`refused ${KEY} ${others.join(' ')} \u001b]0;title\u0007`, {
      cause: `X-API-Key: ${KEY}`,
    });
    const text = readFileSync(file.add('asking', error, NOW) ?? '', 'utf8');
    expect(text).not.toMatch(/canary/i);
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f]/);
    expect(text).toContain('TypeError: refused ');
    expect(text).toContain('caused by X-API-Key: ');
  });

  it('is one for all faults of a run, and never becomes large', () => {
    const file = new CrashFile(environment, userId);
    for (let count = 0; count < 100; count++) {
      file.add('drawing', new TypeError(`${count} ${'x'.repeat(5000)}`), NOW);
    }
    expect(readdirSync(folder)).toHaveLength(1);
    expect(statSync(file.path ?? '').size).toBeLessThanOrEqual(64 * 1024);
  });

  it('is among the ten that are kept, and no other file is removed', () => {
    mkdirSync(folder, { mode: 0o700 });
    const names = Array.from({ length: 12 }, (_, day) => `crash-2026-02-${String(day + 10)}T00-00-00Z-1.txt`);
    for (const name of [...names, 'writes.jsonl', 'crash-of-mine.md']) {
      writeFileSync(join(folder, name), '', { mode: 0o600 });
    }
    const path = new CrashFile(environment, userId).add('drawing', new TypeError('x'), NOW) ?? '';
    expect(newestCrashFile(environment)).toBe(path);
    const kept = [...names.slice(3), path.slice(folder.length + 1), 'writes.jsonl', 'crash-of-mine.md'];
    expect(readdirSync(folder).sort()).toEqual(kept.sort());
  });

  it('is written of a command that ends by a mistake in the program, and not by what it says in a sentence', () => {
    vi.stubEnv('XDG_STATE_HOME', dirname(folder));
    expect(keepFault(new Error('The server failed (500).'))).toBeUndefined();
    expect(newestCrashFile(environment)).toBeUndefined();
    const path = keepFault(new TypeError('it is broken'));
    expect(path).toBeDefined();
    expect(newestCrashFile(environment)).toBe(path);
  });

  it('is not written where others can write, and that throws nothing', () => {
    mkdirSync(folder);
    chmodSync(folder, 0o770);
    const file = new CrashFile(environment, userId);
    expect(file.add('drawing', new TypeError('x'), NOW)).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
  });
});

it('a stack names the places in the sources that the bundle was made of, where there is a map', () => {
  const dist = join(dirname(temporaryFile()), 'dist');
  mkdirSync(dist);
  // The second column of the first line comes from the third line of the source.
  const map = { version: 3, sources: ['../src/ui/draw.ts'], names: [], mappings: 'AAEA' };
  writeFileSync(join(dist, 'chunk-A1.js.map'), JSON.stringify(map));
  const url = pathToFileURL(join(dist, 'chunk-A1.js')).href;
  const other = pathToFileURL(join(dist, 'main.js')).href;
  const stack = `TypeError: x\n    at draw (${url}:1:1)\n    at ${other}:2:7\n    at node:internal/timers:1:1`;
  expect(readableStack(stack)).toBe(
    `TypeError: x\n    at draw (src/ui/draw.ts:3:1)\n    at ${other}:2:7\n    at node:internal/timers:1:1`,
  );
});
