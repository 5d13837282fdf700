import { LazyImportError } from './lazy-import.ts';

/** What the language itself throws: nobody throws these on purpose, to say something in a sentence. */
const MISTAKES = [TypeError, RangeError, ReferenceError, SyntaxError, EvalError, URIError];

/** Whether something that was thrown is a mistake in the program, rather than a sentence on what it works with. */
export function isFault(error: unknown): boolean {
  return (
    !(error instanceof Error) ||
    error instanceof LazyImportError ||
    MISTAKES.some((kind) => error instanceof kind)
  );
}
