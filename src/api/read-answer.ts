import { ZodError } from 'zod';

import { errorBodySchema } from '../contract/error.ts';
import { STATUS } from '../contract/status.ts';
import { parseExactJson } from '../lib/exact-json.ts';
import { AnswerError, StatusError, type AnswerProblem, type RequestFacts } from './errors.ts';
import { quote } from './quote.ts';
import type { RawAnswer } from './transport.ts';

const MOST_OF_EXCERPT = 80;
const MOST_OF_SENTENCE = 500;

/**
 * What `read` makes of the JSON of an answer; it is given undefined when there is no body, and may throw. Throws a
 * StatusError when the status is not a success, with `advice` where there is nothing (404), an AnswerError when the body is
 * not what `read` takes.
 */
export function readAnswer<Value>(
  request: RequestFacts,
  answer: RawAnswer,
  read: (body: unknown) => Value,
  advice: string | undefined,
): Value {
  const { facts, contentType, text } = answer;
  const excerpt = quote(text, MOST_OF_EXCERPT);
  if (facts.status >= 400) {
    throw new StatusError(request, facts, {
      sentence: errorSentence(text),
      contentType,
      excerpt,
      advice: facts.status === STATUS.notFound ? advice : undefined,
    });
  }
  const hasBody = facts.status !== 204 && text.trim() !== '';
  let body: unknown;
  try {
    body = hasBody ? parseExactJson(text) : undefined;
  } catch {
    throw notJson(request, answer, excerpt);
  }
  try {
    return read(body);
  } catch (error) {
    throw hasBody ? wrongShape(request, answer, excerpt, error) : empty(request, answer);
  }
}

/**
 * What `read` makes of a good answer whose body a sink took; it is given undefined, and may throw: a SyntaxError for what is
 * not JSON. Throws an AnswerError when the body is not what `read` takes.
 */
export function readTaken<Value>(
  request: RequestFacts,
  answer: RawAnswer,
  sink: { beginning(): string },
  read: (body: unknown) => Value,
): Value {
  try {
    return read(undefined);
  } catch (error) {
    const excerpt = quote(sink.beginning(), MOST_OF_EXCERPT);
    if (answer.facts.bytes === 0) {
      throw empty(request, answer);
    }
    throw error instanceof SyntaxError
      ? notJson(request, answer, excerpt)
      : wrongShape(request, answer, excerpt, error);
  }
}

function notJson(request: RequestFacts, answer: RawAnswer, excerpt: string): AnswerError {
  return unusable('not-json', `is not JSON. It begins: ${excerpt}`, request, answer, excerpt);
}

function wrongShape(request: RequestFacts, answer: RawAnswer, excerpt: string, error: unknown): AnswerError {
  const said = errorSentence(answer.text);
  if (said !== undefined) {
    return unusable('wrong-shape', `has an error in place of data: ${said}`, request, answer, excerpt);
  }
  const problem = `is JSON of another shape than expected: ${problemOf(error)}. It begins: ${excerpt}`;
  return unusable('wrong-shape', problem, request, answer, excerpt);
}

function empty(request: RequestFacts, answer: RawAnswer): AnswerError {
  return unusable('empty', 'has no body.', request, answer, '');
}

function unusable(
  kind: AnswerProblem,
  problem: string,
  request: RequestFacts,
  { facts, contentType }: RawAnswer,
  excerpt: string,
): AnswerError {
  const sentence = `The answer (${facts.status}, ${contentType}) ${problem}`;
  return new AnswerError(kind, sentence, request, facts, { contentType, excerpt });
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
