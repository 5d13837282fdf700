import { symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import {
  parseReceiverTarget,
  parseSize,
  readHeaderFile,
  refuseUnfitFile,
} from '../../../src/cli/forward/receiver-target.ts';
import { temporaryFile } from '../../helpers/temporary-file.ts';

const USER = process.getuid?.() ?? 0;

function headers(text: string, mode = 0o600) {
  const path = temporaryFile('headers');
  writeFileSync(path, text, { mode });
  return () => readHeaderFile(path, USER);
}

describe('where events are forwarded to', () => {
  it('is standard output, a file or a URL', () => {
    expect(parseReceiverTarget('-')).toEqual({ kind: 'output' });
    expect(parseReceiverTarget('file:/var/log/events')).toEqual({ kind: 'file', path: '/var/log/events' });
    expect(parseReceiverTarget('https://siem.example/in?index=a')).toMatchObject({ kind: 'post' });
    expect(parseReceiverTarget('http://127.0.0.1:8080/')).toMatchObject({ kind: 'post' });
  });

  it.each([
    ['file:', '--to takes'],
    ['events.json', '--to takes'],
    ['ftp://siem.example', '--to takes'],
    ['http://siem.example/in', 'in the clear to siem.example'],
    ['http://127.0.0.1.nip.io/in', 'in the clear'],
    ['https://user:word@siem.example', '--header-file'],
  ])('is not %s', (text, problem) => {
    expect(() => parseReceiverTarget(text)).toThrow(problem);
  });

  it('is no file that belongs to the position, no link, and no folder', () => {
    const state = temporaryFile('position');
    const folder = dirname(state);
    const linked = temporaryFile('linked');
    symlinkSync(folder, linked);
    for (const path of [state, `${state}.owner`, `${state}.refused`, join(linked, basename(state))]) {
      expect(() => refuseUnfitFile(path, state)).toThrow('lead to the same file');
    }
    expect(() => refuseUnfitFile(linked, state)).toThrow('is a symbolic link');
    expect(() => refuseUnfitFile(folder, state)).toThrow('is not a regular file');
    expect(() => refuseUnfitFile(join(folder, 'events'), state)).not.toThrow();
    expect(() => refuseUnfitFile('/nonexistent/events', undefined)).not.toThrow();
  });

  it('is given the headers of a private file', () => {
    expect(headers('# for the SIEM\nAuthorization: Bearer a:b\n\nX-Index: main\r\n')()).toEqual([
      ['Authorization', 'Bearer a:b'],
      ['X-Index', 'main'],
    ]);
    expect(headers('A: b\n', 0o644)).toThrow('chmod 600');
    expect(headers('no header\n')).toThrow('Line 1');
    expect(headers('A: b\nContent-Length: 3\n')).toThrow('Line 2');
    expect(headers('X-Key: sk_live_abc\n')).toThrow('a key of the API');
    expect(() => readHeaderFile('/nonexistent/headers', USER)).toThrow('is not there');
  });

  it('begins a new file at a size that people write', () => {
    expect(['500k', '100M', '2GB', '10'].map(parseSize)).toEqual([500e3, 100e6, 2e9, 10]);
    expect(['', 'M', '-1', '1.5M', '0'].map(parseSize)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
