import { expect } from 'vitest';

import { getAgent } from '../../src/api/agents.ts';
import {
  createElement,
  readTypedElements,
  shapeOfElements,
} from '../../src/commands/policy/list-elements.ts';
import type { Agent } from '../../src/contract/agent.ts';
import type { JsonObject } from '../../src/contract/tolerant.ts';
import type { RequestableStatus } from '../../src/contract/values.ts';
import type { OrganizationState } from '../../src/server/base/records.ts';
import type { Verdict } from '../../src/sync/sync.ts';
import type { ConnectedConsole } from './connected-console.ts';
import * as view from './reader-view.ts';
import { shows } from './shows.ts';

/** What an admin changes from the console; each part waits until the console shows what came of it. */

/** Suspends an agent and lets it work again. */
export async function suspendAndReactivate(console: ConnectedConsole): Promise<void> {
  console.stores.view.setState({ tab: 'agents' });
  for (const status of ['suspended', 'active'] as const) {
    await insist(console, `agents once one is to be ${status}`, view.expectAgents, {
      attempt: () => changeStatus(console, listedAgent(console, 7), status),
      isDone: ({ statusOf }) => statusOf.get(agentId(console, 7)) === status,
    });
  }
}

/** Deletes an agent softly, tries to bring it back, and removes another for good. */
export async function deleteAgents(console: ConnectedConsole): Promise<void> {
  const { stores, organization, choices, client, sync } = console;
  stores.view.setState({ tab: 'agents' });
  const [soft, hard] = [agentId(console, 11), agentId(console, 12)];

  await remove(soft, false);
  await showsAgents('after a soft delete');

  if (choices['soft-delete'] !== 'gone') {
    const deleted = (await persist(console, () => getAgent(client, soft))).value;
    if (deleted.status === 'deleted' && choices['leaving-deleted'] !== 'allowed') {
      const verdict = await changeStatus(console, deleted, 'active');
      expect(['refused', ...(console.tries > 1 ? ['unknown', 'contradicted'] : [])]).toContain(verdict.kind);
    } else if (deleted.status === 'deleted') {
      await insist(console, 'agents once a deleted one is to come back', view.expectAgents, {
        attempt: () => changeStatus(console, deleted, 'active'),
        isDone: ({ statusOf }) => statusOf.get(soft) === 'active',
      });
    }
    await showsAgents('after a deleted one was to come back');
  }

  await remove(hard, true);
  await showsAgents('after a hard delete');

  async function remove(id: string, isHard: boolean): Promise<void> {
    const keeps = !isHard && choices['soft-delete'] === 'keeps-status';
    const agent = (await persist(console, () => getAgent(client, id))).value;
    await insist(console, `agents once one is to be deleted${isHard ? ' for good' : ''}`, view.expectAgents, {
      attempt: () => sync.deleteAgent({ agent, hard: isHard, reason: 'left the company' }),
      isDone: ({ statusOf }) => statusOf.get(id) === undefined || (!isHard && statusOf.get(id) === 'deleted'),
      endsWith: keeps ? 'contradicted' : 'confirmed',
    });
  }

  async function showsAgents(when: string): Promise<void> {
    const state = await organization.insert();
    await shows(console, `agents ${when}`, () => view.expectAgents(console, state));
  }
}

/** Changes rules and lists of the policy, adds to a list and removes from it. */
export async function changePolicy(console: ConnectedConsole): Promise<void> {
  const { stores, choices } = console;
  stores.view.setState({ tab: 'policy' });
  const policy = () => stores.policy.getState().data;

  await insist(console, 'policy once it is to be changed', view.expectPolicy, {
    attempt: () =>
      writePolicy(console, {
        min_scorecard: 7.5,
        block_on_critical_vuln: false,
        typosquat_action: 'block',
        allowed_licenses: ['MIT', 'Apache-2.0'],
        blocked_packages: addedTo(policy()?.blocked_packages, 'left-pad,@scope/x'),
        blocked_maintainers: addedTo(policy()?.blocked_maintainers, 'trudy'),
      }),
    isDone: (state) =>
      state.policy.rules['min_scorecard'] === 7.5 &&
      state.policy.rules['typosquat_action'] === 'block' &&
      state.policy.blocked_packages.length === 3 &&
      state.policy.blocked_maintainers.length === 2,
  });

  // A server that merges cannot remove: the console must say so and go on showing what is stored.
  const merges = choices['blocked-lists'] === 'merge';
  await insist(console, 'policy once a package is to be allowed again', view.expectPolicy, {
    attempt: () => writePolicy(console, { blocked_packages: policy()?.blocked_packages?.slice(1) }),
    isDone: (state) => state.policy.blocked_packages.length === 2,
    endsWith: merges ? 'contradicted' : 'confirmed',
  });
}

interface Intent {
  readonly attempt: () => Promise<Verdict>;
  readonly isDone: (state: OrganizationState) => boolean;
  /** The verdict after which nothing more can be done. */
  readonly endsWith?: Verdict['kind'];
}

/**
 * Tries to change something until it is done, each time from what the console shows then, and checks that every
 * verdict is true: what is confirmed is done, what is refused or contradicted is not.
 */
async function insist(
  console: ConnectedConsole,
  what: string,
  expectShown: (console: ConnectedConsole, state: OrganizationState) => void,
  { attempt, isDone, endsWith = 'confirmed' }: Intent,
): Promise<void> {
  const { organization, tries } = console;
  let sentence = '';
  let mayComeLate = false;
  for (let left = tries; left > 0; left--) {
    const verdict = await attempt();
    sentence = `${what}: ${verdict.sentence}`;
    const state = await organization.insert();
    if (verdict.kind === 'confirmed') {
      expect(isDone(state), sentence).toBe(true);
    } else if (verdict.kind !== 'unknown' && !mayComeLate) {
      expect(isDone(state), sentence).toBe(false);
    }
    mayComeLate ||= verdict.kind === 'unknown';
    await shows(console, what, () => expectShown(console, state));
    if (isDone(state) || verdict.kind === endsWith) {
      return;
    }
  }
  throw new Error(sentence);
}

/** Repeats what throws. */
async function persist<Value>({ tries }: ConnectedConsole, work: () => Promise<Value>): Promise<Value> {
  for (let left = tries; left > 1; left--) {
    try {
      return await work();
    } catch {
      continue;
    }
  }
  return work();
}

function writePolicy({ stores, sync }: ConnectedConsole, changes: JsonObject): Promise<Verdict> {
  const base = stores.policy.getState().data;
  if (base === undefined) {
    throw new Error('the policy is not there yet');
  }
  return sync.writePolicy({ base, changes });
}

function addedTo(items: readonly unknown[] = [], names: string): readonly unknown[] {
  const typed = readTypedElements(items, names);
  if (!('names' in typed)) {
    throw new Error(`These are no names: ${names}`);
  }
  const shape = shapeOfElements(items);
  return [...items, ...typed.names.map((name) => createElement(shape, name, {}, 0))];
}

function changeStatus({ sync }: ConnectedConsole, agent: Agent, status: RequestableStatus): Promise<Verdict> {
  return sync.changeAgentStatus({ agent, status, reason: 'a test' });
}

function agentId({ organization }: ConnectedConsole, number: number): string {
  return organization.agents[number]?.id ?? '';
}

/** The agent with that number, as the console knows it. */
function listedAgent(console: ConnectedConsole, number: number): Agent {
  const id = agentId(console, number);
  const agent = console.stores.agents.getState().data?.rows.find((candidate) => candidate.id === id);
  if (agent === undefined) {
    throw new Error(`agent ${id} is not listed`);
  }
  return agent;
}
