/** Everything that may reach a terminal: sequences all terminals know, and printable text. */
const ALLOWED = [
  /\u001b\[\?2026[hl]/y,
  /\u001b\[(?:\d{1,3})?(?:;\d{1,3})?H/y,
  /\u001b\[(?:\d{1,3})?[ABCD]/y,
  /\u001b\[[JK]/y,
  /\u001b\[(?:\d{0,3};\d{0,3})?r/y,
  /\u001b\[(?:(?:[01247]|3[0-7]|9[0-7])?(?:;(?:[1247]|3[0-7]|9[0-7]))*)?m/y,
  /\u001bM/y,
  /[\b\r\n]/y,
  /[^\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/uy,
];

/**
 * Fails unless the bytes are whole UTF-8 and nothing but what may reach a terminal, every update of it between its
 * beginning and its end. Nothing may be erased or scrolled in while what is worn would show on it, as on many terminals
 * it does.
 */
export function checkSequences(bytes: Uint8Array): void {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  let isInUpdate = false;
  let hasRegion = false;
  let worn = '';
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
    if (/^\u001b.*m$/.test(token)) {
      worn = /\[(?:;|m)/.test(token) ? token : worn + token;
    } else if (/^\u001b.*r$/.test(token)) {
      hasRegion = token.includes(';');
    }
    const fills =
      token === '\u001b[K' || token === '\u001b[J' || token === '\u001bM' || (token === '\n' && hasRegion);
    if (fills && /[[;][47](?=[;m])/.test(worn)) {
      throw new Error(`Filled with ${JSON.stringify(worn)}`);
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
