import { useEffect } from 'react';

import { setPageSize } from '../../commands/screen.ts';
import { useConsole } from '../app/console-context.ts';

/** Tells the commands how many rows of the active list are on the screen. */
export function usePageSize(rows: number): void {
  const { commands } = useConsole();
  useEffect(() => setPageSize(commands, rows), [commands, rows]);
}
