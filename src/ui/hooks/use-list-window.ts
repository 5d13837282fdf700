import { useRef } from 'react';

import { moveWindow, type ListWindow } from '../widgets/list-window.ts';
import { cursorIndex, type VisibleRows } from '../../stores/visible-rows.ts';

/** Keeps the window of a list from one frame to the next, so that it moves as little as it can. */
export function useListWindow(rows: VisibleRows, cursorId: string | undefined, height: number): ListWindow {
  const before = useRef<{ top: number; cursor: number; cursorId: string | undefined }>({
    top: 0,
    cursor: 0,
    cursorId: undefined,
  });
  const cursor = cursorIndex(rows, cursorId);
  const window = moveWindow(before.current, { cursor, cursorId, length: rows.length, rows: height });
  before.current = { ...window, cursorId };
  return window;
}
