import type { z } from 'zod';

import { flag, identifier, number, row, text } from './tolerant.ts';

/** "Agent": software on one machine, registered with the organization. Times are ISO 8601. */
export const agentSchema = row({
  id: identifier,
  client_id: text,
  machine_id: text,
  generation: number,
  secret_prefix: text,
  registration_key_id: text,
  registration_key_name: text,
  status: text,
  hostname: text,
  os: text,
  arch: text,
  version: text,
  username: text,
  clone_detected: flag,
  clone_reason: text,
  registered_at: text,
  last_seen_at: text,
});
export type Agent = z.output<typeof agentSchema>;
