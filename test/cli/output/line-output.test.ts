import { Writable } from 'node:stream';

import { describe, expect, it } from 'vitest';

import { LineOutput } from '../../../src/cli/output/line-output.ts';

function failing(code: string): Writable {
  return new Writable({
    write: (_chunk, _encoding, done) => done(Object.assign(new Error(`write ${code}`), { code })),
  });
}

describe('the output of lines', () => {
  it('ends each line, in order', async () => {
    let text = '';
    const stream = new Writable({
      write(chunk: Buffer, _encoding, done) {
        text += chunk.toString();
        done();
      },
    });
    const lines = Array.from({ length: 1000 }, (_, index) => `line ${index}`);
    const output = new LineOutput(stream);
    await output.write(lines.slice(0, 600));
    await output.write(lines.slice(600));
    expect(text).toBe(`${lines.join('\n')}\n`);
  });

  it('waits for a reader that is slow and gives it only a part at a time', async () => {
    const taken: (() => void)[] = [];
    const stream = new Writable({ write: (_chunk, _encoding, done) => taken.push(done) });
    let isWritten = false;
    const writing = new LineOutput(stream)
      .write(Array.from({ length: 600 }, () => 'x'))
      .then(() => (isWritten = true));
    for (let part = 1; part <= 3; part++) {
      await new Promise(setImmediate);
      expect(isWritten).toBe(false);
      expect(taken).toHaveLength(part);
      taken[part - 1]?.();
    }
    await writing;
  });

  it('ends without a problem when the reader closes its end', async () => {
    const output = new LineOutput(failing('EPIPE'));
    await output.write(['one']);
    await new Promise(setImmediate);
    expect(output.ended.aborted).toBe(true);
    expect(output.problem).toBeUndefined();
    await output.write(['two']);
  });

  it('ends with the problem when the disk is full', async () => {
    const output = new LineOutput(failing('ENOSPC'));
    await output.write(['one']);
    await new Promise(setImmediate);
    expect(output.ended.aborted).toBe(true);
    expect(output.problem?.message).toContain('ENOSPC');
  });
});
