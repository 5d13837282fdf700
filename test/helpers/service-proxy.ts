import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

import { startSocketServer, type SocketServer } from './socket-server.ts';

/** A request on its way to the service. */
export interface ProxiedRequest {
  readonly method: string;
  readonly path: string;
  /** How many of that method came before it. */
  readonly number: number;
  readonly body: string;
  /** The API key that came with it, if any. */
  readonly key: string | undefined;
}

/** What happens to a request in place of being passed on as it is. */
export type Interference =
  | { readonly status: number; readonly error: string }
  /** Passed on, and its answer held back until then. */
  | { readonly answerAfter: Promise<unknown> };

/** A server between a program and the service, which lets through what `decide` gives nothing for. */
export async function startServiceProxy(
  { baseUrl }: { readonly baseUrl: string },
  decide: (request: ProxiedRequest) => Interference | undefined,
): Promise<SocketServer> {
  const counts = new Map<string, number>();
  const target = new URL(baseUrl);
  const answer = async (incoming: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '' } = incoming;
    const number = counts.get(method) ?? 0;
    counts.set(method, number + 1);
    const body = await text(incoming);
    const key = [incoming.headers['x-api-key']].flat()[0];
    const interference = decide({ method, path: url.slice(target.pathname.length), number, body, key });
    if (interference !== undefined && 'status' in interference) {
      response.writeHead(interference.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: interference.error }));
    } else {
      passOn(target, incoming, body, response, interference?.answerAfter);
    }
  };
  return startSocketServer((incoming, response) => {
    // A program that was killed leaves a request without its end.
    answer(incoming, response).catch(() => response.destroy());
  });
}

function passOn(
  { host, hostname, port }: URL,
  incoming: IncomingMessage,
  body: string,
  response: ServerResponse,
  answerAfter: Promise<unknown> = Promise.resolve(),
): void {
  const { method, url: path } = incoming;
  const headers = { ...incoming.headers, host };
  const outgoing = request({ hostname, port, method, path, headers, agent: false }, (answer) => {
    void answerAfter.then(() => {
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(response);
    });
  });
  outgoing.on('error', () => response.destroy());
  outgoing.end(body);
}
