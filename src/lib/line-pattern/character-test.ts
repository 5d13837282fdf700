const LINE_FEED = 10;
const ASCII = 128;

/** Says of one character whether it may stand at a place of a pattern. No line feed ever may: a match lies within a line. */
export interface CharacterTest {
  has(code: number): boolean;
}

/** One character as it is written. */
export function sameCharacter(wanted: number): CharacterTest {
  return { has: (code) => code === wanted };
}

/**
 * What the engine of the language says of a class or an escape such as `[a-z]`, `\d` or `.`, which is asked about one character
 * at a time. Throws a SyntaxError for what is none.
 */
export function classOf(source: string, ignoresCase: boolean): CharacterTest {
  const one = new RegExp(`^(?:${source})$`, ignoresCase ? 'iu' : 'u');
  const ascii = Uint8Array.from({ length: ASCII }, (_, code) =>
    code !== LINE_FEED && one.test(String.fromCharCode(code)) ? 1 : 0,
  );
  return {
    has: (code) => (code < ASCII ? ascii[code] === 1 : one.test(String.fromCodePoint(code))),
  };
}
