import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';

import { expect, test } from 'vitest';

import { StrayWrites } from '../../../src/terminal/life/stray-writes.ts';

function captured() {
  const paths = { stdout: new PassThrough(), stderr: new PassThrough(), warnings: new EventEmitter() };
  const shown: string[] = [];
  paths.warnings.on('warning', (warning: Error) => shown.push(warning.message));
  return { ...paths, shown, strays: new StrayWrites(paths) };
}

test('writes to standard output are dropped and counted, those to standard error kept', () => {
  const { stdout, stderr, strays } = captured();
  stdout.write('out');
  stdout.write(Buffer.from('out'));
  stderr.write('half a ');
  stderr.write(Buffer.from('line\n\nanother\n'), () => undefined);
  expect(strays.dropped).toBe(2);
  expect(strays.lines).toEqual(['half a line', 'another']);
  expect([stdout.read(), stderr.read()]).toEqual([null, null]);
});

test('whoever waits for a write is told that it is done', async () => {
  const { stdout, stderr } = captured();
  await new Promise<void>((resolve) => stdout.write('x', () => resolve()));
  await new Promise<void>((resolve) => stderr.write('x', 'utf8', () => resolve()));
});

test('the last of many lines are kept, however long they are', () => {
  const { stderr, strays } = captured();
  for (let line = 0; line < 10_000; line++) {
    stderr.write(`line ${line}\n`);
  }
  expect(strays.lines).toHaveLength(20);
  expect(strays.lines.at(-1)).toBe('line 9999');
  stderr.write('x'.repeat(10_000_000));
  expect(strays.lines.join('').length).toBeLessThan(20_000);
});

test('warnings are kept instead of shown, until everything is released', () => {
  const { stdout, stderr, warnings, shown, strays } = captured();
  warnings.emit('warning', new Error('early'));
  expect(shown).toEqual([]);
  expect(strays.lines).toEqual(['Error: early']);
  strays.release();
  warnings.emit('warning', new Error('late'));
  stdout.write('out');
  stderr.write('err');
  expect(shown).toEqual(['late']);
  expect([String(stdout.read()), String(stderr.read())]).toEqual(['out', 'err']);
  expect(strays.lines).toEqual(['Error: early']);
});
