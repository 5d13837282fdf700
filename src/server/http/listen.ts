import { createServer, STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

import { rateHeaders } from '../base/rate-headers.ts';
import { handle, type HandlerContext } from './handle.ts';
import { send } from './send.ts';

/** How long requests under way may take once the service is to stop, in milliseconds. */
const STOP_GRACE = 5000;

const HEADER_LIMIT = 16 * 1024;

export interface Listener {
  readonly port: number;
  /** Takes no more requests, answers those under way and resolves when all connections are closed. */
  stop(): Promise<void>;
}

/**
 * Listens on literal 127.0.0.1, which no other machine reaches, at the port given or, for 0, at any free one. Rejects
 * when the port is taken.
 */
export async function listen(context: HandlerContext, port: number): Promise<Listener> {
  const hanging = new Set<ServerResponse>();
  let stopping = false;

  const server = createServer({
    maxHeaderSize: HEADER_LIMIT,
    headersTimeout: 15_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 60_000,
    // Answered by the guard, with a body that says why.
    requireHostHeader: false,
  });
  const take = (request: IncomingMessage, response: ServerResponse) => {
    response.sendDate = false;
    if (stopping) {
      response.shouldKeepAlive = false;
    }
    void answer(request, response);
  };
  server.on('request', take);
  // An expectation that Node does not know would otherwise be answered with 417, without a body or our headers.
  server.on('checkExpectation', take);
  server.on('clientError', (error, socket) => refuseUnreadable(context, error, socket));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Once a connection is closed, its request no longer knows it.
    const { socket } = request;
    try {
      const handled = await handle(context, request, boundPort);
      if (stopping) {
        response.shouldKeepAlive = false;
      }
      if (handled.fault === 'hang') {
        hanging.add(response);
        response.once('close', () => hanging.delete(response));
        if (stopping) {
          socket.destroy();
        }
      }
      send(context, socket, response, handled);
    } catch (error) {
      if (!socket.destroyed) {
        context.log(`an answer could not be sent: ${String(error)}`);
      }
      socket.destroy();
    }
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const boundPort = (server.address() as AddressInfo).port;

  return {
    port: boundPort,
    async stop() {
      stopping = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const response of hanging) {
        response.socket?.destroy();
      }
      const cancel = context.clock.schedule(STOP_GRACE, () => server.closeAllConnections());
      await closed;
      cancel();
    },
  };
}

/** Answers what is not HTTP, or HTTP with headers that are too large, on the bare socket. */
function refuseUnreadable(context: HandlerContext, error: Error & { code?: string }, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const sentence =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? `The headers are larger than ${HEADER_LIMIT} bytes`
      : 'The request is not readable as HTTP';
  const body = JSON.stringify({ error: sentence });
  const now = context.clock.now();
  const headers = {
    ...rateHeaders(context.rateLimit.look(undefined, now), now, context.windowSeconds, context.choices),
    Date: new Date(now).toUTCString(),
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 400 ${STATUS_CODES[400]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}
