import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readFileSync, renameSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import {
  readRegularFile,
  refuseIfOthersWrite,
  refuseUnlessPrivate,
} from '../../../src/host/files/private-file.ts';
import { quoteForShell } from '../../../src/lib/quote-for-shell.ts';
import { UsageError } from '../../../src/host/usage-error.ts';
import { configFolder } from '../../helpers/config-folder.ts';

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

  it.each([0o777, 0o770, 0o720, 0o702])(
    'in a folder with mode %o is refused until the advised command was run',
    (mode) => {
      const { folder, write } = configFolder();
      const path = write('key', 'text');
      chmodSync(folder, mode);
      runAdvice(refusal(() => openPrivate(path)));
      expect(openPrivate(path)).toBe('text');
    },
  );

  it.each([0o770, 0o702])('below a folder with mode %o is refused, however far up that is', (mode) => {
    const { home, folder, write } = configFolder();
    const path = write('key', 'text');
    for (const above of [home, dirname(folder)]) {
      chmodSync(above, mode);
      const sentence = refusal(() => openPrivate(path));
      expect(sentence).toContain(`(${above}, mode 0${mode.toString(8)})`);
      runAdvice(sentence);
    }
    expect(openPrivate(path)).toBe('text');
  });

  it('below a folder for the temporary files of all is read, as long as the next folder is its own', () => {
    const { home, write } = configFolder();
    const path = write('key', 'text');
    chmodSync(home, 0o1777);
    expect(openPrivate(path)).toBe('text');
  });

  it.runIf(userId === 0)('below a folder of another user is refused', () => {
    const { home, write } = configFolder();
    const path = write('key', 'text');
    chownSync(home, 12_345, 0);
    expect(refusal(() => openPrivate(path))).toContain('Move it into a folder of your own.');
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
    expect(refusal(() => openPrivate(link))).toContain(`chmod go-w ${target}`);
    chmodSync(target, 0o700);
    chmodSync(path, 0o644);
    expect(refusal(() => openPrivate(link))).toContain('mode 0644');
  });

  it('behind a link to a link is judged by the folders of both', () => {
    const { home, folder, write } = configFolder();
    const [between, target] = [join(home, 'between'), join(home, 'target')];
    mkdirSync(between);
    mkdirSync(target);
    renameSync(write('key', 'text'), join(target, 'key'));
    symlinkSync('../target', join(between, 'there'));
    symlinkSync(join(between, 'there', 'key'), join(folder, 'key'));
    expect(openPrivate(join(folder, 'key'))).toBe('text');
    chmodSync(between, 0o770);
    expect(refusal(() => openPrivate(join(folder, 'key')))).toContain(`chmod go-w ${between}`);
  });

  it('behind links in a circle is not looked for', () => {
    const { folder } = configFolder();
    symlinkSync('two', join(folder, 'one'));
    symlinkSync('one', join(folder, 'two'));
    expect(refusal(() => openPrivate(join(folder, 'one')))).toContain('cannot be read (ELOOP)');
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

  it('that does not exist is distinguished', () => {
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

  it.each([0o666, 0o664, 0o620, 0o602])(
    'is refused when they can by mode %o, until the advised command was run',
    (mode) => {
      const path = configFolder().write('config', 'text', mode);
      runAdvice(refusal(() => openShared(path)));
      expect(() => openShared(path)).not.toThrow();
      expect(readFileSync(path, 'utf8')).toBe('text');
    },
  );

  it('is refused when its group can exchange it, until the advised command was run', () => {
    const { folder, write } = configFolder();
    const path = write('config', '');
    chmodSync(folder, 0o775);
    runAdvice(refusal(() => openShared(path)));
    expect(() => openShared(path)).not.toThrow();
  });

  it('may be one of root, which everybody has to trust', () => {
    const file = { what: 'The certificate file', path: '/etc/passwd', text: '', ownerId: 0, mode: 0o644 };
    expect(() => refuseIfOthersWrite(file, userId + 1)).not.toThrow();
    expect(refusal(() => refuseIfOthersWrite({ ...file, ownerId: userId + 2 }, userId + 1))).toContain(
      'belongs to another user',
    );
  });

  it('may lie in a folder for the temporary files of all', () => {
    const { folder, write } = configFolder();
    const path = write('config', '');
    chmodSync(folder, 0o1777);
    expect(() => openShared(path)).not.toThrow();
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
