import * as z from 'zod';

import { STATUS } from './status.ts';
import { anyText, type JsonObject } from './tolerant.ts';

/** "Errors": every 4xx and 5xx carries a JSON body with one field, `error`. */
export const errorBodySchema = z.object({ error: anyText });

/**
 * Throws a TypeError when a body that holds no data says that there was an error: a status of success does not make that
 * an empty list. No answer of the specification has a field `error` of its own, and beside data it is an unknown field.
 */
export function refuseErrorWithoutData({ error }: JsonObject, hasData: boolean): void {
  const isGiven = error !== undefined && error !== null && error !== false && error !== '';
  if (isGiven && !hasData) {
    throw new TypeError('it has an error and no data');
  }
}

/** A status that the specification documents. */
export const statusSchema = z.enum(STATUS);
export type Status = z.output<typeof statusSchema>;
