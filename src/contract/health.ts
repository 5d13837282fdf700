import type { z } from 'zod';

import { row, text } from './tolerant.ts';

/** "Health record": `status` is documented as `ok`, `database` as `connected`. */
export const healthSchema = row({ status: text, timestamp: text, version: text, database: text });
export type Health = z.output<typeof healthSchema>;
