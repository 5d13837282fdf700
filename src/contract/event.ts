import type { z } from 'zod';

import { identifier, part, row, text, textList } from './tolerant.ts';

/**
 * "Event": an install or an audit that an agent reported. `payload.reasons` says why something was blocked; what else
 * `payload` and `metadata` hold is not shown and is kept in `raw`.
 */
export const eventSchema = row({
  id: identifier,
  client_id: text,
  timestamp: text,
  type: text,
  outcome: text,
  actor: part({ command: text, args: textList, version: text }),
  subject: part({ ecosystem: text, package: text, version: text }),
  payload: part({ reasons: textList }),
});
export type SecurityEvent = z.output<typeof eventSchema>;
