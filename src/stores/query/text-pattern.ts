import type { Pattern } from './query.ts';
import { hasWildcards, isQuoted, textOfPattern } from './scan-terms.ts';

/** A test for a text. */
export type TextTest = (text: string) => boolean;

/** Stands for one character. */
const ONE = Symbol('one');

/** A run of characters between two `*`. */
type Run = readonly (string | typeof ONE)[];

/** Whether a text is what a pattern says, whatever its case; to the letter when the pattern is quoted as a whole. */
export function equalsPattern(pattern: Pattern): TextTest {
  const text = textOfPattern(pattern);
  if (isQuoted(pattern)) {
    return (other) => other === text;
  }
  const wanted = text.toLowerCase();
  if (!hasWildcards(pattern)) {
    return (other) => other.toLowerCase() === wanted;
  }
  const runs = runsOf(pattern);
  return runs.every((run) => run.length === 0)
    ? (other) => other !== ''
    : (other) => fits(runs, other.toLowerCase(), true);
}

/** Whether a pattern occurs anywhere in a text, whatever the case. */
export function occursIn(pattern: Pattern): TextTest {
  const wanted = textOfPattern(pattern).toLowerCase();
  if (!hasWildcards(pattern)) {
    return (text) => text.toLowerCase().includes(wanted);
  }
  const runs = runsOf(pattern);
  return (text) => fits(runs, text.toLowerCase(), false);
}

function runsOf(pattern: Pattern): readonly Run[] {
  const runs: (string | typeof ONE)[][] = [[]];
  for (const { text, quoted } of pattern) {
    for (const character of text.toLowerCase()) {
      if (!quoted && character === '*') {
        runs.push([]);
      } else {
        runs.at(-1)?.push(!quoted && character === '?' ? ONE : character);
      }
    }
  }
  return runs;
}

/**
 * Whether runs stand in a text one behind the other, the first at its beginning and the last at its end when it has to
 * be the whole of it. The leftmost place of each is as good as any, so that no pattern takes long.
 */
function fits(runs: readonly Run[], text: string, whole: boolean): boolean {
  let at = 0;
  for (const [index, run] of runs.entries()) {
    const isLast = whole && index === runs.length - 1;
    const isFirst = whole && index === 0;
    let end = endOfRun(run, text, at);
    while (!isFirst && at <= text.length && (end === -1 || (isLast && end !== text.length))) {
      end = endOfRun(run, text, ++at);
    }
    if (end === -1 || at > text.length || (isLast && end !== text.length)) {
      return false;
    }
    at = end;
  }
  return true;
}

/** Where a run ends that stands at a place of a text; -1 when it does not. */
function endOfRun(run: Run, text: string, start: number): number {
  let at = start;
  for (const wanted of run) {
    if (wanted === ONE) {
      const character = text.codePointAt(at);
      if (character === undefined) {
        return -1;
      }
      at += character > 0xff_ff ? 2 : 1;
    } else if (text.startsWith(wanted, at)) {
      at += wanted.length;
    } else {
      return -1;
    }
  }
  return at;
}
