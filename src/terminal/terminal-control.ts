/** What the interface hands over once it is on the screen. */
export interface AttachedTerminal {
  /** Gives the terminal back, runs the callback, and takes the terminal again. */
  lend(callback: () => void | Promise<void>): Promise<void>;
  /** Takes the interface off the screen. */
  close(): void;
}

/** Quitting, suspending and redrawing, for callers that exist before the interface does. */
export interface TerminalControl {
  attach(terminal: AttachedTerminal): void;
  quit(): void;
  suspendToShell(): void;
  redraw(): void;
}

/** A control that does nothing until the interface attaches to it. */
export function createTerminalControl(): TerminalControl {
  let attached: AttachedTerminal | undefined;
  let isLent = false;
  const lend = (callback: () => void | Promise<void>) => {
    if (attached === undefined || isLent) {
      return;
    }
    isLent = true;
    void attached.lend(callback).finally(() => (isLent = false));
  };
  return {
    attach(terminal) {
      attached = terminal;
    },
    quit: () => attached?.close(),
    suspendToShell: () => lend(stopUntilContinued),
    redraw: () => lend(() => undefined),
  };
}

/** Stops the whole job, as Ctrl-Z does for a program that leaves the terminal in its usual mode. */
function stopUntilContinued(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGCONT', () => resolve());
    process.kill(0, 'SIGTSTP');
  });
}
