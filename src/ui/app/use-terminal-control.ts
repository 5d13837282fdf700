import { useApp } from 'ink';
import { useEffect } from 'react';

import type { TerminalControl } from '../../terminal/terminal-control.ts';

/** Lets the control quit, suspend and redraw what is on the screen. */
export function useTerminalControl(control: TerminalControl): void {
  const { exit, suspendTerminal } = useApp();
  useEffect(() => {
    control.attach({ close: () => exit(), lend: (callback) => suspendTerminal(callback) });
  }, [control, exit, suspendTerminal]);
}
