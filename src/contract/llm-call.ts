import type { z } from 'zod';

import { row } from './tolerant.ts';

/**
 * "LLM event": provider, model, token counts, latency and cost, under names and in units that are not shown. Its
 * columns are discovered from the data, so the schema promises nothing but an object.
 */
export const llmCallSchema = row({});
export type LlmCall = z.output<typeof llmCallSchema>;
