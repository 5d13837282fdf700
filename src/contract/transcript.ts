import * as z from 'zod';

import { readRows } from './pagination.ts';
import { number, row, text } from './tolerant.ts';

/**
 * A message of a recorded session. `content` belongs to `user` and `assistant`, `tool` and `path` to `tool_use`; types
 * and fields beyond these exist and are kept in `raw`.
 */
export const messageSchema = row({ type: text, content: text, tool: text, path: text, timestamp: text });
export type Message = z.output<typeof messageSchema>;

/** "Session content": the whole decrypted session. `damaged` names what stood among the messages and is none. */
export const transcriptSchema = row({
  session_id: text,
  message_count: number,
  messages: z.array(z.unknown()),
}).transform((transcript) => {
  const { rows: messages, damaged } = readRows(transcript.messages, messageSchema);
  return { ...transcript, messages, damaged };
});
export type Transcript = z.output<typeof transcriptSchema>;
