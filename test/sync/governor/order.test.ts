import { beforeEach, describe, expect, it } from 'vitest';

import { createGovernor, type Governor, type Priority } from '../../../src/sync/governor/governor.ts';
import { createFakeClient, type FakeAnswer, type FakeClient } from '../../helpers/fake-client.ts';
import { settle, VirtualClock } from '../../helpers/virtual-clock.ts';

let clock: VirtualClock;
let governor: Governor;
let client: FakeClient;
let answer: () => FakeAnswer;

beforeEach(() => {
  clock = new VirtualClock();
  answer = () => ({});
  governor = createGovernor({ clock, random: () => 0.5 });
  client = createFakeClient(
    clock,
    () => ({ takes: 100, ...answer() }),
    (exchange) => void governor.note(exchange),
  );
});

/** Asks for a thing of that name; gives what becomes of it. */
function ask(priority: Priority, name: string): Promise<unknown> {
  return governor
    .pace(client, priority)
    .call('listEvents', { query: { package: name }, purpose: name }, () => 'answered')
    .then(({ value }) => value)
    .catch((error: unknown) => error);
}

const sent = () => client.calls.map(({ query }) => query?.['package']);

describe('who may send first', () => {
  it('is a write, then what a person waits for, then feeds, then what can wait for all of them', async () => {
    answer = () => ({ status: 429, rateLimit: { retryAfter: '0' } });
    await Promise.all([ask('person-read', 'refused'), clock.advance(200)]);
    answer = () => ({});
    for (const priority of ['backfill', 'feed', 'person-read', 'person-write'] as const) {
      void ask(priority, priority);
    }
    await clock.advance(60_000);
    expect(sent()).toEqual(['refused', 'person-write', 'person-read', 'feed', 'backfill']);
  });

  it('is a person without a pause, whatever the pace of feeds is', async () => {
    void ask('feed', 'first');
    void ask('feed', 'second');
    await clock.advance(10);
    void ask('person-read', 'a');
    void ask('person-write', 'b');
    await settle();
    expect(sent()).toEqual(['first', 'a', 'b']);
  });

  it('is a feed before a backfill that has waited longer, and a backfill once no feed asks', async () => {
    const end = 30_000;
    const loop = async (priority: Priority) => {
      for (let turn = 0; clock.monotonic() < end; turn++) {
        await ask(priority, `${priority} ${turn}`);
      }
    };
    void loop('feed');
    void ask('backfill', 'history');
    await clock.advance(end);
    expect(sent()).not.toContain('history');
    await clock.advance(10_000);
    expect(sent()).toContain('history');
  });
});

describe('what is asked again since it hangs', () => {
  it('leaves after what was not asked before', async () => {
    const reset = String((clock.now() + 60_000) / 1000);
    answer = () => ({ rateLimit: { limit: 60, remaining: 26 - sent().length, reset } });
    // The requests of the first screen do not wait for their turn.
    const FIRST = 6;
    for (let page = 0; page < FIRST; page++) {
      await Promise.all([ask('feed', 'first'), clock.advance(200)]);
    }
    answer = () => ({ takes: 15_000, problem: 'timeout' });
    const live = governor.pace(client, 'feed', { isLive: true });
    void live.call('listEvents', { query: { package: 'hangs' } }, () => 0).catch(() => undefined);
    while (sent().length <= FIRST) {
      await clock.advance(100);
    }
    await clock.advance(2000);
    // By now the same waits for its turn again.
    void ask('feed', 'other');
    await clock.advance(20_000);
    expect(sent().slice(FIRST, FIRST + 3)).toEqual(['hangs', 'other', 'hangs']);
  });
});

describe('the reserve', () => {
  it('is spent by a person alone', async () => {
    const reset = String((clock.now() + 60_000) / 1000);
    let remaining = 4;
    answer = () => ({ rateLimit: { limit: 60, remaining: --remaining, reset } });
    await Promise.all([ask('person-read', 'look'), clock.advance(200)]);
    void ask('feed', 'feed');
    await clock.advance(10_000);
    expect(sent()).toEqual(['look']);
    await Promise.all([ask('person-write', 'write'), clock.advance(200)]);
    await Promise.all([ask('person-write', 'verify'), clock.advance(200)]);
    expect(sent()).toEqual(['look', 'write', 'verify']);
  });
});

describe('once reading has stopped', () => {
  it('feeds that wait or come later get the reason, and a person may still try', async () => {
    void ask('feed', 'first');
    const waiting = ask('feed', 'waiting');
    answer = () => ({ status: 401 });
    await Promise.all([ask('person-read', 'refused'), clock.advance(200)]);
    expect(await waiting).toMatchObject({ status: 401 });
    expect(await ask('feed', 'later')).toMatchObject({ status: 401 });
    expect(await ask('backfill', 'later')).toMatchObject({ status: 401 });
    void ask('person-read', 'again');
    await settle();
    expect(sent()).toEqual(['first', 'refused', 'again']);
    governor.retry();
    answer = () => ({});
    const back = ask('feed', 'back');
    await clock.advance(5000);
    expect(await back).toBe('answered');
  });
});

describe('a server that held everything back and then refused the key', () => {
  it.each([
    ['after a 429', { status: 429, rateLimit: { retryAfter: '5' } }],
    ['once nothing remained', { rateLimit: { limit: 60, remaining: 0, retryAfter: '5' } }],
  ] as const)('%s is asked again when a person tries again', async (_when, heldBack) => {
    answer = () => heldBack;
    await Promise.all([ask('person-read', 'held back'), clock.advance(200)]);
    answer = () => ({ status: 401 });
    const tried = ask('person-read', 'tries');
    await clock.advance(90_000);
    expect(await tried).toMatchObject({ status: 401 });
    answer = () => ({});
    governor.retry();
    const back = ask('feed', 'back');
    await clock.advance(90_000);
    const other = ask('feed', 'other');
    await clock.advance(90_000);
    expect(sent().slice(-2)).toEqual(['back', 'other']);
    expect(await Promise.all([back, other])).toEqual(['answered', 'answered']);
  });
});

describe('a server that failed', () => {
  it('is asked at once when a person tries again', async () => {
    answer = () => ({ problem: 'reset' });
    for (const name of 'abcdefgh') {
      await Promise.all([ask('person-read', name), clock.advance(200)]);
    }
    void ask('feed', 'waits');
    await clock.advance(10);
    expect(sent()).not.toContain('waits');
    governor.retry();
    await settle();
    expect(sent()).toContain('waits');
  });
});

describe('reading that one refusal stopped', () => {
  const refuse = async (name: string) => {
    answer = () => ({ status: 401 });
    await Promise.all([ask('person-write', name), clock.advance(200)]);
  };

  it('goes on once a later request is answered, as it is after a change', async () => {
    await refuse('write');
    answer = () => ({});
    await Promise.all([ask('person-write', 'verify'), clock.advance(200)]);
    expect(governor.view.stopped).toBeUndefined();
    const back = ask('feed', 'back');
    await clock.advance(5000);
    expect(await back).toBe('answered');
  });

  it('stays stopped while the key is refused, and when only an earlier request is answered', async () => {
    const answers: FakeAnswer[] = [{ takes: 5000 }, { status: 401 }, { status: 401 }];
    answer = () => answers.shift() ?? {};
    const slow = ask('person-read', 'slow');
    await settle();
    await Promise.all([ask('person-write', 'write'), clock.advance(200)]);
    await Promise.all([ask('person-write', 'verify'), clock.advance(200)]);
    await clock.advance(10_000);
    expect(await slow).toBe('answered');
    expect(governor.view.stopped).toContain('401');
    expect(await ask('feed', 'later')).toMatchObject({ status: 401 });
  });
});

it('tells of changes and refuses everything once it is closed', async () => {
  let changes = 0;
  governor = createGovernor({ clock, random: () => 0.5, onChange: () => changes++ });
  await Promise.all([ask('feed', 'first'), clock.advance(200)]);
  expect(changes).toBeGreaterThan(0);
  const waiting = ask('feed', 'waiting');
  await governor.close();
  expect(await waiting).toMatchObject({ name: 'AbortedError' });
  expect(await ask('person-write', 'later')).toMatchObject({ name: 'AbortedError' });
  await clock.advance(60_000);
  expect(client.calls).toHaveLength(1);
});
