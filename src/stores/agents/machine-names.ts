import type { AgentsSlice } from './agents-slice.ts';
import { completenessOf } from '../base/completeness.ts';
import type { Failure } from '../base/resource-store.ts';

/**
 * How far it is known what machines are called and who uses them, which stands in the list of agents alone:
 * - `known`: of all agents, as of the last answer;
 * - `unread`: of none so far, without anything having failed;
 * - `part`: of so many agents, of how many where that is known; `isOver` says that no more will be read;
 * - `failed`: the list cannot be read; `receivedAt` is when it could be last, undefined for never, and `part` how much of it was
 *   read then, where that is not all.
 */
export type MachineNames =
  | { readonly kind: 'known' }
  | { readonly kind: 'unread' }
  | { readonly kind: 'part'; readonly part: ReadPart; readonly isOver: boolean }
  | {
      readonly kind: 'failed';
      readonly failure: Failure;
      readonly receivedAt: number | undefined;
      readonly part: ReadPart | undefined;
    };

interface ReadPart {
  readonly read: number;
  readonly of: number | undefined;
}

const KNOWN: MachineNames = { kind: 'known' };
const UNREAD: MachineNames = { kind: 'unread' };

/** How far the names of machines and of their users are known. */
export function selectMachineNames({
  agents,
  agentIndex,
}: Pick<AgentsSlice, 'agents' | 'agentIndex'>): MachineNames {
  const { data, failure, receivedAt } = agents.getState();
  const counted = completenessOf(data);
  // What a server counts badly was read to its end all the same.
  const part = data === undefined || counted === 'all' || counted.isUnverified === true ? undefined : counted;
  if (failure !== undefined) {
    return { kind: 'failed', failure, receivedAt: data === undefined ? undefined : receivedAt, part };
  }
  if (data === undefined || agentIndex.look(data) === undefined) {
    return UNREAD;
  }
  return part === undefined ? KNOWN : { kind: 'part', part, isOver: part.isOver === true };
}

/** What is lacking of the names of machines, in a few words; undefined where nothing is. */
export function lackingNamesWords(names: MachineNames): string | undefined {
  switch (names.kind) {
    case 'known':
      return undefined;
    case 'unread':
      return 'names of machines are not read yet';
    case 'part':
      return `names of machines are known in part${names.isOver ? '' : ' so far'}`;
    case 'failed': {
      const { failure, receivedAt, part } = names;
      const status = failure.status === undefined ? '' : ` (${failure.status})`;
      const how = part !== undefined ? 'known in part' : receivedAt !== undefined ? 'old' : 'not known';
      return `names of machines are ${how}${status}`;
    }
  }
}

/** Whether what is lacking is still being read, so that it comes by itself. */
export function areNamesToCome(names: MachineNames): boolean {
  return names.kind === 'unread' || (names.kind === 'part' && !names.isOver);
}
