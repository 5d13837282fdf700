import { beforeEach, describe, expect, it } from 'vitest';

import type { JsonObject } from '../../../src/contract/tolerant.ts';
import { createStores, type Stores } from '../../../src/stores/stores.ts';
import { TranscriptReader } from '../../../src/sync/lists/transcript-reader.ts';
import {
  createFakeClient,
  type FakeAnswer,
  type FakeCall,
  type FakeClient,
} from '../../helpers/fake-client.ts';
import { listingOf, sampleSession } from '../../helpers/sample-data.ts';
import { messagesOf } from '../../helpers/transcripts.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

let clock: VirtualClock;
let stores: Stores;
let client: FakeClient;
let reader: TranscriptReader;
let answer: (call: FakeCall) => FakeAnswer;

const content = (...texts: readonly string[]): JsonObject => ({
  session_id: 'uuid',
  messages: texts.map((text) => ({ type: 'user', content: text })),
});
const open = () => stores.transcript.getState().data;
const reads = () => client.calls.filter(({ endpoint }) => endpoint === 'getTranscript').length;

beforeEach(() => {
  clock = new VirtualClock();
  stores = createStores();
  stores.view.setState({ tab: 'sessions' });
  answer = () => ({ body: content('one'), takes: 50 });
  client = createFakeClient(clock, (call) => answer(call));
  reader = new TranscriptReader({ stores, clock, reading: client, feeding: client });
});

/** Opens the session as it is listed. */
async function openListed(): Promise<void> {
  const session = sampleSession('s1', 60);
  stores.sessions.setState({ data: listingOf([session]) });
  reader.open(session);
  await clock.advance(100);
}

describe('a transcript that is open', () => {
  it('is read again once its session has changed, and says what was there before', async () => {
    await openListed();
    expect(open()).toMatchObject({ state: 'whole', messages: 1, messagesBefore: undefined });
    answer = () => ({ body: content('one', 'two', 'three') });
    await clock.advance(20_000);
    expect(reads()).toBe(1);
    stores.sessions.setState({ data: listingOf([sampleSession('s1', 5)]) });
    await clock.advance(100);
    expect(reads()).toBe(2);
    expect(open()).toMatchObject({ state: 'whole', messages: 3, messagesBefore: 1 });
  });

  it('is not read again at once, and while another pane is looked at', async () => {
    await openListed();
    stores.sessions.setState({ data: listingOf([sampleSession('s1', 50)]) });
    await clock.advance(1000);
    expect(reads()).toBe(1);
    stores.view.setState({ tab: 'events' });
    await clock.advance(60_000);
    expect(reads()).toBe(1);
    stores.view.setState({ tab: 'sessions' });
    await clock.advance(60_000);
    expect(reads()).toBe(2);
  });

  it('is looked after by itself when no list has its session', async () => {
    reader.open(sampleSession('s1', 60));
    await clock.advance(100);
    answer = ({ endpoint }) => ({
      body: endpoint === 'getSession' ? sampleSession('s1', 5).raw : content('one', 'two'),
    });
    await clock.advance(31_000);
    expect(open()).toMatchObject({ messages: 2, messagesBefore: 1 });
  });

  it('stays when it cannot be read again, with the reason', async () => {
    await openListed();
    answer = () => ({ status: 500 });
    await clock.advance(20_000);
    stores.sessions.setState({ data: listingOf([sampleSession('s1', 5)]) });
    await clock.advance(100);
    expect(open()).toMatchObject({ state: 'whole', messages: 1 });
    expect(stores.transcript.getState().failure?.status).toBe(500);
  });

  it.each([
    ['stays whole where the server then gives less of it than it counts', 2, 'whole', ['one', 'two']],
    ['is not whole where the server counts more than it gives', 4, 'broken', ['one', 'two', 'three']],
  ] as const)('%s', async (_what, given, state, shown) => {
    answer = () => ({ body: content('one', 'two') });
    await openListed();
    const texts = given === 2 ? ['one'] : ['one', 'two', 'three'];
    answer = () => ({ body: { ...content(...texts), message_count: given } });
    await clock.advance(20_000);
    stores.sessions.setState({ data: listingOf([sampleSession('s1', 5)]) });
    await clock.advance(100);
    expect(open()?.state).toBe(state);
    expect(messagesOf(open()!.transcript)).toEqual(shown.map((text) => ({ type: 'user', content: text })));
    expect(stores.transcript.getState().failure?.message).toBe(
      `The server counts ${given} messages in the transcript and gave ${texts.length}.`,
    );
  });

  it('stays, and says so, while the server has no such session', async () => {
    reader.open(sampleSession('s1', 60));
    await clock.advance(100);
    const whole = answer;
    answer = () => ({ status: 404 });
    await clock.advance(31_000);
    expect(open()).toMatchObject({ state: 'whole', messages: 1 });
    expect(stores.transcript.getState().failure?.message).toBe(
      'The server says that there is no such session (404).',
    );
    answer = (call) => (call.endpoint === 'getSession' ? { body: sampleSession('s1', 60).raw } : whole(call));
    await clock.advance(31_000);
    expect(stores.transcript.getState().failure).toBeUndefined();
  });

  it('is not looked after any more once it is closed', async () => {
    await openListed();
    reader.close();
    stores.sessions.setState({ data: listingOf([sampleSession('s1', 5)]) });
    await clock.advance(120_000);
    expect(client.calls).toHaveLength(1);
    expect(open()).toBeUndefined();
  });
});

it('shows what is there of a transcript that is not JSON further on, and why', async () => {
  // The fake writes the body as JSON, so what is damaged is made by hand.
  const damaged = Object.create(client, {
    call: {
      value: async (...[, call, read]: Parameters<FakeClient['call']>) => {
        call.into?.begin({ redact: (text) => text, expectedBytes: undefined });
        await call.into?.add(Buffer.from('{"messages":[{"type":"user","content":"one"},<html>'));
        return { value: read(undefined), facts: undefined };
      },
    },
  }) as FakeClient;
  reader = new TranscriptReader({ stores, clock, reading: damaged, feeding: client });
  reader.open(sampleSession('s1', 60));
  await clock.advance(100);
  expect(open()?.state).toBe('broken');
  expect(messagesOf(open()!.transcript)).toEqual([{ type: 'user', content: 'one' }]);
  expect(stores.transcript.getState().failure?.message).toContain('not JSON from byte 46 on');
});
