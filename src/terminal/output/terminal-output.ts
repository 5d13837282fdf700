/** What takes bytes for the terminal, without ever waiting for it. */
export interface TerminalOutput {
  /** Hands over as much as the terminal takes now and tells how many bytes that was. Throws `TerminalGoneError`. */
  write(bytes: Uint8Array): number;
}

/** There is no terminal any more. */
export class TerminalGoneError extends Error {}
