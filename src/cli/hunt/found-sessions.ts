import { formatCount } from '../../lib/format-number.ts';
import { isFault } from '../../lib/is-fault.ts';
import { named } from '../../lib/named.ts';
import { asUntrusted, prose, quoting, type Sentence, type Untrusted } from '../../lib/untrusted.ts';
import type { HostByClient } from '../../stores/base/host-by-client.ts';
import type { SessionsOfMachines } from '../../stores/hunt/hunt-answer.ts';
import type { HuntFinding } from '../../stores/hunt/hunt-findings.ts';
import type { KnownSession } from '../../stores/hunt/session-of-finding.ts';
import { CountTrust } from '../../sync/lists/count-trust.ts';
import { readSessionsOfMachine } from '../../sync/lists/machine-sessions-list.ts';
import { isForbidden, isKeyRefused } from '../../sync/retry/failure.ts';
import type { CommandSession } from '../session/command-session.ts';

/**
 * The sessions of the machines that a hunt found, those of no other, one machine after the other. What cannot be read is said
 * and ends it: the findings are certain without.
 */
export async function readFoundSessions(
  findings: readonly HuntFinding[],
  hosts: HostByClient,
  session: CommandSession,
  say: (sentence: Sentence) => void,
): Promise<SessionsOfMachines> {
  const clients = [
    ...new Set(findings.flatMap(({ client, moments }) => (moments.length > 0 ? (client ?? []) : []))),
  ];
  const read = new Map<string, readonly KnownSession[]>();
  const ends = new CountTrust();
  const progress = session.connection.showProgress('machines with their sessions', () => ({
    read: read.size,
    of: clients.length,
    pageRows: 1,
  }));
  try {
    for (const client of clients) {
      const { sessions, clippedAt } = await session.read((reading, signal) =>
        readSessionsOfMachine(client, { client: reading, clock: session.clock, ends, signal }),
      );
      if (clippedAt !== undefined) {
        say(quoting`Of ${hostOf(client, hosts)} only ${formatCount(clippedAt)} sessions were looked at.`);
      }
      read.set(client, sessions);
    }
  } catch (error) {
    session.ended.throwIfAborted();
    if (isFault(error)) {
      throw error;
    }
    const left = clients.length - read.size;
    const machines = `${formatCount(left)} ${left === 1 ? 'machine' : 'machines'}`;
    const message = prose(error instanceof Error ? error.message : String(error));
    say(
      isForbidden(error) || isKeyRefused(error)
        ? quoting`Sessions are refused, so no session is named: ${message}`
        : quoting`The sessions of ${machines} could not be read, so none of theirs is named: ${message}`,
    );
  } finally {
    progress.end();
  }
  return read;
}

function hostOf(client: Untrusted, hosts: HostByClient) {
  return named(asUntrusted(hosts.get(client) ?? client));
}
