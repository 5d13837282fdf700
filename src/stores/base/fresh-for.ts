/**
 * What was read so many milliseconds ago is called neither live nor fresh any more, but says how old it is: a screen that is drawn
 * once a second has withdrawn the word within ten seconds of the last look.
 */
export const FRESH_FOR = 9000;
