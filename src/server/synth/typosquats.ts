import type { Ecosystem } from '../../contract/values.ts';
import type { Lookalike } from './package-facts.ts';
import type { Random } from './random.ts';
import { similarity } from './string-similarity.ts';

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
