import { hostname } from 'node:os';

import type { ConnectionSettings } from '../connection/connection-settings.ts';
import { userName } from '../user-name.ts';
import { ownProcessNamespace, ownProcessStart } from '../state/process-start.ts';

/** Who writes, from where, and to which organization: what each line of the journal says beside the step itself. */
export interface JournalIdentity {
  /** The user of the operating system that the program runs as. */
  readonly user: string;
  /** Who became that user by sudo, as the environment says. */
  readonly sudo_user?: string;
  readonly host: string;
  /** Where the SSH session came from, as the environment says: an address and a port. */
  readonly ssh?: string;
  /** The fingerprint of the key, never the key. */
  readonly key: string;
  readonly base_url: string;
  /** Which process of that number it is. */
  readonly process_start: string;
  /** Within which the number of the process is valid, where the system says it: each container has its own. */
  readonly process_namespace?: string;
  readonly pid: number;
  /** What was changed belongs to the synthetic organization. */
  readonly demo?: true;
}

/** The identity of this process towards a server. What the environment says can be made up by the user. */
export function journalIdentity(
  { baseUrl, key }: Pick<ConnectionSettings, 'baseUrl' | 'key'>,
  isDemo: boolean,
  environment: NodeJS.ProcessEnv = process.env,
): JournalIdentity {
  const ssh = sshOrigin(environment);
  const namespace = ownProcessNamespace();
  const sudoUser = plain(environment['SUDO_USER']);
  return {
    user: userName(),
    ...(sudoUser === undefined ? {} : { sudo_user: sudoUser }),
    host: hostname(),
    ...(ssh === undefined ? {} : { ssh }),
    key: key.fingerprint(),
    base_url: key.redact(baseUrl.href),
    process_start: ownProcessStart(),
    ...(namespace === undefined ? {} : { process_namespace: namespace }),
    pid: process.pid,
    ...(isDemo ? { demo: true } : {}),
  };
}

/** The far end of the SSH connection, from the variables that the SSH server sets. */
function sshOrigin(environment: NodeJS.ProcessEnv): string | undefined {
  const [address, port] = (environment['SSH_CONNECTION'] ?? environment['SSH_CLIENT'] ?? '').split(' ');
  return plain(port === undefined ? address : `${address} port ${port}`);
}

/** Longer text in a variable is none of a name or an address. */
const MOST_CHARACTERS = 256;

function plain(text: string | undefined): string | undefined {
  return text === undefined || text === '' ? undefined : text.slice(0, MOST_CHARACTERS);
}
