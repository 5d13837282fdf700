import * as z from 'zod';

import { anyText } from './tolerant.ts';

/** "Errors": every 4xx and 5xx carries a JSON body with one field, `error`. */
export const errorBodySchema = z.object({ error: anyText });
export type ErrorBody = z.output<typeof errorBodySchema>;

/** The statuses of the specification by name ("Errors"). A server may answer with others, which are read by their class. */
export const STATUS = {
  success: 200,
  created: 201,
  noContent: 204,
  badRequest: 400,
  unauthorized: 401,
  forbidden: 403,
  notFound: 404,
  rateLimited: 429,
  serverError: 500,
} as const;

/** A status that the specification documents. */
export const statusSchema = z.enum(STATUS);
export type Status = z.output<typeof statusSchema>;
