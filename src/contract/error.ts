import * as z from 'zod';

import { STATUS } from './status.ts';

/** "Errors": every 4xx and 5xx carries a JSON body with one field, `error`. */
export const errorBodySchema = z.object({ error: z.string() });
export type ErrorBody = z.output<typeof errorBodySchema>;

/** A status that the specification documents. */
export const statusSchema = z.enum(STATUS);
export type Status = z.output<typeof statusSchema>;
