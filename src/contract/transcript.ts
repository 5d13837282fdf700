import { z } from 'zod';

import { number, row, text } from './tolerant.ts';

/**
 * A message of a recorded session. `content` belongs to `user` and `assistant`, `tool` and `path` to `tool_use`; types
 * and fields beyond these exist and are kept in `raw`.
 */
export const messageSchema = row({ type: text, content: text, tool: text, path: text, timestamp: text });
export type Message = z.output<typeof messageSchema>;

/** "Session content": the whole decrypted session. */
export const transcriptSchema = row({
  session_id: text,
  message_count: number,
  messages: z.array(messageSchema),
});
export type Transcript = z.output<typeof transcriptSchema>;
