import { LinePattern, LONGEST_MATCH } from './line-pattern/line-pattern.ts';
import { PatternError, patternSentence } from './line-pattern/pattern-syntax.ts';
import { findSecrets } from './secret-patterns.ts';
import { createSmartSearch } from './text-search.ts';

/** What is searched for: words or a pattern as they were typed, or what looks like a secret. */
export type Sought =
  | { readonly kind: 'words' | 'pattern'; readonly words: string }
  | { readonly kind: 'secrets'; readonly words?: undefined };

/** A place in a text, and of a secret which kind it seems to be. */
export interface FoundText {
  readonly start: number;
  readonly end: number;
  readonly kind?: string;
}

/** What begins in one piece of a text. */
export interface FoundPiece {
  readonly places: readonly FoundText[];
  /** The piece with what stands before and behind it, so much of it at least as is shown around a place. */
  readonly around: string;
  /** Where that begins in the whole text. */
  readonly from: number;
}

/** Finds in texts what is searched for. */
export interface TextFinder {
  /** All places of a text, in order. */
  find(text: string): Iterable<FoundText>;
  /**
   * The same of a text that comes in parts, in pieces that take some milliseconds at most, so that something can come between
   * them.
   */
  findInPieces(parts: Iterable<string>): Iterable<FoundPiece>;
  /** Whether it may be in a text of which this is the JSON; always where that cannot be known. */
  mayBeIn(json: string): boolean;
  /** Code units that one place has at most. */
  readonly longest: number;
}

/** Words that stand in the bytes of a message as they do in its text, or with `\u00` in their midst. */
const WRITTEN_AS_IT_IS = /^[\w.@#-]+(?: [\w.@#-]+)*$/;

/** Code units that are looked at in one go: of words, and for secrets, which takes many times as long. */
const PIECE_FOR_WORDS = 262_144;
const PIECE_FOR_SECRETS = 32_768;

/** A secret is not longer. */
const LONGEST_SECRET = 9000;

/** So much of a text before and behind a place is looked at to show it, or to see what it is. */
const AROUND_PLACE = 9600;

/** Of a pattern, so many steps are taken in one go. */
const STEPS_FOR_PATTERN = 20_000;

/** A pattern is typed between slashes. */
const TYPED_PATTERN = /^\/(.+)\/$/su;

/** What is meant by what was typed: words, or a pattern where it stands between slashes; or why that is none. */
export function readSought(typed: string): Sought | PatternError {
  const [, source] = TYPED_PATTERN.exec(typed) ?? [];
  if (source === undefined) {
    return { kind: 'words', words: typed };
  }
  const pattern = LinePattern.read(source);
  return pattern instanceof PatternError ? pattern : { kind: 'pattern', words: typed };
}

/** Why what was typed cannot be searched for, as a sentence. */
export function problemOfTyped(typed: string): string | undefined {
  const sought = readSought(typed);
  return sought instanceof PatternError ? patternSentence(sought) : undefined;
}

/** What is to be typed for that to be found. */
export function typedFor({ kind, words }: Exclude<Sought, { readonly kind: 'secrets' }>): string {
  return kind === 'words' && TYPED_PATTERN.test(words)
    ? `/${words.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)}/`
    : words;
}

/** What finds what is sought; undefined for words that are empty. */
export function createFinder(sought: Sought): TextFinder | undefined {
  switch (sought.kind) {
    case 'secrets':
      return SECRET_FINDER;
    case 'pattern':
      return createPatternFinder(sought.words.slice(1, -1));
    case 'words':
      return createWordFinder(sought.words);
  }
}

function createPatternFinder(source: string): TextFinder | undefined {
  const pattern = LinePattern.read(source);
  return pattern instanceof PatternError
    ? undefined
    : finderOf((text, from) => pattern.findInPieces(text, STEPS_FOR_PATTERN, from), {
        piece: PIECE_FOR_WORDS,
        longest: LONGEST_MATCH,
        mayBeIn: () => true,
      });
}

function createWordFinder(words: string): TextFinder | undefined {
  const pattern = createSmartSearch(words);
  if (pattern === undefined) {
    return undefined;
  }
  const hint = WRITTEN_AS_IT_IS.test(words)
    ? new RegExp(`${pattern.source}|\\\\u00`, pattern.flags.replace('g', ''))
    : undefined;
  const findFrom = (text: string, from: number) => {
    // It goes on from there in what is given, and looks at nothing before.
    pattern.lastIndex = from;
    return [
      Array.from(text.matchAll(pattern), ({ index, 0: found }) => ({
        start: index,
        end: index + found.length,
      })),
    ];
  };
  return finderOf(findFrom, {
    piece: PIECE_FOR_WORDS,
    // Every letter has as many code units as those that it matches.
    longest: words.length,
    mayBeIn: (json) => hint?.test(json) ?? true,
  });
}

/** What announces a secret is not further before it than this. */
const BEFORE_SECRET = 200;

const findSecretsFrom = (text: string, from: number) => {
  const begin = Math.max(0, from - BEFORE_SECRET);
  const found = findSecrets(text.slice(begin));
  return [found.map((secret) => ({ ...secret, start: begin + secret.start, end: begin + secret.end }))];
};

const SECRET_FINDER = finderOf(findSecretsFrom, {
  piece: PIECE_FOR_SECRETS,
  longest: LONGEST_SECRET,
  mayBeIn: () => true,
});

/** `find` gives what is in a text from a place on, in several goes where that takes long. */
function finderOf(
  find: (text: string, from: number) => Iterable<readonly FoundText[]>,
  { piece, ...finder }: Pick<TextFinder, 'longest' | 'mayBeIn'> & { readonly piece: number },
): TextFinder {
  const findInPieces = (parts: Iterable<string>) => inPieces(parts, { ...finder, piece }, find);
  return {
    ...finder,
    *find(text) {
      for (const { places } of findInPieces([text])) {
        yield* places;
      }
    },
    findInPieces,
  };
}

/** What is found in a text piece by piece: each place once, in the piece in which it begins, and none over another one. */
function* inPieces(
  parts: Iterable<string>,
  { piece, longest }: { readonly piece: number; readonly longest: number },
  find: (text: string, from: number) => Iterable<readonly FoundText[]>,
): Generator<FoundPiece> {
  const coming: Iterator<string, unknown> = parts[Symbol.iterator]();
  const behind = Math.max(longest, AROUND_PLACE);
  let [held, heldFrom, end] = ['', 0, 0];
  let isWhole = false;
  for (let at = 0; !isWhole || at < heldFrom + held.length; at = Math.max(at + piece, end)) {
    const from = Math.max(0, at - AROUND_PLACE);
    held = held.slice(from - heldFrom);
    heldFrom = from;
    while (!isWhole && held.length < at + piece + behind - from) {
      const next = coming.next();
      isWhole = next.done === true;
      held += next.done === true ? '' : next.value;
    }
    const around = held.slice(0, at + piece + behind - from);
    for (const found of find(around, at - from)) {
      const places: FoundText[] = [];
      let isBeyond = false;
      for (const place of found) {
        const start = from + place.start;
        isBeyond ||= start >= at + piece;
        if (!isBeyond && start >= Math.max(at, end)) {
          end = from + place.end;
          places.push({ ...place, start, end });
        }
      }
      yield { places, around, from };
      if (isBeyond) {
        break;
      }
    }
  }
}

/** What a search is called in a sentence, a heading or a field. */
export const SECRETS_WORDS = 'what looks like a secret';
