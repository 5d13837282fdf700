import * as z from 'zod';

import { STATUS } from './status.ts';
import { anyText } from './tolerant.ts';

/** "Errors": every 4xx and 5xx carries a JSON body with one field, `error`. */
export const errorBodySchema = z.object({ error: anyText });

/** A status that the specification documents. */
export const statusSchema = z.enum(STATUS);
export type Status = z.output<typeof statusSchema>;
