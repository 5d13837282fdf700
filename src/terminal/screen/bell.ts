/** Rings the bell of the terminal: it shows nothing and moves nothing. */
export const BELL = '\u0007';
