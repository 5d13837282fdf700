/** Everything that may reach a terminal: sequences all terminals know, and printable text. */
const ALLOWED = [
  /\u001b\[\?2026[hl]/y,
  /\u001b\[(?:\d{1,3})?(?:;\d{1,3})?H/y,
  /\u001b\[(?:\d{1,3})?[ABCD]/y,
  /\u001b\[K/y,
  /\u001b\[(?:\d{0,3};\d{0,3})?r/y,
  /\u001b\[(?:(?:[01247]|3[0-7]|9[0-7])?(?:;(?:[1247]|3[0-7]|9[0-7]))*)?m/y,
  /\u001bM/y,
  /[\b\r\n]/y,
  /[^\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/uy,
];

/**
 * Fails unless the bytes are whole UTF-8 and nothing but what may reach a terminal, every update of it between its
 * beginning and its end.
 */
export function checkSequences(bytes: Uint8Array): void {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  let isInUpdate = false;
  let index = 0;
  while (index < text.length) {
    const token = tokenAt(text, index);
    if (token === undefined) {
      throw new Error(`Not allowed: ${JSON.stringify(text.slice(index, index + 20))}`);
    }
    if (token.startsWith('\u001b[?2026')) {
      if (isInUpdate === token.endsWith('h')) {
        throw new Error('Updates overlap');
      }
      isInUpdate = !isInUpdate;
    } else if (!isInUpdate) {
      throw new Error(`Outside of an update: ${JSON.stringify(token)}`);
    }
    index += token.length;
  }
  if (isInUpdate) {
    throw new Error('An update does not end');
  }
}

function tokenAt(text: string, index: number): string | undefined {
  for (const pattern of ALLOWED) {
    pattern.lastIndex = index;
    const token = pattern.exec(text)?.[0];
    if (token !== undefined) {
      return token;
    }
  }
  return undefined;
}
