import { z } from 'zod';

/** "Errors": every 4xx and 5xx carries a JSON body with one field, `error`. */
export const errorBodySchema = z.object({ error: z.string() });
export type ErrorBody = z.output<typeof errorBodySchema>;
