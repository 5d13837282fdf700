/** A path as one word of a shell's command line, to be copied and run. */
export function quoteForShell(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) && !path.startsWith('-') ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
