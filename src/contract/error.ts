import { z } from 'zod';

/** "Errors": every 4xx and 5xx carries a JSON body with one field, `error`. */
export const errorBodySchema = z.object({ error: z.string() });
export type ErrorBody = z.output<typeof errorBodySchema>;

/** The statuses of the specification and what each means. */
export const STATUS_MEANING: Readonly<Record<number, string>> = {
  200: 'success',
  201: 'created',
  204: 'no content',
  400: 'bad request',
  401: 'invalid or missing API key',
  403: 'insufficient permissions',
  404: 'not found',
  429: 'rate limited',
  500: 'internal server error',
};
