import { LISTS_ARE_MERGED } from '../../stores/connection/connection-store.ts';
import type { CommandContext } from '../base/command.ts';

/** Whether this server was seen to add to the blocked lists and to take nothing out of them. */
export function mergesLists({ stores }: Pick<CommandContext, 'stores'>): boolean {
  const [merged, found] = LISTS_ARE_MERGED;
  return stores.connection
    .getState()
    .learned.some(({ topic, finding }) => topic === merged && finding === found);
}
