import { visit } from 'jsonc-parser';

import { parseExactJson } from './exact-json.ts';

/** A place in a text, both counted from 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** Why a text is no document. */
export interface JsonProblem {
  /** The end of a sentence that begins with the place. */
  readonly problem: string;
  readonly position: TextPosition | undefined;
}

/** What names a value: fields of objects and places in arrays from the outside in. */
export type JsonPath = readonly (string | number)[];

/** A JSON text that somebody wrote, of which it can be known where a value stands. */
export interface JsonDocument {
  /** As `parseExactJson` reads it. */
  readonly value: unknown;
  /** Where a value begins; undefined when nothing stands there. */
  readonly placeOf: (path: JsonPath) => TextPosition | undefined;
}

/** What a text was read as, or why it is no document. */
export type JsonReading = JsonDocument | { readonly problems: readonly [JsonProblem, ...JsonProblem[]] };

/** Of objects with a name twice, so many are reported. */
const MOST_REPEATED = 20;

/**
 * Reads JSON that was written by hand: strictly, and an object with a name twice is a problem too, since one of the values
 * would be lost (RFC 8259, section 4). Never throws.
 */
export function readJsonDocument(text: string): JsonReading {
  let value: unknown;
  try {
    value = parseExactJson(text);
  } catch (error) {
    return { problems: [{ problem: whyNotJson(error), position: firstDamage(text) }] };
  }
  const [first, ...others] = findRepeated(text);
  if (first !== undefined) {
    return { problems: [first, ...others] };
  }
  let places: ReadonlyMap<string, TextPosition> | undefined;
  return { value, placeOf: (path) => (places ??= findPlaces(text)).get(keyOf(path)) };
}

/** What the engine says, without what it says of the place and the text around it. */
function whyNotJson(error: unknown): string {
  const [why = ''] = (error as Error).message.split(/ in JSON at position | at position |, (?:\.\.\.)?"/);
  return `is not JSON: ${why.replace(/^./, (letter) => letter.toLowerCase())}`;
}

function firstDamage(text: string): TextPosition | undefined {
  let first: TextPosition | undefined;
  walk(text, {
    onError(_code, _offset, _length, line, character) {
      first ??= positionAt(line, character);
    },
  });
  return first;
}

function findRepeated(text: string): readonly JsonProblem[] {
  const open: Map<string, TextPosition>[] = [];
  const problems: JsonProblem[] = [];
  const whole = walk(text, {
    onObjectBegin: () => void open.push(new Map()),
    onObjectEnd: () => void open.pop(),
    onObjectProperty(name, _offset, _length, line, character) {
      const names = open.at(-1);
      const [before, position] = [names?.get(name), positionAt(line, character)];
      names?.set(name, position);
      if (before !== undefined && problems.length < MOST_REPEATED) {
        problems.push({
          problem: `has ${JSON.stringify(name)} a second time in one object, first in line ${before.line}: one of the two would be lost`,
          position,
        });
      }
    },
  });
  return whole ? problems : [{ problem: 'is nested too deeply', position: undefined }];
}

/** Deeper values are not asked for, and there are many of them. */
const DEEPEST = 3;

function findPlaces(text: string): ReadonlyMap<string, TextPosition> {
  const places = new Map<string, TextPosition>();
  let depth = 0;
  const note = (line: number, character: number, pathOf: () => JsonPath) => {
    if (depth <= DEEPEST) {
      places.set(keyOf(pathOf()), positionAt(line, character));
    }
  };
  walk(text, {
    onObjectBegin(_offset, _length, line, character, pathOf) {
      note(line, character, pathOf);
      depth++;
    },
    onArrayBegin(_offset, _length, line, character, pathOf) {
      note(line, character, pathOf);
      depth++;
    },
    onObjectEnd: () => void depth--,
    onArrayEnd: () => void depth--,
    onLiteralValue: (_value, _offset, _length, line, character, pathOf) => note(line, character, pathOf),
  });
  return places;
}

/** False when the text is nested so deeply that it cannot be looked through. */
function walk(text: string, visitor: Parameters<typeof visit>[1]): boolean {
  try {
    visit(text, visitor, { disallowComments: true });
    return true;
  } catch (error) {
    if (error instanceof RangeError) {
      return false;
    }
    throw error;
  }
}

function keyOf(path: JsonPath): string {
  return JSON.stringify(path);
}

function positionAt(line: number, character: number): TextPosition {
  return { line: line + 1, column: character + 1 };
}
