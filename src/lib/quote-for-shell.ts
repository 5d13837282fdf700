/**
 * A text as one word of a shell's command line, to be copied and run: in single quotes where anything in it means something to a
 * shell of POSIX, or would be taken for an option.
 */
export function quoteForShell(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) && !text.startsWith('-') ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
