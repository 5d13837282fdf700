import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';

import { RequestError } from './answer.ts';

/** The largest body that is read, in bytes. */
export const BODY_LIMIT = 1024 * 1024;

/** Of a body that is too large, this much is read and thrown away, so that the client comes to read its answer. */
const DISCARD_LIMIT = 16 * BODY_LIMIT;

/**
 * Reads the body of a request to its end. Rejects with a RequestError (400) when it is over the limit, and with another
 * error when the client goes away first.
 */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > DISCARD_LIMIT) {
      break;
    }
    if (size <= BODY_LIMIT) {
      pieces.push(piece);
    }
  }
  if (size > BODY_LIMIT) {
    throw new RequestError(400, `The body is larger than ${BODY_LIMIT} bytes`, { Connection: 'close' });
  }
  return Buffer.concat(pieces);
}

/**
 * Reads a body as JSON. The Content-Type is not looked at, as long as the body is JSON in UTF-8. Throws a RequestError
 * with 400 when it is not.
 */
export function readJson(body: Buffer): unknown {
  if (body.length === 0) {
    throw new RequestError(400, 'The body is empty; it must be a JSON object');
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw new RequestError(400, 'The body is not text in UTF-8');
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new RequestError(400, 'The body is not JSON');
  }
}

/**
 * Checks a body under a schema of the contract. Throws a RequestError with 400 and a sentence that names the field and
 * what it may be.
 */
export function checkBody<Output>(body: unknown, schema: z.ZodType<Output>): Output {
  const parsed = schema.safeParse(body);
  if (parsed.success) {
    return parsed.data;
  }
  const issue = parsed.error.issues[0];
  const place = issue?.path.length ? writePath(issue.path) : 'The body';
  throw new RequestError(400, `${place} ${issue?.message}`);
}

/** `rules.min_scorecard`, `blocked_packages[2]`. */
function writePath(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) =>
      typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${String(part)}`,
    )
    .join('');
}
