import { request, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

import { HEADERS } from '../../src/contract/headers.ts';
import type { Clock } from '../../src/lib/clock.ts';
import { startSocketServer, type SocketServer } from './socket-server.ts';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A server before the service whose readings are older than what is stored. */
export interface LaggingProxy extends SocketServer {
  /** By how many milliseconds of the clock; 0 at the start. */
  lag: number;
  /** Whether an answer to a write is lost on its way from now on. */
  losesAnswers: boolean;
  /** What a write is answered with that is carried out, from now on. */
  refusesWith: number | undefined;
}

/** Starts one. Only what is written through it is to be seen late. */
export async function startLaggingProxy(serviceUrl: string, clock: Clock): Promise<LaggingProxy> {
  const { host, hostname, port } = new URL(serviceUrl);
  /** What readings were until something was written over them, the oldest first. */
  const old: { readonly path: string; readonly until: number; readonly answer: Answer }[] = [];

  function ask(method: string, path: string, headers: IncomingHttpHeaders, body?: Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const options = { hostname, port, method, path, headers: { ...headers, host }, agent: false };
      const outgoing = request(options, (answer) => {
        const { statusCode: status = 0, headers: given } = answer;
        buffer(answer).then((read) => resolve({ status, headers: given, body: read }), reject);
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }

  async function answerTo(incoming: IncomingMessage): Promise<Answer> {
    const { method = '', url: path = '', headers } = incoming;
    if (method === 'GET') {
      incoming.resume();
      const from = clock.monotonic() - proxy.lag;
      const known = old.find((each) => each.path === path && each.until > from);
      return known?.answer ?? ask(method, path, headers);
    }
    const body = await buffer(incoming);
    const [reading = path] = /^.*(\/policy|\/registered-agents\/[^/?]+)/.exec(path) ?? [];
    const key = headers[HEADERS.apiKey.toLowerCase()];
    const answer = await ask('GET', reading, { [HEADERS.apiKey]: key });
    old.push({ path: reading, until: clock.monotonic(), answer });
    return ask(method, path, headers, body);
  }

  const server = await startSocketServer((incoming: IncomingMessage, response: ServerResponse) => {
    answerTo(incoming)
      .then(({ status, headers, body }) => {
        if (proxy.losesAnswers && incoming.method !== 'GET') {
          response.destroy();
        } else if (proxy.refusesWith !== undefined && incoming.method !== 'GET') {
          response.writeHead(proxy.refusesWith, { 'content-type': 'application/json' }).end('{"error":"No"}');
        } else {
          response.writeHead(status, headers).end(body);
        }
      })
      .catch(() => response.destroy());
  });
  const proxy: LaggingProxy = { ...server, lag: 0, losesAnswers: false, refusesWith: undefined };
  return proxy;
}
