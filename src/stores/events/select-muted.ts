import { selectHostByClient } from '../agents/select-agents.ts';
import type { AgentsSlice } from '../agents/agents-slice.ts';
import { selectMachineNames } from '../agents/machine-names.ts';
import { memoizeLast } from '../base/memoize-last.ts';
import type { HostByClient } from './event-query.ts';
import { EventMutes, type KnownHosts } from './event-mutes.ts';
import type { EventRow } from './event-row.ts';
import type { Mute, MutesStore } from './mutes.ts';

const knownHosts = memoizeLast((hosts: HostByClient, isPart: boolean): KnownHosts => ({ hosts, isPart }));

/** What machines are called, as far as that is known: the same object for as long as it is the same. */
export function selectKnownHosts(stores: Pick<AgentsSlice, 'agents' | 'agentIndex'>): KnownHosts {
  return knownHosts(selectHostByClient(stores), selectMachineNames(stores).kind !== 'known');
}

const testsOf = memoizeLast((mutes: readonly Mute[], known: KnownHosts) => new EventMutes(mutes, known));

/** The mute that hides an event; undefined where none is known to. */
export function selectMuteOf(
  stores: Pick<AgentsSlice, 'agents' | 'agentIndex'> & { readonly mutes: MutesStore },
  row: EventRow,
): Mute | undefined {
  const { active } = stores.mutes.getState();
  return active.length === 0 ? undefined : active[testsOf(active, selectKnownHosts(stores)).placeOf(row)];
}
