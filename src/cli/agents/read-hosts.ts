import type { HostByClient } from '../../stores/events/event-filter.ts';
import type { CommandSession } from '../session/command-session.ts';
import { readAllAgents } from './read-agents.ts';

/** The names of machines by the ids of their clients. */
export async function readHosts(session: CommandSession): Promise<HostByClient> {
  const { rows } = await readAllAgents(session);
  return new Map(
    rows.flatMap(({ client_id: client, hostname }) =>
      client === undefined || hostname === undefined ? [] : [[client, hostname] as const],
    ),
  );
}
