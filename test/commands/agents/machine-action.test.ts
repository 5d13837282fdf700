import { beforeEach, describe, expect, it, vi } from 'vitest';

import { openPage } from '../../../src/commands/base/entity-stack.ts';
import { asUntrusted } from '../../../src/lib/untrusted.ts';
import { selectPage } from '../../../src/stores/entity/select-page.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import { openPageOf } from '../../../src/stores/entity/page-subject.ts';
import { createTestContext, openDialogOf, run, type TestContext } from '../../helpers/command-context.ts';
import {
  listingOf,
  NOW,
  sampleAgent,
  sampleCall,
  sampleEvent,
  sampleSession,
} from '../../helpers/sample-data.ts';
import { settle } from '../../helpers/virtual-clock.ts';

let context: TestContext;

/** Opens what is related to what is under the cursor; gives what is offered for the machine. */
function offered(): string | undefined {
  run(context, 'related.open');
  return openDialogOf(context, 'choice').choices.find(({ label }) => label.includes('this machine'))?.label;
}

function choose(beginning: string): void {
  const { choices, choose: take } = openDialogOf(context, 'choice');
  const chosen = choices.find(({ label }) => label.startsWith(beginning));
  context.stores.view.setState({ dialogs: [] });
  void take(chosen?.value ?? `nothing begins with ${beginning}`);
}

const planned = () => openDialogOf(context, 'agent-action').plan.agents.map(({ id }) => id);

beforeEach(() => {
  context = createTestContext();
  context.stores.agents.setState({ data: listingOf([sampleAgent('agent-1'), sampleAgent('agent-2')]) });
  const block = sampleEvent('e1', 10, { outcome: 'block' });
  const other = sampleEvent('e2', 20, { outcome: 'block', client_id: 'client-2' });
  context.stores.events.apply([block, other], { at: NOW, fromHistory: false });
});

describe('suspending the machine that something is spoken of', () => {
  it.each([
    ['an event', () => context.stores.view.setState({ tab: 'events' })],
    ['the newest block of the overview', () => context.stores.view.setState({ tab: 'overview' })],
    [
      'a session',
      () => {
        context.stores.sessions.setState({ data: listingOf([sampleSession('s1', 60)]) });
        context.stores.view.setState({ tab: 'sessions' });
      },
    ],
    [
      'a call',
      () => {
        const call = sampleCall({ id: 'c1', client_id: 'client-1' });
        context.stores.llmCalls.setState({ data: listingOf([call]) });
        context.stores.view.setState({ tab: 'llm' });
      },
    ],
    [
      'a page of details',
      () => {
        context.stores.view.setState({ tab: 'events' });
        openPage(context, { kind: 'agent', agentId: undefined, clientId: asUntrusted('client-1') });
      },
    ],
    ['an agent', () => context.stores.view.setState({ tab: 'agents' })],
  ])('is offered from %s', async (_what, go) => {
    go();
    expect(offered()).toBe('Suspend this machine: build-1');
    choose('Suspend this machine');
    expect(planned()).toEqual(['agent-1']);
    await vi.dynamicImportSettled();
    await settle();
    expect(context.sync.agentRequests).toEqual([]);
  });

  it('is about the block under the cursor of the overview, not the newest', () => {
    context.stores.view.setState({ tab: 'overview' });
    updatePane(context.stores.view, 'overview', { cursor: 'event e2' });
    expect(offered()).toBe('Suspend this machine: build-2');
  });

  it('reactivates one that is suspended', () => {
    context.stores.agents.setState({
      data: listingOf([sampleAgent('agent-1', { status: 'suspended' })]),
    });
    context.stores.view.setState({ tab: 'events' });
    expect(offered()).toBe('Reactivate this machine: build-1');
    choose('Reactivate this machine');
    expect(openDialogOf(context, 'agent-question').plan.agents).toMatchObject([{ id: 'agent-1' }]);
  });

  it('lets one be chosen where several agents are on it, or all; deleted ones are none', () => {
    const machine = { machine_id: 'm1' };
    context.stores.agents.setState({
      data: listingOf([
        sampleAgent('agent-1', machine),
        sampleAgent('agent-2', { ...machine, username: 'root' }),
        sampleAgent('agent-3', { ...machine, status: 'deleted' }),
        sampleAgent('agent-4'),
      ]),
    });
    context.stores.view.setState({ tab: 'events' });
    expect(offered()).toBe('Suspend this machine: build-1 and 1 other agent of it');
    choose('Suspend this machine');
    expect(openDialogOf(context, 'choice').choices.map(({ label }) => label)).toEqual([
      'Suspend build-1, user deploy, agent agent-1',
      'Suspend build-2, user root, agent agent-2',
      'Suspend all 2 of them',
    ]);
    choose('Suspend build-2');
    expect(planned()).toEqual(['agent-2']);
  });

  it('names the agent under the cursor, whichever is listed before it', () => {
    const machine = { machine_id: 'm1' };
    context.stores.agents.setState({
      data: listingOf([
        sampleAgent('agent-1', machine),
        sampleAgent('agent-2', { ...machine, client_id: 'client-1' }),
        sampleAgent('agent-3', machine),
      ]),
    });
    context.stores.view.setState({ tab: 'agents' });
    updatePane(context.stores.view, 'agents', { cursor: 'agent-2' });
    run(context, 'related.open');
    expect(openDialogOf(context, 'choice').choices.map(({ label }) => label)).toEqual(
      expect.arrayContaining([
        'Details of the agent on build-2',
        'Suspend this machine: build-2 and 2 other agents of it',
      ]),
    );
    choose('Suspend this machine');
    expect(openDialogOf(context, 'choice').choices[0]?.label).toContain('Suspend build-2,');
  });

  it('says so where the agent under the cursor is left alone, and another one of its machine is not', () => {
    const machine = { machine_id: 'm1' };
    context.stores.agents.setState({
      data: listingOf([
        sampleAgent('agent-1', machine),
        sampleAgent('agent-2', { ...machine, status: 'suspended' }),
      ]),
    });
    context.stores.view.setState({ tab: 'agents' });
    updatePane(context.stores.view, 'agents', { cursor: 'agent-2' });
    expect(offered()).toBe('Suspend 1 other agent of this machine: build-1');
    choose('Suspend 1 other');
    expect(planned()).toEqual(['agent-1']);
  });

  describe('of a client that several agents share', () => {
    const alpha = sampleAgent('agent-a', { client_id: 'client-1', hostname: 'alpha' });
    const gamma = sampleAgent('agent-c', { client_id: 'client-1', hostname: 'gamma', machine_id: 'm3' });
    const ofMachine = () => {
      run(context, 'related.open');
      const { choices } = openDialogOf(context, 'choice');
      return choices
        .map(({ label }) => label)
        .filter((label) => /Details of .*agent|this machine/.test(label));
    };
    const sessionOn = (host: string) => {
      const session = sampleSession('s1', 60, { agent_hostname: host });
      context.stores.sessions.setState({ data: listingOf([session]) });
      context.stores.view.setState({ tab: 'sessions' });
    };

    it.each([[[alpha, gamma]], [[gamma, alpha]]])('names the one on the host of a session', (agents) => {
      context.stores.agents.setState({ data: listingOf(agents) });
      sessionOn('alpha');
      expect(ofMachine()).toEqual([
        'Details of the agent on alpha',
        'Suspend this machine: alpha and 1 other agent of it',
      ]);
      choose('Details of the agent');
      expect(openPageOf(context.stores.view.getState())?.subject).toMatchObject({ agentId: 'agent-a' });
    });

    it('names none of them for an event, which names no host, and lists them on its page', () => {
      context.stores.agents.setState({ data: listingOf([alpha, gamma]) });
      context.stores.view.setState({ tab: 'events' });
      expect(ofMachine()).toEqual([
        'Details of one of 2 agents: alpha, gamma',
        'Suspend one of 2 agents of this machine: alpha, gamma',
      ]);
      choose('Details of one');
      const page = selectPage(context.stores, NOW);
      expect(page?.agent).toBeUndefined();
      expect(page?.rows.slice(0, 3)).toMatchObject([
        { text: '2 agents share this client id, and nothing says which of them is meant.' },
        { agent: alpha, why: 'same client id' },
        { agent: gamma },
      ]);
    });

    it('says so where the session names another host than its agent', () => {
      context.stores.agents.setState({ data: listingOf([alpha]) });
      sessionOn('once-alpha');
      expect(ofMachine()).toEqual([
        'Details of the agent on alpha (here as once-alpha)',
        'Suspend this machine: alpha (here as once-alpha)',
      ]);
    });
  });

  it('tells agents on hosts of one name apart by their ids', () => {
    const twins = ['agent-1', 'agent-2'].map((id) => sampleAgent(id, { hostname: 'twin' }));
    context.stores.agents.setState({ data: listingOf(twins) });
    context.stores.view.setState({ tab: 'events' });
    expect(offered()).toBe('Suspend this machine: twin, agent agent-1');
    const shared = twins.map((agent) => ({ ...agent, client_id: twins[0]?.client_id }));
    context.stores.agents.setState({ data: listingOf(shared) });
    expect(offered()).toBe('Suspend one of 2 agents of this machine: twin (agent-1), twin (agent-2)');
  });

  it.each([
    [
      'the console is read-only',
      () => context.stores.view.setState({ mode: 'read-only' }),
      'read-only, see :unlock',
    ],
    [
      'no agent of it is known',
      () => context.stores.agents.setState({ data: listingOf([]) }),
      'no agent of it is known that is not deleted',
    ],
  ])('says that it is not possible when %s', (_what, make, reason) => {
    make();
    context.stores.view.setState({ tab: 'events' });
    expect(offered()).toContain(`(not possible: ${reason})`);
  });
});
