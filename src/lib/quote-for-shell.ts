/** What acts on a terminal, hides, or ends a line. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/u;

/**
 * A text as one word of a shell's command line, to be copied and run: in single quotes where anything in it means something to a
 * shell of POSIX, or would be taken for an option. What acts on a terminal or hides is written as its bytes, `$'\033'`, which bash,
 * zsh, ksh and newer shells of POSIX read.
 */
export function quoteForShell(text: string): string {
  if (UNSEEN.test(text)) {
    const pieces = [...text].map((character) =>
      UNSEEN.test(character) ? inOctal(character) : character.replace(/['\\]/, '\\$&'),
    );
    return `$'${pieces.join('')}'`;
  }
  return /^[\w@%+=:,./-]+$/.test(text) && !text.startsWith('-') ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Whether no quotes bring a text into a command: one with NUL, or with half of a character, which no argument can hold. */
export function isNoArgument(text: string): boolean {
  return text.includes('\0') || !text.isWellFormed();
}

function inOctal(character: string): string {
  return [...new TextEncoder().encode(character)]
    .map((byte) => `\\${byte.toString(8).padStart(3, '0')}`)
    .join('');
}
