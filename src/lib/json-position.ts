/** A place in a text, both counted from 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** A string, a sign of the structure, or a number or word. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s"{}[\]:,]+/g;

/**
 * Where a value begins in a text that is JSON: the path names fields of objects and places in arrays from the outside in.
 * Of fields of one name the last counts, as in reading. Undefined when nothing stands there.
 */
export function findJsonPosition(text: string, path: readonly (string | number)[]): TextPosition | undefined {
  /** Where each object or array that is open stands: the field or place of its present value. */
  const open: (string | number | undefined)[] = [];
  let found: number | undefined;
  let before = '';
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const isName =
      token.startsWith('"') && typeof open.at(-1) !== 'number' && open.length > 0 && before !== ':';
    if (isName) {
      open[open.length - 1] = JSON.parse(token) as string;
    } else if (token === '}' || token === ']') {
      open.pop();
    } else if (token === ',') {
      const place = open.at(-1);
      open[open.length - 1] = typeof place === 'number' ? place + 1 : undefined;
    } else if (token !== ':') {
      if (open.length === path.length && path.every((step, depth) => step === open[depth])) {
        found = index;
      }
      if (token === '{' || token === '[') {
        open.push(token === '[' ? 0 : undefined);
      }
    }
    before = token;
  }
  return found === undefined ? undefined : positionAt(text, found);
}

function positionAt(text: string, index: number): TextPosition {
  const lines = text.slice(0, index).split('\n');
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}
