import { programCommand } from './program-command.ts';
import { Terminal, type TerminalOptions } from './terminal.ts';

/** What of a terminal a program can leave behind. */
export interface TerminalState {
  readonly isAlternateScreen: boolean;
  readonly isCursorHidden: boolean;
  readonly hasBracketedPaste: boolean;
  readonly wraps: boolean;
  readonly isUpdating: boolean;
}

/** How a shell expects it. */
export const UNTOUCHED: TerminalState = {
  isAlternateScreen: false,
  isCursorHidden: false,
  hasBracketedPaste: false,
  wraps: true,
  isUpdating: false,
};

/** How the console has it. */
export const HELD: TerminalState = {
  isAlternateScreen: true,
  isCursorHidden: true,
  hasBracketedPaste: true,
  wraps: false,
  isUpdating: false,
};

/** What the emulator knows of the cursor and does not publish. */
interface Internals {
  readonly _core: { readonly coreService: { readonly isCursorHidden: boolean } };
}

export function stateOf(terminal: Terminal): TerminalState {
  const { modes } = terminal.emulator;
  return {
    isAlternateScreen: terminal.isAlternateScreen,
    isCursorHidden: (terminal.emulator as unknown as Internals)._core.coreService.isCursorHidden,
    hasBracketedPaste: modes.bracketedPasteMode,
    wraps: modes.wraparoundMode,
    isUpdating: modes.synchronizedOutputMode,
  };
}

export const VIGIL = programCommand()
  .map((part) => `"${part}"`)
  .join(' ');

/** A server that refuses, so that nothing has to be started for the console. */
export const NO_SERVER = {
  VIGIL_BASE_URL: 'http://127.0.0.1:9/api/v1',
  VIGIL_API_KEY: 'sk_live_canary',
} as const;

/**
 * Runs a command under a shell that says the process id of it before, and after it the exit status and whether the
 * settings of the terminal are the ones from before. With `patiently` it waits until they are: a killed program cannot
 * set them itself, and the shell goes on as soon as it is dead.
 */
export function startUnderShell(
  command: string,
  { patiently = false, ...options }: TerminalOptions & { readonly patiently?: boolean } = {},
): Terminal {
  const script = `
    ulimit -c 0
    set -m
    before=$(stty -g)
    sh -c 'echo "pid $$"; exec ${command.replaceAll("'", "'\\''")}'
    status=$?
    ${patiently ? 'until [ "$(stty -g)" = "$before" ]; do sleep 0.02; done' : ''}
    echo "status $status"
    [ "$(stty -g)" = "$before" ] && echo 'settings as before'
  `;
  return new Terminal('/bin/bash', ['--norc', '-c', script], options);
}

/** The process id that the shell said. */
export function pidOf(terminal: Terminal): number {
  return Number(/pid (\d+)\r/.exec(terminal.output)?.[1]);
}
