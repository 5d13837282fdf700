import type { Ecosystem } from '../../contract/values.ts';
import type { Lookalike } from './package-facts.ts';
import type { Random } from './random.ts';

const LEAST_SIMILARITY = 0.6;

/**
 * The popular name that `name` resembles most, from a similarity of 0.6 on; null when there is none or when the name is
 * itself popular. Go modules are compared without their host, which they nearly all share.
 */
export function findLookalike(
  ecosystem: Ecosystem,
  name: string,
  popular: readonly string[],
): Lookalike | null {
  const bare = bareName(ecosystem, name);
  let best: Lookalike | null = null;
  for (const candidate of popular) {
    if (candidate === name) {
      return null;
    }
    const other = bareName(ecosystem, candidate);
    const least = Math.max(LEAST_SIMILARITY, best?.similarity ?? 0);
    const longer = Math.max(bare.length, other.length);
    // Names cannot be more similar than their lengths allow.
    if (Math.abs(bare.length - other.length) > longer * (1 - least)) {
      continue;
    }
    const alike = similarity(bare, other);
    if (alike >= LEAST_SIMILARITY && alike > (best?.similarity ?? 0)) {
      best = { name: candidate, similarity: alike };
    }
  }
  return best;
}

/** A name one slip of the finger away from `name`: two letters swapped, one left out, doubled or replaced. */
export function misspell(random: Random, name: string): string {
  // Host, owner and scope stay as they are, and so does the number at the end of a Go module.
  const end = name.length - (/\/v\d+$/.exec(name)?.[0].length ?? 0);
  const start = name.lastIndexOf('/', end - 1) + 1;
  const letters = name.slice(start, end);
  const at = random.integer(1, Math.max(1, letters.length - 2));
  const [before, letter, next, after] = [
    letters.slice(0, at),
    letters.charAt(at),
    letters.charAt(at + 1),
    letters.slice(at + 2),
  ];
  const slips = [
    before + next + letter + after,
    before + next + after,
    before + letter + letter + next + after,
    before + neighbour(random, letter) + next + after,
  ];
  return name.slice(0, start) + random.pick(slips) + name.slice(end);
}

function bareName(ecosystem: Ecosystem, name: string): string {
  return ecosystem === 'go' ? name.slice(name.indexOf('/') + 1) : name;
}

const KEYBOARD_ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

function neighbour(random: Random, letter: string): string {
  const row = KEYBOARD_ROWS.find((keys) => keys.includes(letter)) ?? 'aeo';
  const at = row.indexOf(letter);
  return row.charAt(random.chance(0.5) && at > 0 ? at - 1 : (at + 1) % row.length);
}

/** How alike two package names look. */

/**
 * The number of single-character insertions, deletions, replacements and swaps of neighbours that turn one text into
 * the other (optimal string alignment), counted in UTF-16 units. Symmetric; 0 only for equal texts.
 */
export function editDistance(left: string, right: string): number {
  const width = right.length + 1;
  let beforeLast = new Uint16Array(width);
  let last = new Uint16Array(width);
  let current = new Uint16Array(width);
  for (let column = 0; column < width; column++) {
    last[column] = column;
  }
  for (let row = 1; row <= left.length; row++) {
    current[0] = row;
    const leftCode = left.charCodeAt(row - 1);
    for (let column = 1; column < width; column++) {
      const rightCode = right.charCodeAt(column - 1);
      const replaced = (last[column - 1] as number) + (leftCode === rightCode ? 0 : 1);
      let best = Math.min((last[column] as number) + 1, (current[column - 1] as number) + 1, replaced);
      const swapped =
        row > 1 &&
        column > 1 &&
        leftCode === right.charCodeAt(column - 2) &&
        left.charCodeAt(row - 2) === rightCode;
      if (swapped) {
        best = Math.min(best, (beforeLast[column - 2] as number) + 1);
      }
      current[column] = best;
    }
    [beforeLast, last, current] = [last, current, beforeLast];
  }
  return last[right.length] as number;
}

/** From 0 (nothing in common) to 1 (equal): one minus the edit distance over the length of the longer text. */
export function similarity(left: string, right: string): number {
  const longer = Math.max(left.length, right.length);
  return longer === 0 ? 1 : 1 - editDistance(left, right) / longer;
}
