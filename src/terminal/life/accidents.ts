import { inspect } from 'node:util';

export type AccidentKind = 'exception' | 'rejection';

/** What becomes of exceptions that nobody caught. */
export interface Accidents {
  /** Whether the console goes on after it; an exception, or the reason of a rejected promise. */
  survives(error: unknown, kind: AccidentKind): boolean;
  /** What is said of one that ends it, such as where to read more; undefined for nothing. */
  describe(error: unknown): string | undefined;
}

/** Whether the console goes on after an exception: not while nobody heeds them, nor when that fails, too. */
export function isSurvived(accidents: Accidents | undefined, error: unknown, kind: AccidentKind): boolean {
  try {
    return accidents?.survives(error, kind) === true;
  } catch {
    return false;
  }
}

/** What is said on standard error of what ended the console, a line each; nothing where nothing went wrong. */
export function complaintsAbout(problem: unknown, accidents: Accidents | undefined): readonly string[] {
  if (problem === undefined) {
    return [];
  }
  const more = describe(problem, accidents);
  return [`vigil: ${sentenceOf(problem)}`, ...(more === undefined ? [] : [`vigil: ${more}`])];
}

function describe(problem: unknown, accidents: Accidents | undefined): string | undefined {
  try {
    return accidents?.describe(problem);
  } catch {
    return undefined;
  }
}

/** Anything at all can be thrown. */
function sentenceOf(problem: unknown): string {
  return problem instanceof Error ? problem.message || problem.name : inspect(problem);
}
