/**
 * Whether a terminal of this kind, as TERM names it, takes operating system commands (OSC), or passes over those that it
 * does not know. Others have nobody behind them who could answer, and some show what they do not know.
 */
export function takesSystemCommands(term: string | undefined): boolean {
  return term !== undefined && !/^(?:$|linux|vt\d|dumb|unknown|cons)/.test(term);
}
