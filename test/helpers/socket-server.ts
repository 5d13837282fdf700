import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';

import { onTestFinished } from 'vitest';

import { CERTIFICATE, CERTIFICATE_KEY } from '../fixtures/certificate.ts';

export interface SocketServer {
  readonly port: number;
  /** The base URL of the API on it. */
  readonly baseUrl: URL;
  /** `GET /path`, in the order of their arrival. */
  readonly requests: readonly string[];
}

/** A server on loopback that answers as it is scripted; it ends with the test. */
export async function startSocketServer(answer: RequestListener): Promise<SocketServer> {
  return listenOn('http', createServer, answer);
}

/** The same over TLS, with a certificate of its own making. */
export async function startSecureServer(answer: RequestListener): Promise<SocketServer> {
  const create = (listener: RequestListener) =>
    createSecureServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, listener);
  return listenOn('https', create, answer);
}

async function listenOn(
  protocol: 'http' | 'https',
  create: (listener: RequestListener) => Server,
  answer: RequestListener,
): Promise<SocketServer> {
  const requests: string[] = [];
  const port = await listenOnLoopback(
    create((request: IncomingMessage, response: ServerResponse) => {
      requests.push(`${request.method} ${request.url}`);
      answer(request, response);
    }),
  );
  return { port, baseUrl: new URL(`${protocol}://127.0.0.1:${port}/api/v1`), requests };
}

/** Listens on any free port of loopback and gives the port; every connection is cut when the test ends. */
export async function listenOnLoopback(server: Server): Promise<number> {
  const sockets = new Set<{ destroy(): void }>();
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) {
          socket.destroy();
        }
        server.close(() => resolve());
      }),
  );
  return (server.address() as AddressInfo).port;
}
