import { ZodError } from 'zod';

import { errorBodySchema } from '../contract/error.ts';
import { parseExactJson } from '../lib/exact-json.ts';
import { AnswerError, StatusError, type AnswerProblem, type RequestFacts } from './errors.ts';
import { quote } from './quote.ts';
import type { RawAnswer } from './transport.ts';

const MOST_OF_EXCERPT = 80;
const MOST_OF_SENTENCE = 500;

/**
 * What `read` makes of the JSON of an answer; it is given undefined when there is no body, and may throw. Throws a
 * StatusError when the status is not a success, an AnswerError when the body is not what `read` takes.
 */
export function readAnswer<Value>(
  request: RequestFacts,
  answer: RawAnswer,
  read: (body: unknown) => Value,
): Value {
  const { facts, contentType, text } = answer;
  const excerpt = quote(text, MOST_OF_EXCERPT);
  const unusable = (kind: AnswerProblem, problem: string) =>
    new AnswerError(kind, `The answer (${facts.status}, ${contentType}) ${problem}`, request, facts, {
      contentType,
      excerpt,
    });

  if (facts.status >= 400) {
    throw new StatusError(request, facts, { sentence: errorSentence(text), contentType, excerpt });
  }
  const hasBody = facts.status !== 204 && text.trim() !== '';
  let body: unknown;
  try {
    body = hasBody ? parseExactJson(text) : undefined;
  } catch {
    throw unusable('not-json', `is not JSON. It begins: ${excerpt}`);
  }
  try {
    return read(body);
  } catch (error) {
    throw hasBody
      ? unusable(
          'wrong-shape',
          `is JSON of another shape than expected: ${problemOf(error)}. It begins: ${excerpt}`,
        )
      : unusable('empty', 'has no body.');
  }
}

/** The sentence of an error body ("Errors"). */
function errorSentence(text: string): string | undefined {
  try {
    const body = errorBodySchema.safeParse(JSON.parse(text));
    return body.success ? quote(body.data.error, MOST_OF_SENTENCE) : undefined;
  } catch {
    return undefined;
  }
}

function problemOf(error: unknown): string {
  if (error instanceof ZodError) {
    const issue = error.issues[0];
    return quote(`${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`, MOST_OF_EXCERPT);
  }
  return quote(error instanceof Error ? error.message : String(error), MOST_OF_EXCERPT);
}
