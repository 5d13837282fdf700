import type { CommandContext } from '../base/command.ts';

/** Whether this server was seen to add to the blocked lists and to take nothing out of them. */
export function mergesLists({ stores }: Pick<CommandContext, 'stores'>): boolean {
  return stores.connection
    .getState()
    .learned.some(({ topic, finding }) => topic === 'Policy lists' && /merge|cannot remove/i.test(finding));
}
