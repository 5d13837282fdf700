import type { z } from 'zod';

import { RequestError } from './answer.ts';

/**
 * Reads the query parameters that a schema of the contract knows; others are ignored. Throws a RequestError with 400 and
 * a sentence that names the parameter and what it may be, when one is wrong or is given more than once.
 */
export function readQuery<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  query: URLSearchParams,
): z.output<z.ZodObject<Shape>> {
  const given = new Map<string, string>();
  for (const name of Object.keys(schema.shape)) {
    const [value, ...more] = query.getAll(name);
    if (more.length > 0) {
      throw new RequestError(400, `${name} is given ${more.length + 1} times; give it once`);
    }
    if (value !== undefined) {
      given.set(name, value);
    }
  }
  const parsed = schema.safeParse(Object.fromEntries(given));
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new RequestError(400, `${String(issue?.path[0])} must be ${issue?.message}`);
  }
  return parsed.data;
}

/**
 * Splits a request target into the decoded segments of its path and its query. Throws a RequestError with 400 when an
 * escape in it is malformed.
 */
export function readTarget(target: string): {
  readonly segments: readonly string[];
  readonly query: URLSearchParams;
} {
  const [, path = '', search = ''] = /^(?:http:\/\/[^/?#]*)?([^?#]*)(?:\?([^#]*))?/i.exec(target) ?? [];
  const segments = path.split('/').slice(1);
  try {
    decodeURIComponent(search);
    return { segments: segments.map(decodeURIComponent), query: new URLSearchParams(search) };
  } catch {
    throw new RequestError(400, 'The address holds a malformed escape; write % as %25');
  }
}
