import type { z } from 'zod';

import { counts, number, row, text } from './tolerant.ts';

/** "Summary statistics": counts over `period`, a window written like `30d`. */
export const summarySchema = row({
  total_events: number,
  outcomes: counts,
  ecosystems: counts,
  period: text,
});
export type Summary = z.output<typeof summarySchema>;
