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

/** Scripts in which one grapheme may hold several letters, each of which terminals put into a cell of its own. */
const CONJUNCTS =
  /[\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Thai}\p{sc=Laoo}\p{sc=Mymr}\p{sc=Khmr}\p{sc=Bali}\p{sc=Java}]/u;
const LETTER_WITH_MARKS = /\P{M}\p{M}*|\p{M}+/gu;

/** Whether graphemes of the text may have to be divided into cells. */
export function mayHoldConjuncts(text: string): boolean {
  return CONJUNCTS.test(text);
}

/** Everything from which on a character may belong to the one before it: combining marks are the first. */
const FIRST_MARK = 0x300;

/**
 * A part of a text, widened so that it neither begins nor ends within a grapheme: what is drawn piece by piece would else
 * lose the marks that were cut off their letter.
 */
export function wholeGraphemes(
  text: string,
  from: number,
  to: number,
): { readonly from: number; readonly to: number } {
  const isBetween = (place: number) =>
    place <= 0 || place >= text.length || text.charCodeAt(place) < FIRST_MARK;
  if (isBetween(from) && isBetween(to)) {
    return { from, to };
  }
  const all = graphemes.segment(text);
  const last = all.containing(to);
  return {
    from: all.containing(from)?.index ?? from,
    to: last === undefined || last.index === to ? to : last.index + last.segment.length,
  };
}

/**
 * Divides text into what terminals put into cells: graphemes, but for the conjuncts of Indic scripts and the vowels of Thai
 * and Lao, in which each letter with its marks has a cell of its own.
 */
export function cellsOf(text: string): readonly { readonly segment: string; readonly index: number }[] {
  const all = Array.from(graphemes.segment(text), ({ segment, index }) => ({ segment, index }));
  return mayHoldConjuncts(text) ? all.flatMap(lettersOf) : all;
}

function lettersOf(grapheme: { readonly segment: string; readonly index: number }) {
  return CONJUNCTS.test(grapheme.segment)
    ? Array.from(grapheme.segment.matchAll(LETTER_WITH_MARKS), ({ 0: segment, index }) => ({
        segment,
        index: grapheme.index + index,
      }))
    : [grapheme];
}
