import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { fullPath, writeExport } from '../../../src/host/files/export-file.ts';
import { temporaryFile } from '../../helpers/temporary-file.ts';

const { signal } = new AbortController();

describe('an export', () => {
  it('is written to a new file that only its owner can read', async () => {
    const path = temporaryFile('events.csv');
    expect(await writeExport(path, ['id\r\n', 'e1\r\n'], { signal })).toEqual({ path, bytes: 8 });
    expect(readFileSync(path, 'utf8')).toBe('id\r\ne1\r\n');
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('is written whole, however long it is', async () => {
    const path = temporaryFile('events.jsonl');
    const line = `${'é'.repeat(500)}\n`;
    const { bytes } = await writeExport(path, Array<string>(1000).fill(line), { signal });
    expect(bytes).toBe(1000 * 1001);
    expect(readFileSync(path, 'utf8')).toBe(line.repeat(1000));
  });

  it('never replaces a file, nor follows a link', async () => {
    const path = temporaryFile('events.csv');
    writeFileSync(path, 'mine');
    await expect(writeExport(path, ['x'], { signal })).rejects.toThrow(
      `${path} is there already and is not written over. Choose another name.`,
    );
    const link = join(dirname(path), 'link.csv');
    symlinkSync(join(dirname(path), 'elsewhere.csv'), link);
    await expect(writeExport(link, ['x'], { signal })).rejects.toThrow(/is there already|is a link/);
    expect(readFileSync(path, 'utf8')).toBe('mine');
    expect(existsSync(join(dirname(path), 'elsewhere.csv'))).toBe(false);
  });

  it('says what to do when it cannot be written', async () => {
    const path = join(dirname(temporaryFile()), 'missing', 'events.csv');
    await expect(writeExport(path, ['x'], { signal })).rejects.toThrow(
      `${path} cannot be made: its folder is not there.`,
    );
    const folder = join(dirname(temporaryFile()), 'folder');
    mkdirSync(folder);
    await expect(writeExport(folder, ['x'], { signal })).rejects.toThrow(/is there already|is a folder/);
  });

  it('leaves nothing behind when it is cancelled, or what is written fails', async () => {
    const path = temporaryFile('events.csv');
    const controller = new AbortController();
    function* cancelled() {
      yield 'one';
      controller.abort();
      yield 'two';
    }
    await expect(writeExport(path, cancelled(), { signal: controller.signal })).rejects.toThrow();
    expect(existsSync(path)).toBe(false);
    function* failing() {
      yield 'one';
      throw new Error('The transcript is damaged');
    }
    await expect(writeExport(path, failing(), { signal })).rejects.toThrow('The transcript is damaged');
    expect(existsSync(path)).toBe(false);
  });

  it('says on a full disk that nothing of it is left', async () => {
    const path = temporaryFile('events.csv');
    function* tooMuch() {
      yield 'one';
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    }
    await expect(writeExport(path, tooMuch(), { signal })).rejects.toThrow(
      `${path} could not be finished: the disk is full. Nothing of it is left.`,
    );
    expect(existsSync(path)).toBe(false);
  });

  it('takes ~ for the home of the user', () => {
    expect(fullPath('~/events.csv', '/home/amira')).toBe('/home/amira/events.csv');
    expect(fullPath('/var/events.csv', '/home/amira')).toBe('/var/events.csv');
  });
});
