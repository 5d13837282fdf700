import { MockAgent } from 'undici';
import { onTestFinished } from 'vitest';

import { parseApiKey } from '../../src/api/api-key.ts';
import { createClient, type Client, type ClientOptions } from '../../src/api/client.ts';
import type { Exchange } from '../../src/api/transport.ts';
import { VirtualClock } from '../helpers/virtual-clock.ts';

/** No part of it may ever be printed. */
export const CANARY = 'sk_live_canary-4f1b"\\9d%2c';

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

export interface Reply {
  readonly status?: number;
  /** Text is sent as it is, anything else as JSON; without one there is no body. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface MockClient {
  readonly client: Client;
  readonly clock: VirtualClock;
  /** What was reported of every exchange, in order. */
  readonly exchanges: readonly Exchange[];
  /** Every request that left, in order. */
  readonly sent: readonly Sent[];
}

interface Intercepted {
  readonly method: string;
  readonly path: string;
  readonly headers?: unknown;
  readonly body?: unknown;
}

/** A client whose every request is answered by `reply`; there is no network. */
export function createMockClient(
  reply: (sent: Sent, index: number) => Reply = () => ({ body: {} }),
  options: Partial<ClientOptions> = {},
): MockClient {
  const clock = new VirtualClock();
  const exchanges: Exchange[] = [];
  const sent: Sent[] = [];
  const dispatcher = new MockAgent();
  dispatcher.disableNetConnect();
  const answer = ({ method, path, headers, body }: Intercepted) => {
    const request: Sent = {
      method,
      path,
      headers: headers as Record<string, string>,
      body: (body ?? undefined) as string | undefined,
    };
    sent.push(request);
    const { status = 200, body: answered, headers: extra = {} } = reply(request, sent.length - 1);
    const isJson = typeof answered !== 'string' && answered !== undefined;
    return {
      statusCode: status,
      data: isJson ? JSON.stringify(answered) : (answered ?? ''),
      responseOptions: { headers: { ...(isJson ? { 'content-type': 'application/json' } : {}), ...extra } },
    };
  };
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const everything = { path: () => true, method };
    dispatcher.get('https://api.example').intercept(everything).reply(answer).persist();
  }
  const client = createClient({
    baseUrl: new URL('https://api.example/api/v1'),
    key: parseApiKey(CANARY),
    clock,
    readOnly: false,
    userAgent: 'vigil/9.8.7',
    dispatcher,
    onExchange: (exchange) => exchanges.push(exchange),
    ...options,
  });
  onTestFinished(() => dispatcher.close());
  return { client, clock, exchanges, sent };
}

/** What a promise rejects with; fails when it does not. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    (value) => {
      throw new Error(`Expected a rejection, but it resolved with ${JSON.stringify(value)}`);
    },
    (error: unknown) => error,
  );
}
