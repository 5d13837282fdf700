import { inspect } from 'node:util';

import { MockAgent } from 'undici';
import { expect, onTestFinished, test } from 'vitest';

import { listAgents, setAgentStatus } from '../../src/api/agents.ts';
import { listEvents } from '../../src/api/events.ts';
import { CANARY, createMockClient, rejection, type Reply } from './mock-client.ts';

/** Every way in which an error ends up in a log, a crash report or on the screen. */
function printed(value: unknown): string {
  const { message, stack, cause } = value as Error;
  return [
    String(value),
    message,
    stack,
    inspect(cause, { depth: Infinity }),
    inspect(value, { depth: Infinity, showHidden: true, maxStringLength: null, maxArrayLength: null }),
    JSON.stringify(value),
    JSON.stringify(Object.entries(value as object)),
  ].join('\n');
}

const escaped = JSON.stringify(CANARY).slice(1, -1);
const spelledOut = [...CANARY].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
const echoing = { error: `no such key: ${CANARY}` };

/** Answers of a server that repeats the key wherever it can. */
const ECHOES: readonly (readonly [string, Reply])[] = [
  ['a refusal', { status: 401, body: echoing }],
  ['a refusal in spelled out characters', { status: 401, body: `{"error":"${spelledOut.join('')}"}` }],
  ['a refusal in a page', { status: 500, body: `<p>${CANARY}</p>` }],
  ['the content type', { status: 500, body: 'x', headers: { 'content-type': `text/${CANARY}` } }],
  ['a rate limit', { status: 429, headers: { 'retry-after': CANARY, 'x-ratelimit-reset': CANARY } }],
  ['a redirect', { status: 302, headers: { location: `https://evil.example/?key=${CANARY}` } }],
  [
    'a redirect, encoded',
    { status: 302, headers: { location: `https://evil.example/?key=${encodeURIComponent(CANARY)}` } },
  ],
  ['what is not JSON', { body: `${CANARY} is your key` }],
  ['JSON of another shape', { body: { key: CANARY } }],
  ['a field of a wrong list', { body: { agents: { [CANARY]: true } } }],
];

test.each(ECHOES)('an echo of the key is not repeated: %s', async (_where, reply) => {
  const { client, exchanges } = createMockClient(() => reply);
  const error = await rejection(listAgents(client));
  expect(error).toHaveProperty('request');
  const text = [error, ...exchanges].map(printed).join('\n');
  expect(text).not.toContain(CANARY);
  expect(text).not.toContain(escaped);
  expect(text).not.toContain('canary');
});

test('an echo in good data is taken out', async () => {
  const { client } = createMockClient(() => ({
    body: { agents: [{ id: 'a', hostname: `host ${CANARY}` }] },
  }));
  const { value } = await listAgents(client);
  expect(value.rows[0]?.hostname).toBe('host sk_live_…');
});

test('a key that was typed into a filter is not repeated either', async () => {
  const { client, exchanges } = createMockClient(() => ({ status: 400 }));
  const error = await rejection(listEvents(client, { package: CANARY }));
  expect(`${printed(error)}${printed(exchanges)}`).not.toContain('canary');
});

test('a client does not print its key', () => {
  const { client } = createMockClient();
  expect(printed(client)).not.toContain('canary');
});

test('a client that fails below HTTP does not print it', async () => {
  // The errors of an HTTP library can hold the request with its headers.
  const leaking = Object.assign(new Error(CANARY, { cause: CANARY }), { headers: { 'X-API-Key': CANARY } });
  const dispatcher = new MockAgent();
  onTestFinished(() => dispatcher.close());
  dispatcher.disableNetConnect();
  const everything = { path: () => true, method: 'GET' };
  dispatcher.get('https://api.example').intercept(everything).replyWithError(leaking).persist();
  const { client, exchanges } = createMockClient(undefined, { dispatcher });
  const errors = [
    await rejection(listAgents(client)),
    await rejection(listAgents(client, {}, AbortSignal.abort(leaking))),
  ];
  expect(errors.map((error) => (error as Error).name)).toEqual(['NetworkError', 'AbortedError']);
  expect([...errors, ...exchanges].map(printed).join('\n')).not.toContain('canary');
});

test('a write that is refused here does not print it', async () => {
  const { client } = createMockClient(undefined, { readOnly: true });
  const error = await rejection(setAgentStatus(client, CANARY, { status: 'active' }));
  expect(error).toHaveProperty('name', 'ReadOnlyError');
  expect(printed(error)).not.toContain('canary');
});
