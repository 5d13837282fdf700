import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

import type { World } from './virtual-world.ts';

const PORT = 4000;

/** A request as the server got it. */
export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/**
 * What a server does to requests whose `METHOD /path` begins like this, in the place of answering them: nothing, closing the
 * connection, a status, another answer, or doing later what they ask for, when nobody listens any more.
 */
export type Interference =
  | 'hang'
  | 'reset'
  | number
  | ((document: Record<string, unknown>) => unknown)
  | { readonly after: number; readonly key: string };

/** One server in this process, and connections to it that are made of memory: what is sent arrives in the same order in every run. */
export class Network {
  readonly #world: World;
  readonly #see: (request: SeenRequest) => void;
  #server: Server | undefined;
  isDown = false;
  readonly interferences = new Map<string, Interference>();

  constructor(world: World, see: (request: SeenRequest) => void) {
    this.#world = world;
    this.#see = see;
  }

  /** Takes the place of the real network. */
  install(): void {
    const net = process.getBuiltinModule('node:net');
    const takeServer = (server: Server) => {
      this.#server = server;
      const emit = server.emit.bind(server);
      server.emit = (name: string, ...given: unknown[]) => {
        this.#world.stir();
        return name === 'request'
          ? this.#take(given[0] as IncomingMessage, given[1] as ServerResponse, (...both) =>
              emit('request', ...both),
            )
          : emit(name, ...given);
      };
    };
    net.Server.prototype.listen = function listen(this: Server, ...given: unknown[]) {
      takeServer(this);
      this.address = () => ({ port: PORT, address: '127.0.0.1', family: 'IPv4' });
      const listening = given.findLast((each) => typeof each === 'function') as (() => void) | undefined;
      process.nextTick(() => listening?.());
      return this;
    } as typeof net.Server.prototype.listen;
    Object.assign(net, { connect: () => this.connect(), createConnection: () => this.connect() });
    process.getBuiltinModule('node:module').syncBuiltinESMExports();
  }

  /** A new connection to the server. */
  connect(): Duplex {
    const { Duplex, duplexPair } = process.getBuiltinModule('node:stream');
    const asSocket = (end: Duplex) => {
      const self = () => end;
      const names = ['setKeepAlive', 'setNoDelay', 'setTimeout', 'ref', 'unref', 'setTypeOfService'];
      end.on('error', () => undefined);
      return Object.assign(end, Object.fromEntries(names.map((name) => [name, self])), {
        remoteAddress: '127.0.0.1',
        resetAndDestroy: () => end.destroy(),
      });
    };
    if (this.isDown || this.#server === undefined) {
      const refused = asSocket(new Duplex({ read() {} }));
      const error = Object.assign(new Error('connect ECONNREFUSED'), {
        code: 'ECONNREFUSED',
        syscall: 'connect',
      });
      process.nextTick(() => refused.destroy(error));
      return refused;
    }
    const ends = duplexPair();
    const [near, far] = [asSocket(ends[0]), asSocket(ends[1])];
    near.on('close', () => far.destroy());
    far.on('close', () =>
      near.destroy(
        near.readableEnded ? undefined : Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
      ),
    );
    process.nextTick(() => {
      this.#server?.emit('connection', far);
      near.emit('connect');
    });
    return near;
  }

  /** Asks the server as somebody else would, unseen. */
  async ask(method: string, path: string, key: string, body?: unknown): Promise<unknown> {
    const { request } = process.getBuiltinModule('node:http');
    const text = body === undefined ? '' : JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const asked = request(
        {
          ...{ method, path: `/api/v1${path}`, agent: false, createConnection: () => this.connect() },
          headers: {
            host: `127.0.0.1:${PORT}`,
            'x-api-key': key,
            'x-unseen': '1',
            ...(text !== '' && {
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(text),
            }),
          },
        },
        (response) => {
          let answer = '';
          response.setEncoding('utf8');
          response.on('data', (piece: string) => (answer += piece));
          response.on('end', () => {
            try {
              resolve(answer === '' ? undefined : JSON.parse(answer));
            } catch (error) {
              reject(new Error('no JSON', { cause: error }));
            }
          });
        },
      );
      asked.on('error', reject);
      asked.end(text);
    });
  }

  #take(request: IncomingMessage, response: ServerResponse, answer: RequestListener): boolean {
    response.on('close', () => this.#world.stir());
    if (request.headers['x-unseen'] !== undefined) {
      answer(request, response);
      return true;
    }
    const { method = '', url = '', headers } = request;
    let body = '';
    request.on('data', (piece: Buffer) => (body += piece.toString()));
    const note = () => this.#see({ method, url, headers, body });
    if (method === 'GET') {
      note();
    } else {
      request.on('end', note);
    }
    const line = `${method} ${url.replace('/api/v1', '')}`;
    const [, interference] = [...this.interferences].findLast(([start]) => line.startsWith(start)) ?? [];
    if (interference === undefined) {
      answer(request, response);
    } else if (interference === 'reset') {
      request.socket.destroy();
    } else if (typeof interference === 'number') {
      response.writeHead(interference, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: 'refused by the script' }));
    } else if (typeof interference === 'object') {
      const { after, key } = interference;
      request.on('end', () => {
        request.socket.destroy();
        const later = () =>
          this.ask(method, url.replace('/api/v1', ''), key, body === '' ? undefined : JSON.parse(body));
        setTimeout(() => void later(), after);
      });
    } else if (interference !== 'hang') {
      rewriteAnswer(response, interference);
      answer(request, response);
    }
    return true;
  }
}

/** Has the server answer with what is made of its answer. */
function rewriteAnswer(
  response: ServerResponse,
  change: (document: Record<string, unknown>) => unknown,
): void {
  const end = response.end.bind(response) as (text: string) => ServerResponse;
  response.end = ((given: unknown) => {
    const text =
      typeof given === 'string' || given instanceof Uint8Array ? Buffer.from(given).toString() : '';
    try {
      const changed = JSON.stringify(change(JSON.parse(text) as Record<string, unknown>));
      response.setHeader('content-length', Buffer.byteLength(changed));
      return end(changed);
    } catch {
      return end(text);
    }
  }) as typeof response.end;
  // What writeHead is given could not be changed any more.
  response.writeHead = ((status: number, headers: Record<string, string | number>) => {
    response.statusCode = status;
    for (const [name, value] of Object.entries(headers)) {
      response.setHeader(name, value);
    }
    return response;
  }) as typeof response.writeHead;
}
