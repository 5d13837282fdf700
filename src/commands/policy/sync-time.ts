import { type Zone } from '../../lib/zoned-time.ts';
import { formatDateTime, formatMinute } from '../../lib/format-time.ts';
import type { CommandContext } from '../base/command.ts';

/** How often agents fetch the policy unless the organization has it otherwise ("Limits"), in milliseconds. */
const USUAL_SYNC = 15 * 60_000;
const MINUTE = 60_000;
const SECOND = 1000;

type SyncContext = Pick<CommandContext, 'clock' | 'policySync'>;

/** When the last agent that runs has fetched a policy that is written now, as far as can be said: `12:31Z`, never too early. */
export function syncedBy({ clock, policySync = USUAL_SYNC }: SyncContext, zone: Zone): string {
  const unit = policySync < MINUTE ? SECOND : MINUTE;
  const time = Math.ceil((clock.now() + policySync) / unit) * unit;
  const text = unit === SECOND ? formatDateTime(time, zone) : formatMinute(time, zone);
  return text.replace(/^.* /, '');
}

/** How often agents fetch the policy: `15 minutes`. Nobody observes that: it is what is set, or what is usual. */
export function syncInterval({ policySync = USUAL_SYNC }: Pick<SyncContext, 'policySync'>): string {
  const [count, unit] =
    policySync % MINUTE === 0 ? [policySync / MINUTE, 'minute'] : [Math.round(policySync / SECOND), 'second'];
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`;
}
