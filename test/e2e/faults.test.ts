import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterEach, describe, expect, it, onTestFinished } from 'vitest';

import { newestCrashFile } from '../../src/host/faults/crash-file.ts';
import { runProgram } from '../helpers/built-program.ts';
import { temporaryState } from '../helpers/command-process.ts';
import { startSocketServer } from '../helpers/socket-server.ts';
import { Terminal } from '../helpers/terminal.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const KEY = 'sk_live_canary0123456789';

let terminal: Terminal | undefined;

afterEach(() => {
  terminal?.dispose();
  terminal = undefined;
});

/** A copy of the built program, whose files a test may replace. */
function copiedProgram(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-copy-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const part of ['bin', 'dist', 'package.json']) {
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

function startCopy(folder: string, environment: Readonly<Record<string, string>>): Terminal {
  terminal = new Terminal(process.execPath, [join(folder, 'bin/vigil.js'), '--demo'], {
    columns: 120,
    rows: 40,
    environment,
  });
  return terminal;
}

/** Runs a copy of the program without a terminal, of which some files are emptied before it starts. */
function runEmptied(files: RegExp, environment: Readonly<Record<string, string>> = {}) {
  const folder = copiedProgram();
  filesOf(folder, files).forEach((path) => writeFileSync(path, ''));
  return spawnSync(process.execPath, [join(folder, 'bin/vigil.js'), 'events'], {
    env: { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', ...environment },
    encoding: 'utf8',
  });
}

const filesOf = (folder: string, files: RegExp): readonly string[] =>
  readdirSync(join(folder, 'dist'))
    .filter((name) => files.test(name))
    .map((name) => join(folder, 'dist', name));

describe('files of the program', () => {
  it('that are replaced as soon as the console shows something end nothing, and neither does one that was missing', async () => {
    const folder = copiedProgram();
    filesOf(folder, /^export-shown/).forEach((path) => rmSync(path));
    const state = temporaryState();
    const log = join(state, 'vigil.log');
    const screen = startCopy(folder, { XDG_STATE_HOME: state, VIGIL_LOG: log });
    await screen.waitUntil('the first output', () => screen.output !== '');
    for (const path of filesOf(folder, /\.js$/)) {
      rmSync(path);
      writeFileSync(path, '');
    }
    await screen.waitFor('live');
    screen.press('x');
    await screen.waitFor('This part of vigil cannot be loaded: its files were replaced or removed.');
    for (const file of [log, newestCrashFile({ XDG_STATE_HOME: state }) ?? '']) {
      expect(readFileSync(file, 'utf8')).toMatch(
        /LazyImportError: [^]*\n +at src\/lib\/lazy-import\.ts:\d+[^]*caused by Error: .*export-shown/,
      );
    }
    screen.press('3');
    await screen.waitFor('HOST');
    screen.press('?');
    await screen.waitFor('more lines below');
    screen.press('\u0003');
    await screen.waitForExit();
    expect(screen.text).not.toMatch(/node:internal|ERR_/);
  });

  it.each([
    ['all of them', /\.js$/],
    ['all that the first needs', /^chunk-/],
  ])('that are empty from the beginning are said in a sentence: %s', (_name, files) => {
    const { stderr, status } = runEmptied(files);
    expect(stderr).toBe(
      'vigil: The program cannot be loaded: its files are incomplete. Start it again, and if that does not help, install it again.\n',
    );
    expect(status).toBe(2);
  });

  it('of which all later ones are empty are said in a sentence, with the rest in a crash file', () => {
    const state = temporaryState();
    const { stderr, status } = runEmptied(/^(?!vigil|chunk-).*\.js$/, { XDG_STATE_HOME: state });
    expect(stderr).toBe('vigil: Its own files changed while it was starting. Start it again.\n');
    expect(status).toBe(1);
    expect(readFileSync(newestCrashFile({ XDG_STATE_HOME: state }) ?? '', 'utf8')).toMatch(
      /run-command-line\S* is not whole/,
    );
  });
});

describe('a log', () => {
  const asking = async (more: Readonly<Record<string, string>>, flags: readonly string[] = []) => {
    const server = await startSocketServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'constructor' });
      response.end('{}');
    });
    const state = temporaryState();
    const run = await runProgram(['doctor', ...flags], {
      environment: {
        VIGIL_BASE_URL: String(server.baseUrl),
        VIGIL_API_KEY: KEY,
        XDG_STATE_HOME: state,
        XDG_CONFIG_HOME: '/nonexistent',
        LANG: 'C.UTF-8',
        ...more,
      },
    });
    return { ...run, state };
  };

  it('is written on request, for this user alone, without the key', async () => {
    const folder = temporaryState();
    const path = join(folder, 'vigil.log');
    const { out, status } = await asking({ VIGIL_LOG: path });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const text = readFileSync(path, 'utf8');
    expect(text).toMatch(/begins on Node/);
    expect(text).toMatch(/request GET \/\S+ 200 in \d+ ms/);
    expect(text).toMatch(new RegExp(`vigil ends with status ${status}\n$`));
    expect(text).not.toContain('canary');
    expect(out).toContain(path);
  });

  it('stands in the state folder with --debug', async () => {
    const { state } = await asking({}, ['--debug']);
    expect(readFileSync(join(state, 'vigil/debug.log'), 'utf8')).toContain('request GET');
  });

  it('is refused in a folder that others can change', async () => {
    const { problem, status } = await asking({ VIGIL_LOG: join(tmpdir(), 'vigil-log-of-all.log') });
    expect(status).toBe(2);
    expect(problem).toMatch(/^vigil: The log cannot be written: /);
  });
});
