import { beforeEach, describe, expect, it } from 'vitest';

import { followEvents, readWindow, type FollowOptions } from '../../../src/sync/follow/follow-events.ts';
import { RetryEndedError } from '../../../src/sync/retry/retry-ended-error.ts';
import type { FoundEvent } from '../../../src/sync/tail/event-tail.ts';
import type { ReadingReport } from '../../../src/sync/retry/retry-loop.ts';
import { createFakeClient, type FakeAnswer, type FakeClient } from '../../helpers/fake-client.ts';
import { ModelEventServer } from '../../helpers/model-event-server.ts';
import { settle, VirtualClock } from '../../helpers/virtual-clock.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

let clock: VirtualClock;
let server: ModelEventServer;
let client: FakeClient;
let stopping: AbortController;
let written: string[];
let reports: ReadingReport[];
let options: FollowOptions;

beforeEach(() => {
  clock = new VirtualClock();
  server = new ModelEventServer(clock, { precision: 'milliseconds' });
  client = createFakeClient(clock, (call) => ({ takes: 5, ...server.answer(call) }));
  stopping = new AbortController();
  written = [];
  reports = [];
  options = {
    client,
    clock,
    random: () => 0.5,
    begin: { since: clock.now() - HOUR },
    signal: stopping.signal,
    report: (report) => reports.push(report),
    progress: () => undefined,
    write: (rows) => {
      written.push(...idsOf(rows));
      return Promise.resolve();
    },
  };
});

/** Adds an event that happened so many milliseconds ago. */
function add(id: string, ago = 0): void {
  server.add(id, { timestamp: clock.now() - ago });
}

function idsOf(rows: readonly FoundEvent[]): readonly string[] {
  return rows.map(({ event }) => event.id);
}

/** Starts what runs until it is stopped, and tells how it ended. */
function start(running: Promise<unknown>) {
  const outcome: { isOver: boolean; error?: unknown; value?: unknown } = { isOver: false };
  void running
    .then(
      (value) => (outcome.value = value),
      (error: unknown) => (outcome.error = error),
    )
    .finally(() => (outcome.isOver = true));
  return outcome;
}

describe('following events', () => {
  it('gives out each event once, in order within each poll, until it is stopped', async () => {
    for (let index = 0; index < 250; index++) {
      add(`old-${String(index).padStart(3, '0')}`, (250 - index) * SECOND);
    }
    const outcome = start(followEvents(options));
    await clock.advance(5 * SECOND);
    expect(written).toEqual(server.events.map(({ id }) => id));
    for (let round = 0; round < 5; round++) {
      add(`new-${round}-b`);
      add(`new-${round}-a`);
      add(`late-${round}`, 4 * SECOND);
      await clock.advance(4 * SECOND);
    }
    expect(written.slice(250, 253)).toEqual(['late-0', 'new-0-a', 'new-0-b']);
    expect([...written].sort()).toEqual(server.events.map(({ id }) => id).sort());
    stopping.abort();
    await settle();
    expect(outcome).toEqual({ isOver: true, value: undefined });
  });

  it('asks for nothing beyond the time of a server whose clock was set back, also where only bad answers told that', async () => {
    let back = 0;
    let isFailing = false;
    const asked: number[] = [];
    const serverTime = () => clock.now() - back;
    const setBack = createFakeClient(clock, (call) => {
      if (isFailing) {
        asked.push(Date.parse(String(call.query?.['since'])) - serverTime());
      }
      const answer = server.answer(call);
      return isFailing && asked.length <= 4
        ? { takes: 5, date: serverTime(), unusable: 'not-json' }
        : { takes: 5, date: serverTime(), ...answer };
    });
    add('old', MINUTE);
    start(followEvents({ ...options, client: setBack }));
    await clock.advance(20 * SECOND);
    back = 90 * SECOND;
    isFailing = true;
    await clock.advance(20 * SECOND);
    stopping.abort();
    expect(asked.length).toBeGreaterThan(4);
    expect(asked.filter((beyond) => beyond > 2500).length).toBeLessThanOrEqual(1);
  });

  it('begins with the newest of the past, whatever the order of the server', async () => {
    for (const order of ['ascending', 'descending', 'hash', 'reshuffled'] as const) {
      server = new ModelEventServer(clock, { order });
      written = [];
      for (let index = 0; index < 400; index++) {
        add(`old-${String(index).padStart(3, '0')}`, (400 - index) * MINUTE);
      }
      const stop = new AbortController();
      start(followEvents({ ...options, begin: { newest: 3 }, signal: stop.signal }));
      await clock.advance(5 * SECOND);
      expect(written).toEqual(['old-397', 'old-398', 'old-399']);
      add('new');
      await clock.advance(4 * SECOND);
      expect(written.slice(3)).toEqual(['new']);
      stop.abort();
    }
  });

  it('gives out what comes in from long before it began', async () => {
    for (let index = 0; index < 400; index++) {
      add(`old-${index}`, index * MINUTE);
    }
    start(followEvents({ ...options, begin: { newest: 10 } }));
    await clock.advance(10 * MINUTE);
    expect(written).toHaveLength(10);
    add('from a laptop that was offline', 5 * HOUR);
    await clock.advance(2 * HOUR);
    expect(written.slice(10)).toEqual(['from a laptop that was offline']);
  });

  it('takes neither bound into its window, whatever the server does', async () => {
    for (const bound of ['inclusive', 'exclusive'] as const) {
      server = new ModelEventServer(clock, { since: bound, until: bound });
      written = [];
      [10, 9, 5, 1, 0].forEach((seconds) => add(`${seconds} s ago`, seconds * SECOND));
      const now = clock.now();
      start(followEvents({ ...options, begin: { since: now - 10 * SECOND }, until: now }));
      await clock.advance(5 * SECOND);
      expect(written).toEqual(['9 s ago', '5 s ago', '1 s ago']);
    }
  });

  it('gives out what it has within five seconds when the rest does not come', async () => {
    for (let index = 0; index < 250; index++) {
      add(`old-${index}`, index * SECOND);
    }
    server.beforeAnswer = (request) =>
      request >= 2 ? { problem: 'timeout', takes: 10 * MINUTE } : undefined;
    start(followEvents(options));
    await clock.advance(5 * SECOND + 100);
    expect(written).toHaveLength(100);
  });

  it('asks for nothing while its reader takes nothing', async () => {
    for (let index = 0; index < 30_000; index++) {
      add(`old-${index}`, index * 50);
    }
    let take = () => {};
    options = {
      ...options,
      async write(rows) {
        await new Promise<void>((resolve) => (take = resolve));
        written.push(...idsOf(rows));
      },
    };
    start(followEvents(options));
    await clock.advance(10 * MINUTE);
    const { requests } = server;
    expect(requests).toBeLessThan(250);
    await clock.advance(HOUR);
    expect(server.requests).toBe(requests);
    while (written.length < 30_000) {
      const had = written.length;
      take();
      await clock.advance(MINUTE);
      expect(written.length).toBeGreaterThan(had);
    }
    expect(new Set(written).size).toBe(30_000);
  });

  it('waits out failures of every kind and goes on', async () => {
    const failures: readonly FakeAnswer[] = [
      { status: 503 },
      { problem: 'reset' },
      { problem: 'name' },
      { problem: 'not-http' },
      { status: 429 },
    ];
    add('before');
    start(followEvents(options));
    await clock.advance(SECOND);
    for (const [index, failure] of failures.entries()) {
      server.beforeAnswer = () => failure;
      add(`during-${index}`);
      await clock.advance(20 * SECOND);
      server.beforeAnswer = () => undefined;
      await clock.advance(30 * SECOND);
    }
    expect([...written].sort()).toEqual(['before', ...failures.map((_, index) => `during-${index}`)]);
    expect(reports.filter(({ kind }) => kind === 'answered')).toHaveLength(failures.length);
  });

  it('tells each event that changed, once for each change, and each that is gone', async () => {
    for (let index = 0; index < 400; index++) {
      add(`old-${index}`, index * 7 * SECOND);
    }
    const changes: string[] = [];
    let gone: ReadonlySet<string> = new Set();
    start(
      followEvents({
        ...options,
        progress: (state, changed) => {
          gone = state.gone;
          changes.push(...changed);
        },
      }),
    );
    await clock.advance(25 * SECOND);
    expect(changes).toEqual([]);
    const changed = [17, 170, 385].map((index) => `old-${index}`);
    const deleted = [18, 19, 20, 171, 172, 173, 386, 387, 388].map((index) => `old-${index}`);
    changed.forEach((id) => server.change(id, { outcome: 'seen again' }));
    deleted.forEach((id) => server.delete(id));
    await clock.advance(4 * MINUTE);
    expect(changes.toSorted()).toEqual(changed.toSorted());
    expect([...gone].toSorted()).toEqual(deleted.toSorted());
    server.change('old-17', { outcome: 'and again' });
    await clock.advance(4 * MINUTE);
    expect(changes.slice(3)).toEqual(['old-17']);
    expect(written).toHaveLength(400);
  });

  it('gives out what it found before it ends on an error that waiting does not mend', async () => {
    for (let index = 0; index < 150; index++) {
      add(`old-${index}`, index * SECOND);
    }
    server.beforeAnswer = (request) => (request >= 2 ? { status: 401 } : undefined);
    const outcome = start(followEvents(options));
    await clock.advance(SECOND);
    expect(outcome.error).toMatchObject({ status: 401 });
    expect(written).toHaveLength(100);
  });

  it('ends once everything before its end was read', async () => {
    add('inside', MINUTE);
    const outcome = start(followEvents({ ...options, until: clock.now() + 10 * SECOND }));
    await clock.advance(9 * SECOND);
    expect(outcome.isOver).toBe(false);
    await clock.advance(5 * SECOND);
    expect(outcome.isOver).toBe(true);
    expect(written).toEqual(['inside']);
  });
});

describe('following while what is older fails', () => {
  it('goes on with what arrives, says what fails, and has the rest once it does not', async () => {
    for (let index = 0; index < 450; index++) {
      add(`old-${index}`, index * SECOND);
    }
    let isFailing = true;
    server.beforeAnswer = (_request, { query }) =>
      isFailing && query?.['until'] !== undefined ? { status: 500 } : undefined;
    start(followEvents({ ...options, begin: { since: clock.now() - HOUR } }));
    await clock.advance(10 * SECOND);
    const asked = client.calls.length;
    await clock.advance(MINUTE);
    expect(client.calls.length - asked).toBeLessThan(60);
    expect(reports).toContainEqual(expect.objectContaining({ kind: 'failing' }));
    isFailing = false;
    await clock.advance(MINUTE);
    expect([...written].sort()).toEqual(server.events.map(({ id }) => id).sort());
    stopping.abort();
  });
});

describe('reading a window', () => {
  it('gives every event by time and id once it is whole', async () => {
    server = new ModelEventServer(clock, { order: 'hash', precision: 'milliseconds' });
    for (let index = 0; index < 250; index++) {
      add(`old-${String(index).padStart(3, '0')}`, (250 - (index % 50)) * SECOND);
    }
    const outcome = start(readWindow(options, MINUTE));
    await clock.advance(MINUTE);
    const { rows, problem } = outcome.value as Awaited<ReturnType<typeof readWindow>>;
    const expected = [...server.events].sort(
      (left, right) => left.timestamp - right.timestamp || (left.id < right.id ? -1 : 1),
    );
    expect(idsOf(rows)).toEqual(expected.map(({ id }) => id));
    expect(problem).toBeUndefined();
  });

  it('gives what it has and the reason when no good answer comes for as long as its patience', async () => {
    for (let index = 0; index < 150; index++) {
      add(`old-${index}`, index * SECOND);
    }
    server.beforeAnswer = (request) => (request >= 2 ? { problem: 'connect' } : undefined);
    const outcome = start(readWindow(options, MINUTE));
    await clock.advance(59 * SECOND);
    expect(outcome.isOver).toBe(false);
    await clock.advance(2 * SECOND);
    const { rows, problem } = outcome.value as Awaited<ReturnType<typeof readWindow>>;
    expect(rows).toHaveLength(100);
    expect(problem).toBeInstanceOf(RetryEndedError);
    expect((problem as Error).message).toBe('No answer (connect).');
  });

  it('has all its patience again after each answer, and does not outlast an answer that never comes', async () => {
    for (let index = 0; index < 450; index++) {
      add(`old-${index}`, index * SECOND);
    }
    server.beforeAnswer = (request) => (request % 5 > 0 && request < 40 ? { status: 503 } : undefined);
    // Less than the whole takes, and more than any answer.
    const patient = start(readWindow(options, 8 * SECOND));
    await clock.advance(10 * SECOND);
    expect(patient.isOver).toBe(false);
    await clock.advance(30 * MINUTE);
    expect((patient.value as Awaited<ReturnType<typeof readWindow>>).rows).toHaveLength(450);

    server.beforeAnswer = () => ({ takes: 24 * HOUR });
    const hanging = start(readWindow(options, MINUTE));
    await clock.advance(MINUTE);
    expect(hanging.value).toMatchObject({ rows: [], problem: { message: 'The server does not answer.' } });
  });

  it('ends where only its older part fails for as long, although the newest events are answered', async () => {
    for (let index = 0; index < 450; index++) {
      add(`old-${index}`, index * SECOND);
    }
    server.beforeAnswer = (_request, { query }) =>
      query?.['until'] === undefined ? undefined : { status: 500 };
    const reading = start(readWindow(options, MINUTE));
    await clock.advance(MINUTE + 5 * SECOND);
    expect(reading.value).toMatchObject({ problem: { lastError: { status: 500 }, waited: MINUTE } });
    const { rows, state } = reading.value as Awaited<ReturnType<typeof readWindow>>;
    expect(state.toCome).toBe(450 - rows.length);
    expect(client.calls.length).toBeLessThan(120);
    expect(reports).toContainEqual(expect.objectContaining({ kind: 'failing' }));
  });
});
