import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { SpillingBody } from '../../src/api/spilling-body.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vigil-test-'));
  vi.stubEnv('TMPDIR', folder);
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** Puts a text into a body in pieces of so many bytes, and takes it out again. */
async function through(
  text: string,
  mostHeld: number,
  piece: number,
): Promise<SpillingBody & { got: string }> {
  const body = new SpillingBody(mostHeld);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += piece) {
    await body.add(bytes.subarray(at, at + piece));
  }
  const got = await body.text();
  await body.close();
  return Object.assign(body, { got });
}

describe('a body that is too large to be held', () => {
  it('comes out as it went in, wherever its pieces end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', maxLength: 300 }),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 30 }),
        async (text, mostHeld, piece) => {
          const { got } = await through(text, mostHeld, piece);
          expect(got).toBe(text.replace(/^\uFEFF/, ''));
        },
      ),
      { numRuns: 100 },
    );
  });

  it('waits in a file, all but what is held, and leaves none behind', async () => {
    const body = new SpillingBody(1000);
    for (let chunk = 0; chunk < 10; chunk++) {
      await body.add(Buffer.alloc(400, 'x'));
    }
    expect(body.filedBytes).toBeGreaterThanOrEqual(3000);
    expect(readdirSync(folder)).toEqual([]);
    expect(await body.text()).toBe('x'.repeat(4000));
    await body.close();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('needs no file while it is small', async () => {
    expect((await through('small', 1000, 2)).filedBytes).toBe(0);
  });

  it('stays in memory where there is no place for a file', async () => {
    vi.stubEnv('TMPDIR', '/nonexistent/folder');
    const { got, filedBytes } = await through('x'.repeat(5000), 1000, 400);
    expect(got).toBe('x'.repeat(5000));
    expect(filedBytes).toBe(0);
  });
});
