import { largest } from '../../lib/long-lists.ts';

/**
 * How well a search names a text of the palette, the worst of its words counting. Nothing that is only similar: Enter
 * runs the first command found, so a word that names none must find none.
 */
const CLOSENESS = {
  /** The letters are the beginning of the first word and those of others, in their order: `sag` for "Suspend … agent". */
  initials: 1,
  /** It is within a word: `activate` for "reactivate". */
  within: 2,
  /** A word begins with it. */
  beginning: 3,
  /** It is a word, or several. */
  word: 4,
} as const;

export type Closeness = (typeof CLOSENESS)[keyof typeof CLOSENESS];

/** An abbreviation is no longer; longer words are written out, at least from their beginning. */
const LONGEST_INITIALS = 3;

/** Fewer letters are within words that have nothing to do with them, as `lock` is within "block". */
const LEAST_WITHIN = 6;

/**
 * How well all words of a search are found, each in any of the texts or in a name, of which any letters count;
 * undefined where one is not.
 */
export function closenessOf(search: string, texts: readonly string[], name = ''): Closeness | undefined {
  let worst: Closeness = CLOSENESS.word;
  for (const word of search.toLowerCase().split(/\s+/)) {
    const best = largest(
      [...texts, name].map((text) => closenessOfWord(word, text.toLowerCase())),
      name.toLowerCase().includes(word) ? CLOSENESS.within : 0,
    );
    if (best === 0) {
      return undefined;
    }
    worst = Math.min(worst, best) as Closeness;
  }
  return worst;
}

function closenessOfWord(word: string, text: string): number {
  let best = 0;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!beginsWord(text, at)) {
      best = Math.max(best, word.length >= LEAST_WITHIN ? CLOSENESS.within : 0);
    } else if (at + word.length === text.length || beginsNothing(text[at + word.length])) {
      return CLOSENESS.word;
    } else {
      best = CLOSENESS.beginning;
    }
  }
  return best === 0 && word.length <= LONGEST_INITIALS && areInitials(word, text) ? CLOSENESS.initials : best;
}

/** Whether the letters come in pieces that each begin a word, the first of them the text. */
function areInitials(letters: string, text: string): boolean {
  for (let count = 1; count <= letters.length && text[count - 1] === letters[count - 1]; count += 1) {
    if (count === letters.length) {
      return true;
    }
    for (let at = count; at < text.length; at += 1) {
      if (beginsWord(text, at) && areInitials(letters.slice(count), text.slice(at))) {
        return true;
      }
    }
  }
  return false;
}

function beginsWord(text: string, at: number): boolean {
  return !beginsNothing(text[at]) && (at === 0 || beginsNothing(text[at - 1]));
}

/** What stands between words. */
function beginsNothing(letter: string | undefined): boolean {
  return letter === undefined || !/[\p{L}\p{N}]/u.test(letter);
}
