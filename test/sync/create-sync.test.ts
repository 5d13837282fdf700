import { beforeEach, describe, expect, it } from 'vitest';

import { selectFeedStatus } from '../../src/stores/events/select-feed-status.ts';
import { createStores, type Stores } from '../../src/stores/stores.ts';
import { updatePane } from '../../src/stores/view/view-store.ts';
import { createSync } from '../../src/sync/create-sync.ts';
import type { Sync } from '../../src/sync/sync.ts';
import { eventually } from '../helpers/eventually.ts';
import { createFakeClient, type FakeAnswer, type FakeCall, type FakeClient } from '../helpers/fake-client.ts';
import { sampleAgent, sampleSession } from '../helpers/sample-data.ts';
import { countedIds, createMemoryJournal } from '../helpers/memory-journal.ts';
import { createModelSync, SMALL_ORGANIZATION } from '../helpers/model-sync.ts';
import { settle, VirtualClock } from '../helpers/virtual-clock.ts';

/** Half of an hour's quota, with half an hour left. */
const FULL = { limit: 6000, remaining: 3000, reset: String(Date.parse('2026-03-02T09:30:00Z') / 1000) };

let clock: VirtualClock;
let stores: Stores;
let client: FakeClient;
let sync: Sync;
/** What the server says in the place of its usual answer. */
let instead: (call: FakeCall) => FakeAnswer | undefined;

/** An instant so many seconds from now, in seconds since the epoch. */
const inSeconds = (seconds: number) => String((clock.now() + seconds * 1000) / 1000);

beforeEach(() => {
  clock = new VirtualClock();
  stores = createStores();
  instead = () => undefined;
  ({ sync, client } = createModelSync({
    stores,
    clock,
    random: () => 1,
    answer: (call) => ({
      body: SMALL_ORGANIZATION[call.endpoint],
      rateLimit: FULL,
      takes: 50,
      ...instead(call),
    }),
  }));
});

/** `endpoint time` of every request that was sent from that time on. */
function requestsFrom(time: number): readonly string[] {
  return client.calls.filter(({ at }) => at >= time).map(({ endpoint, at }) => `${endpoint} ${at}`);
}

describe('the requests of a console', () => {
  it('leave at these times and no others', async () => {
    stores.view.setState({ tab: 'policy' });
    sync.start();
    await clock.advance(1900);
    expect(requestsFrom(0)).toEqual([
      'listEvents 0',
      'getPolicy 50',
      // What no pane shows yet comes after what this one does.
      'listAgents 100',
      'listSessions 100',
      'listLlmCalls 100',
      'getSummary 100',
      // What follows a page that is said to be all.
      'listAgents 150',
      'listSessions 150',
      'listEvents 150',
      'listEvents 150',
      'health 150',
      'getCalendar 200',
      'listSessionClients 867',
    ]);
  });

  it('change with the pane: its own come soon, the others seldom', async () => {
    stores.view.setState({ tab: 'policy' });
    sync.start();
    await clock.advance(20_000);
    stores.view.setState({ tab: 'llm' });
    await clock.advance(11_000);
    const times = client.calls.filter(({ endpoint, at }) => endpoint === 'listLlmCalls' && at >= 20_000);
    expect(times.length).toBeGreaterThanOrEqual(2);
    expect(times[0]?.at).toBeLessThan(21_000);
  });

  it('withdraw that the feed is live where its own are not answered, whatever else is', async () => {
    stores.view.setState({ tab: 'policy', terminalDelay: 0 });
    sync.start();
    const standing = () => selectFeedStatus(stores, clock.now()).kind;
    await clock.advance(20_000);
    expect(standing()).toBe('live');
    instead = ({ endpoint }) =>
      endpoint === 'listEvents' ? { problem: 'timeout', takes: 14_000 } : undefined;
    const eventsFrom = clock.monotonic();
    const firstAsk = () =>
      client.calls.find(({ purpose, at }) => purpose === 'new events' && at > eventsFrom);
    while (firstAsk() === undefined) {
      await clock.advance(500);
    }
    await clock.advance(5500);
    const kinds = new Set<string>();
    for (let second = 0; second < 40; second++) {
      kinds.add(standing());
      await clock.advance(1000);
    }
    expect([...kinds]).toEqual(['behind']);
    expect(stores.connection.getState().silentSince ?? clock.now()).toBeGreaterThan(clock.now() - 5000);
    instead = () => undefined;
    await clock.advance(40_000);
    expect(standing()).toBe('live');
  });

  it('ask for sessions anew as soon as a filter of theirs changes, and give the old one up', async () => {
    stores.view.setState({ tab: 'sessions' });
    sync.start();
    await clock.advance(5000);
    instead = ({ endpoint }) => (endpoint === 'listSessions' ? { takes: 300 } : undefined);
    updatePane(stores.view, 'sessions', { project: '/srv/a' });
    await clock.advance(100);
    updatePane(stores.view, 'sessions', { project: '/srv/b', subagents: true });
    await clock.advance(3000);
    const asked = client.calls.filter(({ endpoint, at }) => endpoint === 'listSessions' && at >= 5000);
    expect(asked.map(({ query, at }) => [at, query?.['project'], query?.['include_subagents']])).toEqual([
      [5000, '/srv/a', undefined],
      [5100, '/srv/b', true],
    ]);
    expect(asked[0]?.signal?.aborted).toBe(true);
    expect(stores.sessions.getState().failure).toBeUndefined();
  });

  it('do not ask for sessions anew when the words of the filter change', async () => {
    stores.view.setState({ tab: 'sessions' });
    sync.start();
    await clock.advance(5000);
    updatePane(stores.view, 'sessions', { text: 'lodash' });
    await clock.advance(500);
    expect(requestsFrom(5000)).not.toContain('listSessions 5000');
  });

  it('end when the console stops, and the connection with them', async () => {
    sync.start();
    await clock.advance(1000);
    sync.stop();
    await clock.advance(60_000);
    expect(requestsFrom(1001)).toEqual([]);
    expect(client.isClosed).toBe(true);
  });
});

describe('what answers tell', () => {
  it('is put into the stores, the log and the budget', async () => {
    sync.start();
    await clock.advance(2000);
    expect(stores.agents.getState()).toMatchObject({ data: { total: 1 }, failure: undefined });
    expect(stores.policy.getState().data?.version).toBe('7');
    expect(stores.connection.getState()).toMatchObject({
      state: 'live',
      budget: { limit: 6000 },
      problem: undefined,
    });
    expect(stores.connection.getState().requests[0]).toMatchObject({ status: 200 });
  });

  it('stops all reading when the key is refused, until a person refreshes', async () => {
    sync.start();
    await clock.advance(4000);
    instead = () => ({ status: 401 });
    await clock.advance(60_000);
    const refusedAt = client.calls.length;
    expect(stores.connection.getState().stopped).toContain('401');
    await clock.advance(600_000);
    expect(client.calls).toHaveLength(refusedAt);
    instead = () => undefined;
    sync.refresh();
    await clock.advance(1000);
    expect(client.calls.length).toBeGreaterThan(refusedAt);
    expect(stores.connection.getState().stopped).toBeUndefined();
  });

  it('asks again for the agents that a filter of events needs once a person refreshes the feed', async () => {
    stores.view.setState({ tab: 'events' });
    instead = ({ endpoint }) => (endpoint === 'listAgents' ? { status: 403 } : undefined);
    sync.start();
    await clock.advance(60_000);
    expect(stores.agents.getState()).toMatchObject({ data: undefined, failure: { status: 403 } });
    instead = () => undefined;
    await clock.advance(240_000);
    expect(stores.agents.getState().data).toBeUndefined();
    sync.refresh();
    await clock.advance(2000);
    expect(stores.agents.getState()).toMatchObject({ data: { rows: [{}] }, failure: undefined });
  });

  it('keeps the last good data when a read fails, and says why', async () => {
    stores.view.setState({ tab: 'agents' });
    sync.start();
    await clock.advance(5000);
    instead = ({ endpoint }) => (endpoint === 'listAgents' ? { status: 503 } : undefined);
    await clock.advance(20_000);
    expect(stores.agents.getState().data?.rows).toHaveLength(1);
    expect(stores.agents.getState().failure).toMatchObject({ status: 503 });
    expect(stores.connection.getState().waits).toMatchObject([{ what: 'agents' }]);
    instead = () => ({ status: 503 });
    await clock.advance(20_000);
    expect(stores.connection.getState().state).toBe('failing');
    instead = () => ({ problem: 'connect' });
    await clock.advance(40_000);
    expect(stores.connection.getState().state).toBe('unreachable');
    instead = () => undefined;
    await clock.advance(60_000);
    expect(stores.agents.getState().failure).toBeUndefined();
    expect(stores.connection.getState()).toMatchObject({ state: 'live', problem: undefined, waits: [] });
  });

  it('sends nothing during the wait that a 429 asks for, then goes on', async () => {
    stores.view.setState({ tab: 'events' });
    sync.start();
    await clock.advance(4000);
    instead = () => ({ status: 429, rateLimit: { limit: 60, remaining: 0, retryAfter: inSeconds(10) } });
    await clock.advance(4000);
    const heldUntil = (client.calls.at(-1)?.at ?? 0) + 10_000;
    instead = () => undefined;
    const { heldUntil: shown, waits } = stores.connection.getState();
    expect(shown).toBe(clock.now() - clock.monotonic() + heldUntil);
    expect(waits).toEqual([
      {
        what: 'everything',
        reason: 'The server asks to wait, the rate limit is used up (429).',
        until: shown,
        next: 'then one request tries whether the server answers again',
      },
    ]);
    await clock.advance(20_000);
    const next = client.calls.filter(({ at }) => at > heldUntil - 10_000).map(({ at }) => at);
    expect(next[0]).toBe(heldUntil);
    expect(next[1]).toBeGreaterThanOrEqual(heldUntil + 50);
    expect(stores.connection.getState().heldUntil).toBeUndefined();
  });
});

describe('what a person asks for', () => {
  it('opens a transcript, and gives it up when it is closed', async () => {
    sync.openTranscript(sampleSession('s1', 60));
    await clock.advance(100);
    expect(stores.transcript.getState().data).toMatchObject({ sessionId: 's1' });
    instead = () => ({ takes: 5000 });
    sync.openTranscript(sampleSession('s2', 60));
    await clock.advance(100);
    sync.closeTranscript();
    await clock.advance(10_000);
    expect(stores.transcript.getState()).toEqual({
      data: undefined,
      receivedAt: undefined,
      failure: undefined,
    });
  });

  it('shows only the transcript that was asked for last', async () => {
    instead = ({ id }) => ({ takes: id === 's1' ? 5000 : 50 });
    sync.openTranscript(sampleSession('s1', 60));
    await clock.advance(100);
    sync.openTranscript(sampleSession('s2', 60));
    await clock.advance(10_000);
    expect(stores.transcript.getState().data).toMatchObject({ sessionId: 's2' });
  });

  it('waits for what the server holds back before it writes, and for nothing else', async () => {
    sync.start();
    await clock.advance(3000);
    instead = () => ({
      rateLimit: { limit: 60, remaining: 0, reset: inSeconds(5), retryAfter: inSeconds(5) },
    });
    await clock.advance(10_000);
    const held = stores.connection.getState().heldUntil ?? 0;
    expect(held).toBeGreaterThan(clock.now());
    instead = ({ endpoint }) => (endpoint === 'setAgentStatus' ? { body: {} } : undefined);
    const from = clock.monotonic();
    const heldFor = held - clock.now();
    const request = { agent: sampleAgent('agent-1'), status: 'suspended', reason: '' } as const;
    const writing = sync.changeAgentStatus(request);
    await clock.advance(20_000);
    expect((await writing).kind).toBe('contradicted');
    const first = client.calls.find(({ endpoint, at }) => endpoint === 'getAgent' && at >= from);
    expect(first?.at).toBeCloseTo(from + heldFor, -1);
  });

  it.each([
    ['has ended', true, 0],
    ['is still ending', false, 61_000],
  ])('finds out what became of a change of a process that %s, and tells', async (_when, hasEnded, after) => {
    const told: string[] = [];
    let isOver = hasEnded;
    const journal = createMemoryJournal(
      [
        {
          time: '2026-03-02T08:00:00.000Z',
          operation: 'earlier',
          step: 'intent',
          action: 'suspend',
          target: { id: 'agent-1', hostname: 'build-1' },
          pid: 4711,
        },
      ],
      () => isOver,
    );
    const second = createSync({
      stores,
      clock,
      random: () => 1,
      journal,
      newId: countedIds(),
      notify: (sentence) => told.push(sentence),
      createClient: () => createFakeClient(clock, () => ({ status: 404 })),
    });
    second.start();
    await clock.advance(0);
    await settle();
    expect(journal.steps).toHaveLength(hasEnded ? 2 : 1);
    isOver = true;
    await clock.advance(after);
    second.stop();
    expect(told).toEqual([expect.stringContaining('Nothing was sent')]);
    expect(journal.steps).toEqual(['intent', 'verdict refused']);
  });

  it('tells what another process has found out meanwhile, and when that lands', async () => {
    const about = {
      operation: 'earlier',
      action: 'suspend',
      target: {
        id: 'agent-1',
        hostname: sampleAgent('agent-1').hostname ?? '',
        generation: sampleAgent('agent-1').generation ?? 1,
      },
      pid: 4711,
    } as const;
    const at = (seconds: number) => new Date(clock.now() - seconds * 1000).toISOString();
    const journal = createMemoryJournal([
      { ...about, time: at(9), step: 'intent', before: { status: 'active' }, after: { status: 'suspended' } },
      { ...about, time: at(8), step: 'sending', before: { status: 'active' } },
    ]);
    const told: string[] = [];
    let readings = 0;
    let status = 'active';
    const sync = createSync({
      stores,
      clock,
      random: () => 1,
      newId: countedIds(),
      notify: (sentence) => told.push(sentence),
      journal: {
        append: (entry) => journal.append(entry),
        async read(options) {
          const reading = await journal.read(options);
          if (++readings === 1) {
            await journal.append({
              ...about,
              time: at(1),
              step: 'verdict',
              verdict: 'unknown',
              sentence: 'Unknown: so says the other.',
            });
          }
          return reading;
        },
      },
      createClient: () =>
        createFakeClient(clock, ({ endpoint }) => ({
          body:
            endpoint === 'listAgents'
              ? { agents: [sampleAgent('agent-1', { status }).raw], pagination: { total: 1 } }
              : SMALL_ORGANIZATION[endpoint],
        })),
    });
    sync.start();
    await clock.advance(3000);
    await settle();
    // No agent was read when it was said.
    const unknown = 'Unknown: so says the other. The agent is build-1 (agent-1).';
    expect(told).toEqual([unknown]);
    status = 'suspended';
    await clock.advance(200_000);
    sync.stop();
    expect(told).toEqual([unknown, expect.stringMatching(/^Confirmed late: .*is suspended\./)]);
  });

  it('judges a change of an earlier start again that landed after it had ended, and tells it once', async () => {
    const told: string[] = [];
    const journal = createMemoryJournal([], () => false);
    let status = 'active';
    let isCut = true;
    const connect = () =>
      createSync({
        stores,
        clock,
        random: () => 1,
        journal,
        newId: countedIds(),
        notify: (sentence) => told.push(sentence),
        createClient: () =>
          createFakeClient(clock, ({ endpoint }) =>
            endpoint === 'setAgentStatus' && isCut
              ? { problem: 'reset' }
              : {
                  body:
                    endpoint === 'getAgent'
                      ? sampleAgent('agent-1', { status }).raw
                      : endpoint === 'listAgents'
                        ? { agents: [sampleAgent('agent-1', { status }).raw], pagination: { total: 1 } }
                        : SMALL_ORGANIZATION[endpoint],
                },
          ),
      });
    const first = connect();
    first.start();
    await clock.advance(3000);
    const writing = first.changeAgentStatus({
      agent: sampleAgent('agent-1'),
      status: 'suspended',
      reason: '',
    });
    expect(await clock.through(writing)).toMatchObject({ kind: 'unknown' });
    first.stop();
    isCut = false;
    await clock.advance(60_000);
    status = 'suspended';
    for (const next of [connect(), connect()]) {
      next.start();
      await clock.advance(200_000);
      next.stop();
    }
    expect(told).toEqual([expect.stringMatching(/^Confirmed late: .*is suspended\./)]);
    expect(journal.steps).toEqual(['intent', 'sending', 'verdict unknown', 'verdict confirmed']);
  });

  it('puts an agent that was read for a write into the list', async () => {
    sync.start();
    await clock.advance(3000);
    instead = ({ endpoint }) =>
      endpoint === 'getAgent' ? { body: { ...sampleAgent('agent-1').raw, status: 'suspended' } } : undefined;
    const known = sampleAgent('agent-1', { status: 'suspended' });
    const writing = sync.changeAgentStatus({ agent: known, status: 'active', reason: '' });
    await clock.through(writing);
    expect(stores.agents.getState().data?.rows[0]?.status).toBe('suspended');
  });

  it('keeps what was observed after a write from a list that was asked for before', async () => {
    sync.start();
    await clock.advance(3000);
    const suspended = { ...sampleAgent('agent-1').raw, status: 'suspended' };
    let isSuspended = false;
    instead = ({ endpoint }) => {
      switch (endpoint) {
        case 'listAgents':
          return { takes: 2000 };
        case 'setAgentStatus':
          isSuspended = true;
          return { status: 204 };
        case 'getAgent':
          return isSuspended ? { body: suspended } : undefined;
        default:
          return undefined;
      }
    };
    stores.view.setState({ tab: 'agents' });
    sync.refresh();
    const asked = () => client.calls.filter(({ endpoint }) => endpoint === 'listAgents').length;
    const before = asked();
    await clock.advance(500);
    expect(asked()).toBeGreaterThan(before);
    const agent = stores.agents.getState().data?.rows[0] ?? sampleAgent('agent-1');
    const writing = sync.changeAgentStatus({ agent, status: 'suspended', reason: '' });
    await clock.advance(1000);
    expect((await writing).kind).toBe('confirmed');
    const status = () => stores.agents.getState().data?.rows[0]?.status;
    expect(status()).toBe('suspended');
    await clock.advance(1000);
    expect(status()).toBe('suspended');
  });

  it('takes an agent out of the list that a write found to be gone', async () => {
    sync.start();
    await clock.advance(3000);
    const [first] = stores.agents.getState().data?.rows ?? [];
    const { total } = stores.agents.getState().data ?? {};
    instead = ({ endpoint }) =>
      endpoint === 'getAgent' ? { status: 404, body: { error: 'There is no such agent' } } : undefined;
    const writing = sync.deleteAgent({ agent: first ?? sampleAgent('agent-1'), hard: true, reason: '' });
    await clock.advance(1000);
    await writing;
    const { data } = stores.agents.getState();
    expect(data?.rows.map(({ id }) => id)).not.toContain(first?.id);
    expect(data?.total).toBe((total ?? 0) - 1);
  });
});

describe('a search of transcripts', () => {
  const question = () => ({
    sought: { kind: 'words', words: 'token' } as const,
    sessions: [sampleSession('s1', 60), sampleSession('s2', 90)],
    isFiltered: false,
    listed: 'all' as const,
    leavesSubagentsOut: false,
    chosenBy: stores.view.getState().sessions,
  });
  const search = () => stores.sessionSearch.getState().search;

  it('goes on whatever pane is looked at, and leaves the open transcript alone', async () => {
    instead = ({ endpoint }) =>
      endpoint === 'getTranscript'
        ? { body: { messages: [{ type: 'user', content: 'token' }] }, takes: 2000 }
        : undefined;
    stores.view.setState({ tab: 'sessions' });
    sync.start();
    sync.openTranscript(sampleSession('s9', 5));
    await clock.advance(5000);
    const open = stores.transcript.getState().data;
    sync.searchSessions(question());
    stores.view.setState({ tab: 'policy' });
    // Transcripts are looked through beside the clock.
    await eventually(async () => {
      await clock.advance(5000);
      expect(search()).toMatchObject({ phase: 'done', done: 2, found: { messages: 2 } });
    });
    expect(stores.transcript.getState().data).toBe(open);
    expect(open?.sessionId).toBe('s9');
  });

  it('ends where the key is refused', async () => {
    sync.start();
    await clock.advance(5000);
    instead = () => ({ status: 401 });
    sync.searchSessions(question());
    await clock.advance(30_000);
    expect(search()).toMatchObject({ phase: 'stopped', done: 0 });
    expect(search()?.stop).toContain('401');
  });

  it('waits for a server that fails', async () => {
    sync.start();
    await clock.advance(5000);
    instead = () => ({ problem: 'connect' });
    sync.searchSessions(question());
    await clock.advance(120_000);
    expect(search()?.phase).toBe('running');
    instead = ({ endpoint }) =>
      endpoint === 'getTranscript' ? { body: { messages: [{ type: 'user', content: 'token' }] } } : undefined;
    await eventually(async () => {
      await clock.advance(5000);
      expect(search()).toMatchObject({ phase: 'done', unsearched: [] });
    });
  });
});
