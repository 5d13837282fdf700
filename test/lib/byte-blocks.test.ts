import { describe, expect, it } from 'vitest';

import { ByteBlocks } from '../../src/lib/byte-blocks.ts';

const MB = 1 << 20;

function blocksOf(length: number): ByteBlocks {
  const blocks = new ByteBlocks();
  blocks.append(Buffer.from(Uint8Array.from({ length }, (_, at) => at % 251)));
  return blocks;
}

describe('bytes in blocks', () => {
  it('are given as they were put in, in pieces or together, across blocks', () => {
    const blocks = blocksOf(3 * MB + 5);
    for (const [start, end] of [
      [0, 10],
      [MB - 3, MB + 3],
      [5, 3 * MB],
      [7, 7],
    ] as const) {
      const expected = Buffer.from(Uint8Array.from({ length: end - start }, (_, at) => (start + at) % 251));
      expect(blocks.slice(start, end).equals(expected)).toBe(true);
      expect(Buffer.concat([...blocks.pieces(start, end)]).equals(expected)).toBe(true);
    }
  });

  it('that are let go of are held no longer, those around them are', () => {
    const blocks = blocksOf(5 * MB);
    blocks.release(10, 3 * MB + 7);
    expect(() => blocks.slice(MB, MB + 1)).toThrow();
    expect(() => blocks.slice(2 * MB, 3 * MB)).toThrow();
    expect(blocks.slice(0, MB)).toHaveLength(MB);
    expect(blocks.slice(3 * MB, 5 * MB)).toHaveLength(2 * MB);
    blocks.append(Buffer.from('end'));
    expect(blocks.text(5 * MB, 5 * MB + 3)).toBe('end');
  });
});
