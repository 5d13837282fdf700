let segmenter: Intl.Segmenter | undefined;

/**
 * Divides text into graphemes (UAX #29), whatever the locale. What it divides by is loaded at its first use, which takes
 * as long as a third of a start: text that needs no dividing must not ask for it.
 */
export const graphemes: Pick<Intl.Segmenter, 'segment'> = {
  segment(text) {
    segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
    return segmenter.segment(text);
  },
};
