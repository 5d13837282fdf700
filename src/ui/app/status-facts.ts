import { selectUnacknowledgedBlocks } from '../../stores/events/acknowledged.ts';
import { selectHold } from '../../stores/select-waits.ts';
import type { Stores } from '../../stores/stores.ts';

/** What the status row tells, as one text that is the same for as long as only clocks, ages and the budget move on. */
export function statusFacts(stores: Stores, now: number): string {
  const connection = stores.connection.getState();
  const { title, mode } = stores.view.getState();
  return JSON.stringify([
    title,
    mode,
    connection.state,
    selectHold(connection, now)?.kind,
    connection.waits.some(({ what }) => what === 'events'),
    stores.health.getState().data?.status,
    selectUnacknowledgedBlocks(stores).length,
  ]);
}
