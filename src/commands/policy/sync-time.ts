import type { CommandContext } from '../command.ts';

/** How often agents fetch the policy unless the organization has it otherwise ("Limits"), in milliseconds. */
const USUAL_SYNC = 15 * 60_000;
const MINUTE = 60_000;
const SECOND = 1000;

type SyncContext = Pick<CommandContext, 'clock' | 'policySync'>;

/** When the last agent that runs has fetched a policy that is written now, as far as can be said: `12:31Z`, never too early. */
export function syncedBy({ clock, policySync = USUAL_SYNC }: SyncContext): string {
  const unit = policySync < MINUTE ? SECOND : MINUTE;
  const time = new Date(Math.ceil((clock.now() + policySync) / unit) * unit).toISOString();
  return `${time.slice(11, policySync < MINUTE ? 19 : 16)}Z`;
}

/** How often agents fetch the policy: `15 minutes`. Nobody observes that: it is what is set, or what is usual. */
export function syncInterval({ policySync = USUAL_SYNC }: Pick<SyncContext, 'policySync'>): string {
  const [count, unit] =
    policySync % MINUTE === 0 ? [policySync / MINUTE, 'minute'] : [Math.round(policySync / SECOND), 'second'];
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`;
}
