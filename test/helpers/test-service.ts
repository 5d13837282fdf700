import { request, type IncomingHttpHeaders } from 'node:http';

import { HEADERS } from '../../src/contract/headers.ts';
import { parseChoices } from '../../src/server/base/choices.ts';
import type { ServiceOptions } from '../../src/server/service-options.ts';
import { startService, type RunningService } from '../../src/server/service.ts';
import { createTinyOrganization } from './tiny-organization.ts';
import { VirtualClock } from './virtual-clock.ts';

export interface TestService {
  readonly service: RunningService;
  readonly clock: VirtualClock;
  /** What the service logged. */
  readonly lines: readonly string[];
  /** A request with the key that may do everything, unless another (or null for none) is given. */
  call(method: string, path: string, options?: CallOptions): Promise<Reply>;
  /** GET that must succeed; gives the body. */
  get(path: string): Promise<JsonBody>;
}

export interface CallOptions {
  readonly key?: string | null;
  /** Text is sent as it is, anything else as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export type JsonBody = Readonly<Record<string, unknown>>;

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body as JSON; an empty object when it is none. */
  readonly body: JsonBody;
}

const running: TestService[] = [];

/** The amounts of a service in a test: 60 events over 40 hours, 9 sessions over 4 days, no live events. */
export const TEST_AMOUNTS = { seed: 3, agents: 6, events: 60, sessions: 9, rate: 0 } as const;

/** Starts a service over the tiny organization, with a virtual clock. `choose` takes settings NAME=VARIANT. */
export async function startTestService(
  options: Partial<ServiceOptions> & { readonly choose?: readonly string[] } = {},
): Promise<TestService> {
  const clock = (options.clock as VirtualClock | undefined) ?? new VirtualClock();
  const lines: string[] = [];
  const service = await startService({
    createOrganization: createTinyOrganization,
    ...TEST_AMOUNTS,
    choices: parseChoices(options.choose ?? []),
    clock,
    log: (line) => lines.push(line),
    ...options,
  });
  const call: TestService['call'] = (method, path, { key = service.apiKey, body, headers = {} } = {}) =>
    send(service.baseUrl + path, method, {
      headers: { ...(typeof key === 'string' ? { [HEADERS.apiKey]: key } : {}), ...headers },
      body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    });
  const test: TestService = {
    service,
    clock,
    lines,
    call,
    async get(path) {
      const reply = await call('GET', path);
      if (reply.status !== 200) {
        throw new Error(`GET ${path} answered ${reply.status} ${reply.text}`);
      }
      return reply.body;
    },
  };
  running.push(test);
  return test;
}

/** Stops every service that was started; to be called after each test. */
export async function stopTestServices(): Promise<void> {
  await Promise.all(running.splice(0).map((test) => test.service.stop()));
}

/** One request on a connection of its own. Rejects when the connection breaks before the answer is whole. */
export function send(
  url: string,
  method: string,
  {
    headers = {},
    body,
  }: { readonly headers?: Readonly<Record<string, string>>; readonly body?: string | undefined } = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    // A URL object would tidy up the path first.
    const [, hostname, port, path] = /^http:\/\/([^:/]+):(\d+)(.*)$/.exec(url) ?? [];
    const sized = body === undefined ? headers : { ...headers, 'Content-Length': Buffer.byteLength(body) };
    const outgoing = request({ hostname, port, path, method, headers: sized, agent: false }, (incoming) => {
      let text = '';
      incoming.setEncoding('utf8');
      incoming.on('data', (piece: string) => (text += piece));
      incoming.on('error', reject);
      incoming.on('end', () => {
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          text,
          body: parseObject(text),
        });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** The objects in a list of a body. */
export function rowsOf(body: JsonBody, name: string): readonly JsonBody[] {
  return body[name] as readonly JsonBody[];
}

/** One field of every row of a list. */
export function column(body: JsonBody, name: string, field: string): readonly unknown[] {
  return rowsOf(body, name).map((row) => row[field]);
}

function parseObject(text: string): JsonBody {
  try {
    return JSON.parse(text) as JsonBody;
  } catch {
    return {};
  }
}
