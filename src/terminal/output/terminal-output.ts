/** Where the bytes of the screen go. */
export interface TerminalOutput {
  /**
   * Takes as many of the bytes as the terminal takes now, without ever waiting, and says how many; 0 when it is full.
   * Throws TerminalGoneError once there is no terminal.
   */
  write(bytes: Uint8Array): number;
}

/** There is no terminal any more: it was closed, or the connection to it broke. */
export class TerminalGoneError extends Error {}
