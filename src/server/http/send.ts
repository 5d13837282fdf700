import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import { rateHeaders } from '../base/rate-headers.ts';
import type { Handled, HandlerContext } from './handle.ts';

/** How long the fault `slow` keeps an answer back, in milliseconds. */
export const SLOW_BY = 2000;

const JSON_TYPE = 'application/json; charset=utf-8';
const HTML_TYPE = 'text/html; charset=utf-8';

interface Message {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** Undefined for an answer without a body. */
  readonly body: string | undefined;
}

/** Sends an answer, with the fault that was drawn for it. */
export function send(
  context: HandlerContext,
  socket: Socket,
  response: ServerResponse,
  handled: Handled,
): void {
  const message = writeMessage(handled, context);
  switch (handled.fault) {
    case 'hang':
      return;
    case 'reset':
    case 'lost-answer':
    case 'late-write':
      socket.resetAndDestroy();
      return;
    case 'slow':
      context.clock.schedule(SLOW_BY, () => deliver(response, message));
      return;
    case 'truncate':
      deliverHalf(socket, response, message);
      return;
    default:
      deliver(response, message);
  }
}

function writeMessage(handled: Handled, context: HandlerContext): Message {
  const headers = { ...handled.headers, Date: new Date(context.clock.now()).toUTCString() };
  const json = (status: number, body: string | undefined): Message => ({
    status,
    headers: body === undefined ? headers : { ...headers, 'Content-Type': JSON_TYPE },
    body,
  });
  const text = handled.body === undefined ? undefined : JSON.stringify(handled.body);
  switch (handled.fault) {
    case 'html-200':
      return {
        status: 200,
        headers: { ...headers, 'Content-Type': HTML_TYPE },
        body: page('Sign in to the network'),
      };
    case 'html-502':
      return {
        status: 502,
        headers: { ...headers, 'Content-Type': HTML_TYPE },
        body: page('502 Bad Gateway'),
      };
    case 'rate-limited': {
      const now = context.clock.now();
      const standing = { limit: context.rateLimit.quota, remaining: 0, resetAt: now + 1000 };
      return {
        status: 429,
        headers: {
          ...headers,
          ...rateHeaders(standing, now, context.windowSeconds, context.choices),
          'Content-Type': JSON_TYPE,
        },
        body: JSON.stringify({ error: 'Too many requests' }),
      };
    }
    case 'malformed-json':
      return json(handled.status, text?.slice(0, -1));
    case 'damaged-row':
      return json(handled.status, JSON.stringify(withDamagedRow(handled.body, context.random)));
    default:
      return json(handled.status, text);
  }
}

function page(title: string): string {
  return `<!doctype html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`;
}

/** The body without the ids of one row of its list; a body without rows stays as it is. */
function withDamagedRow(body: unknown, random: () => number): unknown {
  const envelope = (Array.isArray(body) ? { list: body } : body) as Record<string, unknown>;
  for (const [name, rows] of Object.entries(envelope)) {
    if (Array.isArray(rows) && rows.length > 0) {
      const chosen = Math.floor(random() * rows.length);
      const damaged = (rows as object[]).map((row, index) => (index === chosen ? withoutIds(row) : row));
      return Array.isArray(body) ? damaged : { ...envelope, [name]: damaged };
    }
  }
  return body;
}

function withoutIds(row: object): object {
  return Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'id' && name !== 'session_id'));
}

function writeHead(response: ServerResponse, { status, headers, body }: Message): void {
  response.writeHead(status, {
    ...headers,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
  });
}

function deliver(response: ServerResponse, message: Message): void {
  writeHead(response, message);
  response.end(message.body);
}

function deliverHalf(socket: Socket, response: ServerResponse, message: Message): void {
  writeHead(response, message);
  const bytes = Buffer.from(message.body ?? '');
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => socket.destroy());
}
