import * as z from 'zod';

import { number, row, text } from './tolerant.ts';

/**
 * "Session content": the whole decrypted session. Its messages are read one by one when they are looked at
 * (`transcript/transcript.ts`): anything may stand among them.
 */
export const transcriptSchema = row({
  session_id: text,
  message_count: number,
  messages: z.array(z.unknown()),
});
