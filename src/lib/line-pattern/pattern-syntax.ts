import { classOf, sameCharacter, type CharacterTest } from './character-test.ts';

/** Where in a line something has to be. */
export type PatternPlace = 'line start' | 'line end' | 'word edge' | 'no word edge';

/** A pattern as it is made up. */
export type PatternNode =
  | { readonly kind: 'character'; readonly test: CharacterTest }
  | { readonly kind: 'place'; readonly place: PatternPlace }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'either'; readonly branches: readonly PatternNode[] }
  | {
      readonly kind: 'repeat';
      readonly part: PatternNode;
      readonly least: number;
      readonly most: number;
      readonly isGreedy: boolean;
    };

/** Why a text is no pattern: a sentence, and at which of its characters, counted from 0. */
export class PatternError extends Error {
  override name = 'PatternError';
  readonly at: number;

  constructor(at: number, sentence: string) {
    super(sentence);
    this.at = at;
  }
}

/** That as a sentence. */
export function patternSentence({ at, message }: PatternError): string {
  return `The pattern cannot be read, at its character ${at + 1}: ${message}`;
}

/** Groups within each other. */
const DEEPEST = 50;

const NOT_HERE = 'Patterns here can be matched in a time that only depends on the length of a text:';
const QUANTIFIER = /^(?:[*+?]|\{(\d{1,9})(?:(,)(\d{1,9})?)?\})(\?)?/;
const CLASS = /^\[\^?(?:\\.|[^\]\\])*\]/su;
const ESCAPE = /^\\(?:x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|u\{[\dA-Fa-f]{1,6}\}|[pP]\{[\w=]{1,60}\}|[dDwWsStfv])/u;
const PLACES: ReadonlyMap<string, PatternPlace> = new Map([
  ['^', 'line start'],
  ['$', 'line end'],
  [String.raw`\b`, 'word edge'],
  [String.raw`\B`, 'no word edge'],
]);

/** Whether the letters of a pattern, those of its escapes left aside, hold a capital one: then its case counts. */
export function hasCapital(source: string): boolean {
  const letters = source.replaceAll(/\\(?:[pPu]\{[^}]*\}|x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|.)/gsu, '');
  return letters !== letters.toLowerCase();
}

/** Reads a pattern as the language itself writes them, without what needs more than one way through a text. Throws a PatternError. */
export function parsePattern(source: string, ignoresCase: boolean): PatternNode {
  return new Parser(source, ignoresCase).parse();
}

class Parser {
  readonly #source: string;
  readonly #ignoresCase: boolean;
  #at = 0;
  #depth = 0;

  constructor(source: string, ignoresCase: boolean) {
    this.#source = source;
    this.#ignoresCase = ignoresCase;
  }

  parse(): PatternNode {
    const node = this.#branches();
    if (this.#at < this.#source.length) {
      this.#refuse('There is a ) without its (. A ) that is meant is written \\).');
    }
    return node;
  }

  #branches(): PatternNode {
    const branches = [this.#sequence()];
    while (this.#takes('|')) {
      branches.push(this.#sequence());
    }
    const [only] = branches;
    return only !== undefined && branches.length === 1 ? only : { kind: 'either', branches };
  }

  #sequence(): PatternNode {
    const parts: PatternNode[] = [];
    while (this.#at < this.#source.length && !'|)'.includes(this.#source.charAt(this.#at))) {
      parts.push(this.#repeated());
    }
    const [only] = parts;
    return only !== undefined && parts.length === 1 ? only : { kind: 'sequence', parts };
  }

  #repeated(): PatternNode {
    const begin = this.#at;
    const part = this.#atom();
    const [sign, least, comma, most, lazy] = QUANTIFIER.exec(this.#rest) ?? [];
    if (sign === undefined) {
      return part;
    }
    if (part.kind === 'place') {
      this.#refuse(`${this.#source.slice(begin, this.#at)} is a place, which cannot be repeated.`);
    }
    const at = this.#at;
    this.#at += sign.length;
    if (QUANTIFIER.test(this.#rest)) {
      this.#refuse('A repetition of a repetition is written with parentheses: (?:a{2})+.');
    }
    const isGreedy = lazy === undefined;
    if (least === undefined) {
      return {
        kind: 'repeat',
        part,
        least: sign.startsWith('+') ? 1 : 0,
        most: sign.startsWith('?') ? 1 : Number.POSITIVE_INFINITY,
        isGreedy,
      };
    }
    const from = Number(least);
    const to = comma === undefined ? from : most === undefined ? Number.POSITIVE_INFINITY : Number(most);
    if (to < from) {
      this.#refuse('It ends before it begins.', at);
    }
    return { kind: 'repeat', part, least: from, most: to, isGreedy };
  }

  #atom(): PatternNode {
    const place =
      PLACES.get(this.#source.slice(this.#at, this.#at + 1)) ?? PLACES.get(this.#rest.slice(0, 2));
    if (place !== undefined) {
      this.#at += this.#source.charAt(this.#at) === '\\' ? 2 : 1;
      return { kind: 'place', place };
    }
    switch (this.#source.charAt(this.#at)) {
      case '(':
        return this.#group();
      case '[':
        return this.#class();
      case '\\':
        return this.#escape();
      case '.':
        this.#at++;
        return { kind: 'character', test: classOf('.', false) };
      case '*':
      case '+':
      case '?':
        return this.#refuse(
          `There is nothing that ${this.#source.charAt(this.#at)} could repeat. One that is meant is written \\${this.#source.charAt(this.#at)}.`,
        );
      default: {
        const code = this.#source.codePointAt(this.#at) ?? 0;
        this.#at += code > 0xffff ? 2 : 1;
        return this.#literal(code);
      }
    }
  }

  #group(): PatternNode {
    const begin = this.#at;
    if (/^\(\?(?:[=!]|<[=!])/.test(this.#rest)) {
      this.#refuse(`${NOT_HERE} nothing looks ahead or behind.`);
    }
    if (++this.#depth > DEEPEST) {
      this.#refuse('There are too many parentheses within each other.');
    }
    this.#at += /^\((?:\?(?::|<[A-Za-z_]\w*>))?/.exec(this.#rest)?.[0].length ?? 1;
    if (this.#source.charAt(this.#at) === '?') {
      this.#refuse('Parentheses here are ( ) or (?: ).');
    }
    const node = this.#branches();
    if (!this.#takes(')')) {
      this.#refuse('The ) of this one is missing. A ( that is meant is written \\(.', begin);
    }
    this.#depth--;
    return node;
  }

  #class(): PatternNode {
    const [source] = CLASS.exec(this.#rest) ?? [];
    if (source === undefined) {
      return this.#refuse('The ] of this one is missing. A [ that is meant is written \\[.');
    }
    try {
      return this.#character(source);
    } catch {
      return this.#refuse('It is no set of characters such as [a-z] or [^"].');
    }
  }

  #escape(): PatternNode {
    const [source] = ESCAPE.exec(this.#rest) ?? [];
    const escaped = this.#source.codePointAt(this.#at + 1);
    if (escaped === undefined) {
      this.#refuse('There is nothing behind the \\. One that is meant is written \\\\.');
    }
    if (source !== undefined) {
      try {
        return this.#character(source);
      } catch {
        return this.#refuse(`${source} names no characters.`);
      }
    }
    const sign = String.fromCodePoint(escaped);
    if (/[1-9k]/.test(sign)) {
      this.#refuse(`${NOT_HERE} nothing can be asked for a second time with \\${sign}.`);
    }
    if (/[nr]/.test(sign)) {
      this.#refuse('A match lies within one line: it holds no line end.');
    }
    if (/[\p{L}\p{N}]/u.test(sign)) {
      this.#refuse(`\\${sign} has no meaning here.`);
    }
    this.#at += 1 + sign.length;
    return this.#literal(escaped);
  }

  #character(source: string): PatternNode {
    const test = classOf(source, this.#ignoresCase);
    this.#at += source.length;
    return { kind: 'character', test };
  }

  #literal(code: number): PatternNode {
    const character = String.fromCodePoint(code);
    const test =
      this.#ignoresCase && /\p{L}/u.test(character) ? classOf(character, true) : sameCharacter(code);
    return { kind: 'character', test };
  }

  get #rest(): string {
    return this.#source.slice(this.#at);
  }

  #takes(sign: string): boolean {
    const isThere = this.#source.charAt(this.#at) === sign;
    this.#at += isThere ? 1 : 0;
    return isThere;
  }

  #refuse(sentence: string, at = this.#at): never {
    throw new PatternError(at, sentence);
  }
}
