import { quoting } from '../../lib/untrusted.ts';
import { notify, openMenu, type CommandContext } from '../base/command.ts';
import type { Pivot } from './pivots.ts';

/** Offers the ways from something; what cannot be gone says why. `leave` is called before one is gone. */
export function openPivots(
  context: CommandContext,
  pivots: readonly Pivot[],
  leave: (pivot: Pivot) => void,
): void {
  openMenu(context, {
    title: 'Related',
    choices: pivots.map(({ label, reason, dangerous = false }, index) => ({
      label: reason === undefined ? label : quoting`${label} (not possible: ${reason})`,
      value: String(index),
      dangerous,
    })),
    initial: undefined,
    choose(value) {
      const pivot = pivots[Number(value)];
      if (pivot?.reason !== undefined) {
        notify(context, quoting`${pivot.label}: ${pivot.reason}.`);
      } else if (pivot !== undefined) {
        leave(pivot);
        pivot.run?.();
      }
    },
  });
}
