import type { CommandContext } from '../command.ts';

/** How often agents fetch the policy unless the organization has it otherwise ("Limits"), in milliseconds. */
const USUAL_SYNC = 15 * 60_000;
const MINUTE = 60_000;

type SyncContext = Pick<CommandContext, 'clock' | 'policySync'>;

/** When the last agent has fetched a policy that is written now, as far as can be said: `12:31Z`. */
export function syncedBy({ clock, policySync = USUAL_SYNC }: SyncContext): string {
  const time = new Date(clock.now() + policySync).toISOString();
  return `${time.slice(11, policySync < MINUTE ? 19 : 16)}Z`;
}

/** How often agents fetch the policy: `15 minutes`. */
export function syncInterval({ policySync = USUAL_SYNC }: Pick<SyncContext, 'policySync'>): string {
  return policySync % MINUTE === 0
    ? `${policySync / MINUTE} minutes`
    : `${Math.round(policySync / 1000)} seconds`;
}
