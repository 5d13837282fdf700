import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { moveWindow } from '../../../src/ui/widgets/list-window.ts';

const start = { top: 0, cursor: 0, cursorId: undefined };

describe('the window of a list', () => {
  it('moves only when the cursor leaves it', () => {
    const at = (cursor: number, before = start) =>
      moveWindow(before, { cursor, cursorId: `row-${cursor}`, length: 100, rows: 10 });
    expect(at(9)).toEqual({ top: 0, cursor: 9 });
    expect(at(10)).toEqual({ top: 1, cursor: 10 });
    expect(at(50)).toEqual({ top: 41, cursor: 50 });
    expect(
      moveWindow(
        { top: 41, cursor: 50, cursorId: 'row-50' },
        { cursor: 45, cursorId: 'row-45', length: 100, rows: 10 },
      ),
    ).toEqual({ top: 41, cursor: 45 });
  });

  it('keeps the row where it is on the screen when others come above it', () => {
    const before = { top: 20, cursor: 25, cursorId: 'mine' };
    expect(moveWindow(before, { cursor: 32, cursorId: 'mine', length: 107, rows: 10 })).toEqual({
      top: 27,
      cursor: 32,
    });
    expect(moveWindow(before, { cursor: 21, cursorId: 'mine', length: 96, rows: 10 })).toEqual({
      top: 16,
      cursor: 21,
    });
  });

  it('shows the cursor and no empty rows that could be filled, whatever happened', () => {
    const state = fc.record({
      top: fc.nat(60),
      cursor: fc.nat(60),
      cursorId: fc.option(fc.constantFrom('a', 'b'), { nil: undefined }),
    });
    fc.assert(
      fc.property(
        state,
        fc.nat(60),
        fc.nat(60),
        fc.integer({ min: 1, max: 20 }),
        fc.option(fc.constantFrom('a', 'b'), { nil: undefined }),
        (before, wish, length, rows, cursorId) => {
          const cursor = Math.min(wish, Math.max(0, length - 1));
          const { top } = moveWindow(before, { cursor, cursorId, length, rows });
          expect(top).toBeGreaterThanOrEqual(0);
          expect(top).toBeLessThanOrEqual(cursor);
          expect(cursor).toBeLessThan(top + rows);
          expect(top).toBeLessThanOrEqual(Math.max(0, length - rows));
        },
      ),
    );
  });
});
