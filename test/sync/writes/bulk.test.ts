import { describe, expect, it } from 'vitest';

import { runBulk } from '../../../src/sync/writes/bulk.ts';
import type { Verdict } from '../../../src/sync/writes/verdict.ts';

const CONFIRMED: Verdict = { kind: 'confirmed', sentence: 'Confirmed.' };
const ITEMS = ['a', 'b', 'c', 'd'];

/** Performs with the verdicts given by item, the others confirmed. */
function performing(verdicts: Readonly<Record<string, Verdict>> = {}) {
  const performed: string[] = [];
  return {
    performed,
    perform: (item: string) => {
      performed.push(item);
      return Promise.resolve(verdicts[item] ?? CONFIRMED);
    },
  };
}

describe('many writes', () => {
  it('are made one by one, in their order', async () => {
    const order: string[] = [];
    const { results, left, stopped } = await runBulk(
      ITEMS,
      async (item) => {
        order.push(`begin ${item}`);
        await Promise.resolve();
        order.push(`end ${item}`);
        return CONFIRMED;
      },
      { onResult: ({ item, index }) => order.push(`${index} ${item}`) },
    );
    expect(order.slice(0, 6)).toEqual(['begin a', 'end a', '0 a', 'begin b', 'end b', '1 b']);
    expect(results.map(({ item }) => item)).toEqual(ITEMS);
    expect({ left, stopped }).toEqual({ left: [], stopped: undefined });
  });

  it.each([
    ['a change that was refused', { kind: 'refused', sentence: 'It changed meanwhile.' }],
    ['one that nobody knows of', { kind: 'unknown', sentence: 'Unknown.', status: 500 }],
    ['one that the server contradicts', { kind: 'contradicted', sentence: 'Contradicted.' }],
  ] as const)('go on after %s', async (_what, verdict) => {
    const { performed, perform } = performing({ b: verdict });
    expect(await runBulk(ITEMS, perform)).toMatchObject({ left: [], stopped: undefined });
    expect(performed).toEqual(ITEMS);
  });

  it.each([
    ['server', { kind: 'refused', sentence: 'Wait.', status: 429 }],
    ['server', { kind: 'refused', sentence: 'Not permitted.', status: 403 }],
    ['server', { kind: 'refused', sentence: 'Who are you?', status: 401 }],
    ['read-only', { kind: 'refused', sentence: 'Read-only.', blockedBy: 'read-only' }],
    ['journal', { kind: 'refused', sentence: 'The disk is full.', blockedBy: 'journal' }],
  ] as const)('stop by the %s, to be taken up again there: %o', async (by, verdict) => {
    const { performed, perform } = performing({ c: verdict });
    const { left, stopped, results } = await runBulk(ITEMS, perform);
    expect(performed).toEqual(['a', 'b', 'c']);
    expect(results).toHaveLength(3);
    expect(left).toEqual(['c', 'd']);
    expect(stopped).toEqual({ by, sentence: verdict.sentence });
  });

  it('do not repeat one that happened before they had to stop', async () => {
    const { perform } = performing({ c: { ...CONFIRMED, blockedBy: 'journal' } });
    expect((await runBulk(ITEMS, perform)).left).toEqual(['d']);
  });

  it('finish the one under way when they are cancelled, and begin no other', async () => {
    const cancel = new AbortController();
    const { performed, perform } = performing();
    const { left, stopped } = await runBulk(
      ITEMS,
      (item) => {
        if (item === 'b') {
          cancel.abort();
        }
        return perform(item);
      },
      { signal: cancel.signal },
    );
    expect(performed).toEqual(['a', 'b']);
    expect(left).toEqual(['c', 'd']);
    expect(stopped?.by).toBe('cancel');
  });
});
