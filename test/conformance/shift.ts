import { expect } from 'vitest';

import { deleteAgent, getAgent } from '../../src/api/agents.ts';
import { addToList } from '../../src/commands/list-elements.ts';
import type { Agent } from '../../src/contract/agent.ts';
import type { RequestableStatus } from '../../src/contract/values.ts';
import type { EventRecord, OrganizationState, SessionRecord } from '../../src/server/records.ts';
import { updatePane } from '../../src/stores/view-store.ts';
import type { Verdict } from '../../src/sync/sync.ts';
import type { ConnectedConsole } from './connected-console.ts';
import * as view from './reader-view.ts';

/**
 * What somebody does at the console in a shift, in parts. Each waits until the console shows what is true and throws
 * when it does not in time; the message begins with what was looked at.
 */

const SECOND = 1000;
const DAY = 24 * 3600 * SECOND;

/** Units of X-RateLimit-Reset that a single value does not tell from seconds. */
const UNTOLD_RESETS: readonly string[] = ['delta-milliseconds', 'window-seconds'];

/** Looks at every pane once. */
export async function lookAtEverything(console: ConnectedConsole): Promise<void> {
  const { stores, organization } = console;
  const state = await organization.insert();
  stores.view.setState({ tab: 'overview' });
  await shows(console, 'health', () => view.expectHealth(console));
  await shows(console, 'summary', () => view.expectSummary(console));
  await shows(console, 'calendar', () => view.expectCalendar(console));
  stores.view.setState({ tab: 'events' });
  await shows(console, 'events', () => view.expectEvents(console));
  stores.view.setState({ tab: 'agents' });
  await shows(console, 'agents', () => view.expectAgents(console, state));
  stores.view.setState({ tab: 'sessions' });
  await shows(console, 'session clients', () => view.expectSessionClients(console));
  stores.view.setState({ tab: 'llm' });
  await shows(console, 'LLM calls', () => view.expectLlmCalls(console));
  stores.view.setState({ tab: 'policy' });
  await shows(console, 'policy', () => view.expectPolicy(console, state));
  if (!UNTOLD_RESETS.includes(console.choices['rate-reset'])) {
    await shows(console, 'budget', () => view.expectBudget(console));
  }
}

/** Looks for sessions with each filter, and opens some transcripts. */
export async function readSessions(console: ConnectedConsole): Promise<void> {
  const { stores, organization } = console;
  stores.view.setState({ tab: 'sessions' });
  await shows(console, 'sessions', () => view.expectSessions(console));
  updatePane(stores.view, 'sessions', { subagents: true });
  await shows(console, 'sessions with subagents', () => view.expectSessions(console));
  updatePane(stores.view, 'sessions', { project: '/home/user/shop' });
  await shows(console, 'sessions of a project', () => view.expectSessions(console));
  updatePane(stores.view, 'sessions', { project: undefined, clientId: organization.sessions[4]?.client_id });
  await shows(console, 'sessions of a client', () => view.expectSessions(console));
  updatePane(stores.view, 'sessions', { clientId: undefined });
  await shows(console, 'all sessions again', () => view.expectSessions(console));
  for (const session of organization.sessions.filter((_, index) => index % 70 === 0)) {
    await openTranscript(console, session);
  }
}

async function openTranscript(console: ConnectedConsole, session: SessionRecord): Promise<void> {
  const { stores, sync } = console;
  const listed = stores.sessions
    .getState()
    .data?.rows.find(({ session_id }) => session_id === session.session_id);
  if (listed === undefined) {
    throw new Error(`session ${session.session_id} is not listed`);
  }
  sync.openTranscript(listed);
  await shows(console, `transcript of ${session.session_id}`, () => view.expectTranscript(console, session));
  sync.closeTranscript();
}

/** Watches the feed while events arrive: on time, late, dated ahead, and several with one timestamp. */
export async function watchEvents(
  console: ConnectedConsole,
  ages: readonly number[] = [0, 0, 4 * SECOND, -DAY],
): Promise<void> {
  const { stores, organization, clock } = console;
  const [model] = organization.events;
  if (model === undefined) {
    throw new Error('the organization has no event to go by');
  }
  stores.view.setState({ tab: 'events' });
  for (const batch of [0, 1, 2]) {
    const now = clock.now();
    const events = ages.map((age, index): EventRecord => ({
      ...model,
      id: `inserted-${batch}-${index}`,
      timestamp: now - age,
    }));
    await organization.insert({ events });
    await shows(console, `inserted events, batch ${batch}`, () => view.expectEvents(console));
  }
}

/** Suspends an agent and lets it work again. */
export async function suspendAndReactivate(console: ConnectedConsole): Promise<void> {
  console.stores.view.setState({ tab: 'agents' });
  for (const status of ['suspended', 'active'] as const) {
    const agent = listedAgent(console, 7);
    const verdict = await changeStatus(console, agent, status);
    expect(verdict, verdict.sentence).toMatchObject({ kind: 'confirmed' });
    const state = await console.organization.insert();
    expect(state.statusOf.get(agent.id)).toBe(status);
    await shows(console, `agents after one is ${status}`, () => view.expectAgents(console, state));
  }
}

/** Deletes an agent softly, tries to bring it back, and removes another for good. */
export async function deleteAgents(console: ConnectedConsole): Promise<void> {
  const { stores, organization, choices, client, sync } = console;
  stores.view.setState({ tab: 'agents' });
  const soft = listedAgent(console, 11);
  await deleteAgent(client, soft.id, { reason: 'left the company' });
  await showsAgents('after a soft delete');

  if (choices['soft-delete'] !== 'gone') {
    const deleted = (await getAgent(client, soft.id)).value;
    const isRefused = deleted.status === 'deleted' && choices['leaving-deleted'] !== 'allowed';
    const verdict = await changeStatus(console, deleted, 'active');
    expect(verdict, verdict.sentence).toMatchObject({ kind: isRefused ? 'refused' : 'confirmed' });
    await showsAgents('after a deleted one was to come back');
  }

  await deleteAgent(client, listedAgent(console, 12).id, { hard: true });
  await showsAgents('after a hard delete');

  async function showsAgents(when: string): Promise<void> {
    const state = await organization.insert();
    sync.refresh();
    await shows(console, `agents ${when}`, () => view.expectAgents(console, state));
  }
}

/** Changes rules and lists of the policy, adds to a list and removes from it. */
export async function changePolicy(console: ConnectedConsole): Promise<void> {
  const { stores, choices } = console;
  stores.view.setState({ tab: 'policy' });
  const blocked = () => stores.policy.getState().data?.blocked_packages ?? [];

  const changed = await writePolicy(console, {
    min_scorecard: 7.5,
    block_on_critical_vuln: false,
    typosquat_action: 'block',
    allowed_licenses: ['MIT', 'Apache-2.0'],
    blocked_packages: addedTo(blocked(), 'left-pad,@scope/x'),
    blocked_maintainers: addedTo(stores.policy.getState().data?.blocked_maintainers ?? [], 'trudy'),
  });
  expect(changed.policy.rules).toMatchObject({ min_scorecard: 7.5, allowed_licenses: ['MIT', 'Apache-2.0'] });
  expect(changed.policy.blocked_packages).toHaveLength(3);

  // A server that merges cannot remove; the console must say so and go on showing what is stored.
  const merges = choices['blocked-lists'] === 'merge';
  await writePolicy(console, { blocked_packages: blocked().slice(1) }, merges ? 'contradicted' : 'confirmed');
  expect(blocked()).toHaveLength(merges ? 3 : 2);
}

async function writePolicy(
  console: ConnectedConsole,
  changes: Readonly<Record<string, unknown>>,
  kind: Verdict['kind'] = 'confirmed',
): Promise<OrganizationState> {
  const { stores, sync, organization } = console;
  const base = stores.policy.getState().data;
  if (base === undefined) {
    throw new Error('the policy is not there yet');
  }
  const verdict = await sync.writePolicy({ base, changes });
  expect(verdict, verdict.sentence).toMatchObject({ kind });
  const state = await organization.insert();
  await shows(console, 'policy after a write', () => view.expectPolicy(console, state));
  return state;
}

function addedTo(items: readonly unknown[], names: string): readonly unknown[] {
  const added = addToList(items, names);
  if ('problem' in added) {
    throw new Error(added.problem);
  }
  return added.items;
}

function changeStatus({ sync }: ConnectedConsole, agent: Agent, status: RequestableStatus): Promise<Verdict> {
  return sync.changeAgentStatus({ agent, status, reason: 'a test' });
}

/** The agent with that number, as the console knows it. */
function listedAgent({ stores, organization }: ConnectedConsole, number: number): Agent {
  const id = organization.agents[number]?.id;
  const agent = stores.agents.getState().data?.rows.find((candidate) => candidate.id === id);
  if (agent === undefined) {
    throw new Error(`agent ${id} is not listed`);
  }
  return agent;
}

async function shows(console: ConnectedConsole, what: string, check: () => void): Promise<void> {
  try {
    await console.until(check);
  } catch (error) {
    if (error instanceof Error) {
      error.message = `${what}: ${error.message}`;
    }
    throw error;
  }
}
