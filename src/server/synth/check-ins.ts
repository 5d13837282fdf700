import type { Happenings } from '../base/records.ts';
import type { Machine } from './machine.ts';
import { lastCheckIn } from './machines.ts';

const LARGE = 2000;
const LARGE_STRETCH = 15_000;

/**
 * The check-ins after `from` and up to `to` (milliseconds), at most one a machine: its last. Every machine checks in
 * once a minute, at a second of its own. Of a long stretch a large organization reports the end alone, so that a pause
 * does not bring 20,000 at once; the other machines are due within the next minute anyway.
 */
export function collectCheckIns(
  machines: readonly Machine[],
  from: number,
  to: number,
  isActive: (machine: Machine) => boolean,
): Happenings['checkIns'] {
  const after = machines.length > LARGE ? Math.max(from, to - LARGE_STRETCH) : from;
  const checkIns: { agentId: string; at: number }[] = [];
  for (const machine of machines) {
    const at = lastCheckIn(to, machine.checkInPhase);
    if (at > after && !machine.isSilent && isActive(machine)) {
      checkIns.push({ agentId: machine.agent.id, at });
    }
  }
  return checkIns;
}
