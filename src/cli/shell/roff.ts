const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\\', '\\e'],
  ['-', '\\-'],
  ["'", '\\(aq'],
  ['"', '\\(dq'],
  ['`', '\\(ga'],
  ['^', '\\(ha'],
  ['~', '\\(ti'],
  ['\n', ' '],
]);

/** A text as roff shows it letter by letter, in one line: nothing in it is a request or an escape. */
export function roffText(text: string): string {
  const escaped = text.replace(
    /[\\\-'"`^~]|[^\x20-\x7e]/gu,
    (sign) =>
      ESCAPES.get(sign) ?? `\\[u${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
  );
  return escaped.startsWith('.') ? `\\&${escaped}` : escaped;
}

/** In bold. */
export function bold(text: string): string {
  return `\\fB${roffText(text)}\\fR`;
}

/** In italics, or underlined. */
export function italic(text: string): string {
  return `\\fI${roffText(text)}\\fR`;
}

/** So long are lines of roff at most, but for words that are longer. */
const LONGEST_LINE = 80;

/**
 * Lines of roff that are filled, in shorter ones. None of them ends with a sentence unless the text does: two blanks would
 * follow it.
 */
export function filled(line: string): readonly string[] {
  const parts = new RegExp(`(.{1,${LONGEST_LINE}})$|(.{1,${LONGEST_LINE - 1}}[^ .:!?]) |(\\S+)( |$)`, 'g');
  return line
    .replace(parts, (_part, last?: string, inner?: string, long?: string) => `${last ?? inner ?? long}\n`)
    .trimEnd()
    .split('\n')
    .map((each) => (each.startsWith('.') ? `\\&${each}` : each));
}

/** Paragraphs of a text: lines that are indented stay as they are, others are filled. */
export function paragraphs(text: string): readonly string[] {
  let isKept = false;
  const lines = text.split('\n').flatMap((line) => {
    const wasKept = isKept;
    isKept = /^\s+\S/.test(line);
    return [
      ...(isKept && !wasKept ? ['.PP', '.nf', '.RS 4'] : []),
      ...(wasKept && !isKept ? ['.RE', '.fi', '.PP'] : []),
      ...(line.trim() === ''
        ? wasKept
          ? []
          : ['.PP']
        : isKept
          ? [roffText(line.trim())]
          : filled(roffText(line.trim()))),
    ];
  });
  return [...lines, ...(isKept ? ['.RE', '.fi'] : [])];
}
