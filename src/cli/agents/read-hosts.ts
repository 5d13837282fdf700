import type { Agent } from '../../contract/agent.ts';
import { NamesOfClients, withUsers, type HostByClient } from '../../stores/base/host-by-client.ts';
import type { CommandSession } from '../session/command-session.ts';
import { readAllAgents } from './read-agents.ts';

/** The names of machines and of who uses them by the ids of their clients. */
export async function readHosts(session: CommandSession): Promise<HostByClient> {
  return hostsOf((await readAllAgents(session)).rows);
}

/** The same of agents that were read. */
export function hostsOf(agents: readonly Agent[]): HostByClient {
  const [hosts, users] = [new NamesOfClients<string>(), new NamesOfClients<string>()];
  for (const { client_id: client, hostname, username } of agents) {
    hosts.add(client, hostname);
    users.add(client, username);
  }
  return withUsers(hosts.names, users.names);
}
