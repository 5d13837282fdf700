import type { Stores } from '../stores.ts';

/** Whether each source of what the overview shows first has been read, or could not be. */
export function isOverviewRead({ events, agents, summary }: Stores): boolean {
  return [events, agents, summary].every((source) => {
    const { receivedAt, failure } = source.getState();
    return receivedAt !== undefined || failure !== undefined;
  });
}
