import { LinePattern, LONGEST_MATCH } from './line-pattern/line-pattern.ts';
import { PatternError } from './line-pattern/pattern-syntax.ts';
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

/** Finds in texts what is searched for. */
export interface TextFinder {
  /** All places of a text, in order. */
  find(text: string): Iterable<FoundText>;
  /** The same in pieces that take some milliseconds at most, so that something can come between them. */
  findInPieces(text: string): Iterable<readonly FoundText[]>;
  /** Whether it may be in a text of which this is the JSON; always where that cannot be known. */
  mayBeIn(json: string): boolean;
  /** Code units that one place has at most. */
  readonly longest: number;
}

/** Words that stand in the bytes of a message as they do in its text, or with `\u00` in their midst. */
const WRITTEN_AS_IT_IS = /^[\w.@#-]+(?: [\w.@#-]+)*$/;

/** Code units that are looked at in one go: of words, and for secrets, which takes many times as long. */
const PIECE_FOR_WORDS = 524_288;
const PIECE_FOR_SECRETS = 32_768;

/** A secret is not longer; what announces it is behind a boundary of words that is not further away. */
const LONGEST_SECRET = 9000;
const BEFORE_SECRET = 200;

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
  if (pattern instanceof PatternError) {
    return undefined;
  }
  const findInPieces = (text: string) => pattern.findInPieces(text, STEPS_FOR_PATTERN);
  return {
    *find(text) {
      for (const found of findInPieces(text)) {
        yield* found;
      }
    },
    findInPieces,
    mayBeIn: () => true,
    longest: LONGEST_MATCH,
  };
}

function createWordFinder(words: string): TextFinder | undefined {
  const pattern = createSmartSearch(words);
  if (pattern === undefined) {
    return undefined;
  }
  const hint = WRITTEN_AS_IT_IS.test(words)
    ? new RegExp(`${pattern.source}|\\\\u00`, pattern.flags.replace('g', ''))
    : undefined;
  // Every letter has as many code units as those that it matches.
  const longest = words.length;
  const findInPieces = (text: string) =>
    inPieces(text, { piece: PIECE_FOR_WORDS, before: 0, longest }, (part) =>
      Array.from(part.matchAll(pattern), ({ index, 0: found }) => ({
        start: index,
        end: index + found.length,
      })),
    );
  return {
    *find(text) {
      for (const { index, 0: found } of text.matchAll(pattern)) {
        yield { start: index, end: index + found.length };
      }
    },
    findInPieces,
    mayBeIn: (json) => hint?.test(json) ?? true,
    longest,
  };
}

const findSecretsInPieces = (text: string) =>
  inPieces(text, { piece: PIECE_FOR_SECRETS, before: BEFORE_SECRET, longest: LONGEST_SECRET }, findSecrets);

const SECRET_FINDER: TextFinder = {
  *find(text) {
    for (const found of findSecretsInPieces(text)) {
      yield* found;
    }
  },
  findInPieces: findSecretsInPieces,
  mayBeIn: () => true,
  longest: LONGEST_SECRET,
};

/** What is found in a text piece by piece: each place once, in the piece in which it begins, and none over another one. */
function* inPieces(
  text: string,
  { piece, before, longest }: { readonly piece: number; readonly before: number; readonly longest: number },
  find: (part: string) => readonly FoundText[],
): Generator<readonly FoundText[]> {
  let end = 0;
  for (let at = 0; at < text.length; at = Math.max(at + piece, end)) {
    const from = Math.max(0, at - before);
    const found: FoundText[] = [];
    for (const place of find(text.slice(from, at + piece + longest))) {
      const start = from + place.start;
      if (start >= at + piece) {
        break;
      }
      if (start >= Math.max(at, end)) {
        end = from + place.end;
        found.push({ ...place, start, end });
      }
    }
    yield found;
  }
}

/** What a search is called in a sentence, a heading or a field. */
export const SECRETS_WORDS = 'what looks like a secret';
