/**
 * Characters without a shape that words of some scripts need: which letters join (U+200C, U+200D), and that a sign is a
 * picture (U+FE0F). In prose they are left out where they are needed, since terminals do not agree on what they take, and
 * the letters beside them read the same; everywhere else they hide something, and stay tokens.
 */

const JOINER = /^(?:\u200c|\u200d|\ufe0e|\ufe0f)$/;

/** What is looked at on either side: a letter with its marks is not longer. */
const AROUND = 16;

/** Scripts whose letters are joined where nothing keeps them apart. */
const CURSIVE = [
  'Arabic',
  'Syriac',
  'Mongolian',
  'Nko',
  'Mandaic',
  'Adlam',
  'Hanifi_Rohingya',
  'Sogdian',
].map((script) => ({
  before: new RegExp(`\\p{Script=${script}}(?<=\\p{L})\\p{Mn}{0,4}$`, 'u'),
  behind: new RegExp(`^\\p{Mn}{0,4}\\p{Script=${script}}(?<=\\p{L})`, 'u'),
}));

/** A sign that takes a letter's vowel away, so that the letter may join the next one (Canonical_Combining_Class 9). */
const AFTER_VIRAMA =
  /\p{L}\p{M}{0,6}[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d\u0dca\u0e3a\u0f84\u1039\u103a\u17d2\u1b44\u1baa\ua9c0]$/u;

const PICTURE_BEFORE = /(?![\xa9\xae\u2122])\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f?$/u;
const PICTURE_BEHIND = /^(?![\xa9\xae\u2122])\p{Extended_Pictographic}/u;

/** Signs that are drawn as text or as a picture by what follows them; digits only as those of a key. */
const SIGN_OR_PICTURE = /(?=\P{ASCII})\p{Emoji}$/u;
const DIGIT = /[\d#*]$/;

/**
 * Whether the character at a place in a text is one that the letters or pictures on both sides of it need: between two
 * letters of a cursive script, behind a virama (RFC 5892, CONTEXTJ), between two pictures, or behind a sign that is one.
 * Of several behind each other none is.
 */
export function isNeededJoiner(text: string, index: number): boolean {
  const joiner = text.charAt(index);
  if (!JOINER.test(joiner) || JOINER.test(text.charAt(index + 1))) {
    // Before a joiner of pictures stands a sign that is one.
    return joiner === '\ufe0f' && text.charAt(index + 1) === '\u200d' && isNeededJoiner(text, index + 1);
  }
  const before = text.slice(Math.max(0, index - AROUND), index);
  const behind = text.slice(index + 1, index + 1 + AROUND);
  switch (joiner) {
    case '\u200c':
      return (
        (AFTER_VIRAMA.test(before) && /^\p{L}/u.test(behind)) ||
        CURSIVE.some((script) => script.before.test(before) && script.behind.test(behind))
      );
    case '\u200d':
      return AFTER_VIRAMA.test(before) || (PICTURE_BEFORE.test(before) && PICTURE_BEHIND.test(behind));
    default:
      return SIGN_OR_PICTURE.test(before) || (DIGIT.test(before) && behind.startsWith('\u20e3'));
  }
}
