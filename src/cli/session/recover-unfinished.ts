import type { Client } from '../../api/client.ts';
import { AbortedError } from '../../api/errors.ts';
import { CALLS } from '../../contract/endpoints.ts';
import { wrapClient } from '../../sync/retry/wrap-client.ts';
import { resolveUnfinished } from '../../sync/writes/reconcile/recover-unfinished.ts';
import type { CommandSession } from './command-session.ts';
import { say } from '../output/say.ts';
import { readSettledWrites } from './report-settled-writes.ts';

/** Milliseconds that this may take: what is not known by then is checked another time. */
const LONGEST = 5000;

/**
 * Finds out what became of changes that an earlier process left without a verdict, and of those that were not seen to have happened, as the
 * console does at its start, and says it on standard error. Nothing is sent again, and nothing of it counts for the exit status of the command.
 */
export async function recoverUnfinished(session: CommandSession): Promise<void> {
  const { connection, clock, journal, ended } = session;
  const overdue = new AbortController();
  const cancel = clock.schedule(LONGEST, () => overdue.abort());
  const client = connection.governor.pace(connection.client, 'person-read');
  try {
    const limited = limitedClient(client, AbortSignal.any([ended, overdue.signal]));
    const found = await resolveUnfinished({ client: limited, clock, journal });
    found.forEach(({ sentence }) => say(sentence));
    await readSettledWrites(session, limited, new Set(found.map(({ operation }) => operation)));
  } catch (error) {
    say(
      `What became of earlier changes is unknown. ${error instanceof Error ? error.message : String(error)}`,
    );
  } finally {
    cancel();
  }
}

/** The same client, every call of which is given up when the signal aborts. */
function limitedClient(client: Client, signal: AbortSignal): Client {
  return wrapClient(client, (next) => async (endpoint, options, read) => {
    try {
      return await next(endpoint, { ...options, signal }, read);
    } catch (error) {
      if (error instanceof AbortedError) {
        const request = { ...CALLS[endpoint], query: '' };
        throw new AbortedError('No answer came in time; the next command checks again.', request);
      }
      throw error;
    }
  });
}
