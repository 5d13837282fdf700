import type { Agent } from '../../contract/agent.ts';
import { named } from '../../lib/named.ts';
import { asUntrusted, quoting, type Quoted } from '../../lib/untrusted.ts';
import type { AgentsSlice } from './agents-slice.ts';
import { distinguishingId, type PartOfId } from './distinguishing-ids.ts';

/** A name with the part of an id behind it that says whose it is. */
export function withPartOfId(name: Quoted, id: PartOfId | undefined): Quoted {
  return id === undefined
    ? name
    : quoting`${name} (${id.isCutBefore === true ? '…' : ''}${named(id.text)}${id.isCutBehind === true ? '…' : ''})`;
}

/** What an agent is called in a message: with a part of its id where another one that is listed has the same name. */
export function agentLabel(
  stores: Pick<AgentsSlice, 'agents'>,
  agent: Pick<Agent, 'id' | 'hostname'>,
): Quoted {
  return withPartOfId(named(asUntrusted(agent.hostname ?? agent.id)), distinguishingId(stores, agent));
}

/**
 * A sentence about an agent, and behind it which one that is where another one that is listed has the same name, or where
 * none were read yet, so that any may have it.
 */
export function distinguishTwins(
  stores: Pick<AgentsSlice, 'agents'>,
  { id, hostname }: { readonly id?: string; readonly hostname?: string },
  sentence: Quoted,
): Quoted {
  if (id === undefined) {
    return sentence;
  }
  const agent = { id: asUntrusted(id), hostname: hostname === undefined ? undefined : asUntrusted(hostname) };
  if (stores.agents.getState().data === undefined && agent.hostname !== undefined) {
    return quoting`${sentence} The agent is ${withPartOfId(named(agent.hostname), { text: agent.id })}.`;
  }
  return distinguishingId(stores, agent) === undefined
    ? sentence
    : quoting`${sentence} The agent is ${agentLabel(stores, agent)}.`;
}
