import type { CommandContext } from '../command.ts';

/** How often agents fetch the policy unless the organization has it otherwise ("Limits"), in milliseconds. */
const USUAL_SYNC = 15 * 60_000;
const MINUTE = 60_000;

/** When the last agent has a policy that is written now, as far as can be said: "agents have it by 12:31Z, …". */
export function agentsHaveItBy({
  clock,
  policySync = USUAL_SYNC,
}: Pick<CommandContext, 'clock' | 'policySync'>): string {
  const time = new Date(clock.now() + policySync).toISOString();
  const every =
    policySync % MINUTE === 0 ? `${policySync / MINUTE} minutes` : `${Math.round(policySync / 1000)} seconds`;
  const by = `${time.slice(11, policySync < MINUTE ? 19 : 16)}Z`;
  return `agents have it by ${by}, if they fetch it every ${every}`;
}
