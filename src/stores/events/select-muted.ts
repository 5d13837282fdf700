import { selectHostByClient } from '../agents/select-agents.ts';
import type { AgentsSlice } from '../agents/agents-slice.ts';
import { memoizeLast } from '../base/memoize-last.ts';
import type { HostByClient } from './event-query.ts';
import { EventMutes } from './event-mutes.ts';
import type { EventRow } from './event-row.ts';
import type { Mute, MutesStore } from './mutes.ts';

const testsOf = memoizeLast(
  (mutes: readonly Mute[], hosts: HostByClient): EventMutes => new EventMutes(mutes, hosts),
);

/** The mute that hides an event; undefined where none does. */
export function selectMuteOf(
  stores: Pick<AgentsSlice, 'agents' | 'agentIndex'> & { readonly mutes: MutesStore },
  row: EventRow,
): Mute | undefined {
  const { active } = stores.mutes.getState();
  return active.length === 0 ? undefined : active[testsOf(active, selectHostByClient(stores)).placeOf(row)];
}
