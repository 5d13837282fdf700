import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync } from 'node:fs';

import { expect, onTestFinished, test } from 'vitest';

import { DescriptorOutput } from '../../../src/terminal/output/open-terminal-output.ts';
import { TerminalGoneError } from '../../../src/terminal/output/terminal-output.ts';
import { temporaryFile } from '../../helpers/temporary-file.ts';

/** Both ends of a pipe that never blocks. */
function pipe(): { readonly reader: number; readonly writer: number } {
  const path = temporaryFile('pipe');
  execFileSync('mkfifo', [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  onTestFinished(() => closeSync(writer));
  return { reader, writer };
}

test('an output takes what fits, then nothing, and more once somebody has read', () => {
  const { reader, writer } = pipe();
  const output = new DescriptorOutput(writer);
  const page = Buffer.alloc(4096, 'x');
  let taken = 0;
  for (let more = output.write(page); more > 0; more = output.write(page)) {
    taken += more;
  }
  expect(taken).toBeGreaterThan(0);
  expect(output.write(page)).toBe(0);
  readSync(reader, Buffer.alloc(taken));
  expect(output.write(page)).toBe(page.length);
  closeSync(reader);
});

test('an output that nobody can read any more is gone', () => {
  const { reader, writer } = pipe();
  closeSync(reader);
  expect(() => new DescriptorOutput(writer).write(Buffer.from('x'))).toThrow(TerminalGoneError);
});
