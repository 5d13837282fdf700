import type { Clock } from '../lib/clock.ts';
import { statusByAgent } from './db/agents.ts';
import { changeNumber } from './db/audit.ts';
import type { Database } from './db/database.ts';
import { setLivedUntil } from './db/organizations.ts';
import { readPolicy } from './db/policies.ts';
import type { OrganizationState, SyntheticOrganization } from './base/records.ts';
import { storeHappenings } from './store-happenings.ts';

/** Between two steps of the live generation, in milliseconds. */
export const LIVE_INTERVAL = 500;

/**
 * Lets an organization live on: twice a second, what has happened since is made and stored in one transaction. When a
 * step fails, that is logged and the organization stands still; the service goes on answering. The function returned
 * stops it.
 */
export function startLiving(
  database: Database,
  organization: number,
  synthetic: SyntheticOrganization,
  clock: Clock,
  log: (line: string) => void,
): () => void {
  let seenChange: number | undefined;
  let state: OrganizationState;

  function readState(): OrganizationState {
    const change = changeNumber(database, organization);
    if (change !== seenChange) {
      state = {
        statusOf: statusByAgent(database, organization),
        policy: readPolicy(database, organization),
      };
      seenChange = change;
    }
    return state;
  }

  function step(): void {
    try {
      const now = clock.now();
      const happenings = synthetic.step(now, readState());
      const lists = [happenings.events, happenings.llmCalls, happenings.sessions, happenings.checkIns];
      if (lists.some((list) => list.length > 0)) {
        database.transaction(() => {
          storeHappenings(database, organization, happenings);
          setLivedUntil(database, organization, now);
        });
      }
    } catch (error) {
      log(
        `live events have stopped: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
      return;
    }
    cancel = clock.schedule(LIVE_INTERVAL, step);
  }

  let cancel = clock.schedule(LIVE_INTERVAL, step);
  return () => cancel();
}
