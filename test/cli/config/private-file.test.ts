import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import {
  readRegularFile,
  refuseIfOthersWrite,
  refuseUnlessPrivate,
} from '../../../src/cli/config/private-file.ts';
import { quoteForShell } from '../../../src/cli/config/quote-for-shell.ts';
import { UsageError } from '../../../src/cli/usage-error.ts';
import { configFolder } from './config-folder.ts';

const userId = process.getuid?.() ?? 0;

function openPrivate(path: string, user = userId): string | undefined {
  const file = readRegularFile('The key file', path, 100);
  if (file !== undefined) {
    refuseUnlessPrivate(file, user);
  }
  return file?.text;
}

function refusal(attempt: () => unknown): string {
  try {
    attempt();
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return (error as Error).message;
  }
  throw new Error('It was accepted.');
}

/** Runs the command that a refusal ends with. */
function runAdvice(sentence: string): void {
  execFileSync('/bin/sh', ['-c', /Run:\n {2}(chmod .+)$/.exec(sentence)?.[1] ?? 'exit 1']);
}

describe('a private file', () => {
  it.each([0o600, 0o400])('with mode %o is read', (mode) => {
    expect(openPrivate(configFolder().write('key', 'text', mode))).toBe('text');
  });

  it.each([0o640, 0o604, 0o620, 0o602, 0o644, 0o666, 0o700, 0o610, 0o4600])(
    'with mode %o is refused until the advised command was run',
    (mode) => {
      const path = configFolder().write("it's a key", 'text', mode);
      const sentence = refusal(() => openPrivate(path));
      expect(sentence).toContain(mode.toString(8).padStart(4, '0'));
      runAdvice(sentence);
      expect(statSync(path).mode & 0o7777).toBe(0o600);
      expect(openPrivate(path)).toBe('text');
    },
  );

  it('in a folder that everybody can change is refused until the advised command was run', () => {
    const { folder, write } = configFolder();
    const path = write('key', 'text');
    chmodSync(folder, 0o777);
    runAdvice(refusal(() => openPrivate(path)));
    expect(openPrivate(path)).toBe('text');
  });

  it('in a folder for the temporary files of all is to be moved, since that folder has to stay as it is', () => {
    const { folder, write } = configFolder();
    const path = write('key', 'text');
    chmodSync(folder, 0o1777);
    expect(refusal(() => openPrivate(path))).toMatch(/Move it into a folder of your own\.$/);
  });

  it('of somebody else is refused', () => {
    const path = configFolder().write('key', 'text');
    expect(refusal(() => openPrivate(path, userId + 1))).toContain('belongs to another user');
  });

  it('behind a link is judged by itself and by both folders', () => {
    const { folder, write } = configFolder();
    const target = join(folder, 'elsewhere');
    mkdirSync(target);
    const path = write('elsewhere/key', 'text');
    const link = join(folder, 'key');
    symlinkSync(path, link);
    expect(openPrivate(link)).toBe('text');
    chmodSync(target, 0o777);
    expect(refusal(() => openPrivate(link))).toContain(`chmod o-w ${target}`);
    chmodSync(target, 0o700);
    chmodSync(path, 0o644);
    expect(refusal(() => openPrivate(link))).toContain('mode 0644');
  });

  it('that is a FIFO or a folder is refused at once', () => {
    const { folder } = configFolder();
    const fifo = join(folder, 'fifo');
    execFileSync('mkfifo', ['-m', '600', fifo]);
    expect(refusal(() => openPrivate(fifo))).toContain('not a regular file');
    expect(refusal(() => openPrivate(folder))).toContain('not a regular file');
  });

  it('that is too large is not read', () => {
    const path = configFolder().write('key', 'x'.repeat(101));
    expect(refusal(() => openPrivate(path))).toContain('101 bytes');
  });

  it('that does not exist is told apart', () => {
    const { folder, write } = configFolder();
    expect(openPrivate(join(folder, 'absent'))).toBeUndefined();
    expect(openPrivate(join(write('file', ''), 'below'))).toBeUndefined();
  });
});

describe('a file that others may read', () => {
  const openShared = (path: string, user = userId) =>
    refuseIfOthersWrite(readRegularFile('The config file', path, 100) as never, user);

  it('is fine as long as they cannot change it', () => {
    expect(() => openShared(configFolder().write('config', '', 0o644))).not.toThrow();
  });

  it('is refused when they can, until the advised command was run', () => {
    const path = configFolder().write('config', '', 0o666);
    runAdvice(refusal(() => openShared(path)));
    expect(() => openShared(path)).not.toThrow();
    expect(readFileSync(path, 'utf8')).toBe('');
  });
});

it.each([
  ['/etc/a-b_c.d', '/etc/a-b_c.d'],
  ['/with space', "'/with space'"],
  ["it's", `'it'\\''s'`],
  ['-rf', `'-rf'`],
  ['$(reboot)', "'$(reboot)'"],
])('the path %s is one word of a shell', (path, word) => {
  expect(quoteForShell(path)).toBe(word);
  expect(execFileSync('/bin/sh', ['-c', `printf %s ${word}`], { encoding: 'utf8' })).toBe(path);
});
