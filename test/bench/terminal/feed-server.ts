import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { BASE_PATH } from '../../../src/contract/endpoints.ts';
import { HEADERS } from '../../../src/contract/headers.ts';
import { HEALTH } from '../../fixtures/health.ts';
import { SESSION_CLIENT } from '../../fixtures/session.ts';
import { SUMMARY } from '../../fixtures/summary.ts';
import { POLICY } from '../../fixtures/policy.ts';
import { makeFeed, type Feed } from './feed.ts';
import { largeTranscript, sessionOf } from './large-transcript.ts';

/**
 * A server of the API that answers from memory, in a process of its own so that none of its work counts as the
 * console's: it takes its orders by messages, and says when it was asked. Its quota never runs out, since it is not
 * the pace of requests that is measured against it.
 */
export type FeedOrder =
  | { readonly order: 'start'; readonly events: number; readonly transcriptBytes: number }
  | { readonly order: 'live'; readonly perSecond: number }
  | { readonly order: 'burst'; readonly events: number }
  | { readonly order: 'slow-down'; readonly milliseconds: number }
  | { readonly order: 'report' };

export type FeedAnswer =
  | { readonly answer: 'started'; readonly baseUrl: string }
  | { readonly answer: 'done' }
  | {
      readonly answer: 'report';
      /** Milliseconds from the end of an answer to the arrival of the request after it, since the last report; the last one goes on. */
      readonly pauses: readonly number[];
      /** The events that were answered in pages since the last report, and the bytes of those pages. */
      readonly eventsSent: number;
      readonly bytesSent: number;
    };

const PLENTY = 1_000_000;
const LONGEST_PAGE = 1000;
const LIVE_EVERY = 50;

let feed: Feed | undefined;
let transcript = '';
let stopLive = () => {};
let delay = 0;
let answeredAt: number | undefined;
let pauses: number[] = [];
let eventsSent = 0;
let bytesSent = 0;

const server = createServer((request, response) => {
  if (answeredAt !== undefined) {
    pauses.push(performance.now() - answeredAt);
    answeredAt = undefined;
  }
  setTimeout(() => answer(request, response), delay);
});

function answer({ url = '' }: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const body = bodyOf(pathname.slice(BASE_PATH.length), searchParams);
  response.writeHead(body === undefined ? 404 : 200, {
    'Content-Type': 'application/json',
    [HEADERS.rateLimit]: String(PLENTY),
    [HEADERS.rateRemaining]: String(PLENTY - 1),
    [HEADERS.rateReset]: '60',
  });
  response.end(body ?? '{"error":"not found"}', () => (answeredAt = performance.now()));
}

function bodyOf(path: string, query: URLSearchParams): string | undefined {
  switch (path) {
    case '/events': {
      const page = feed?.page(query, LONGEST_PAGE);
      eventsSent += page?.rows ?? 0;
      bytesSent += page?.body.length ?? 0;
      return page?.body;
    }
    case '/registered-agents':
      return list('agents', feed?.agents ?? [], query);
    case '/sessions':
      return list('sessions', transcript === '' ? [] : [sessionOf(transcript)], query);
    case '/events/llm':
      return list('events', [], query);
    case '/sessions/clients':
      return JSON.stringify({ clients: [SESSION_CLIENT] });
    case '/sessions/calendar':
      return JSON.stringify({ days: [], total_count: 0 });
    case '/stats/summary':
      return JSON.stringify(SUMMARY);
    case '/policy':
      return JSON.stringify(POLICY);
    case '/health':
      return JSON.stringify(HEALTH);
    default:
      return path.endsWith('/content') ? transcript : undefined;
  }
}

function list(name: string, rows: readonly unknown[], query: URLSearchParams): string {
  const limit = Number(query.get('limit') ?? 50);
  const offset = Number(query.get('offset') ?? 0);
  const page = rows.slice(offset, offset + limit);
  const pagination = { limit, offset, total: rows.length, has_more: offset + page.length < rows.length };
  return JSON.stringify({ [name]: page, pagination });
}

function startLive(perSecond: number): void {
  stopLive();
  let due = 0;
  const timer = setInterval(() => {
    due += (perSecond * LIVE_EVERY) / 1000;
    feed?.add(Math.floor(due), Date.now());
    due -= Math.floor(due);
  }, LIVE_EVERY);
  stopLive = () => clearInterval(timer);
}

/** How long ago the last answer was given, unless another request came since. */
function pauseNow(): number {
  return answeredAt === undefined ? 0 : performance.now() - answeredAt;
}

function say(said: FeedAnswer): void {
  process.send?.(said);
}

process.on('message', (message: FeedOrder) => {
  switch (message.order) {
    case 'start':
      feed = makeFeed(message.events);
      transcript = message.transcriptBytes === 0 ? '' : largeTranscript(message.transcriptBytes);
      server.listen(0, '127.0.0.1', () => {
        const { port } = server.address() as AddressInfo;
        say({ answer: 'started', baseUrl: `http://127.0.0.1:${port}${BASE_PATH}` });
      });
      return;
    case 'live':
      startLive(message.perSecond);
      break;
    case 'burst':
      feed?.add(message.events, Date.now());
      break;
    case 'slow-down':
      delay = message.milliseconds;
      break;
    case 'report':
      say({ answer: 'report', pauses: [...pauses, pauseNow()], eventsSent, bytesSent });
      pauses = [];
      eventsSent = 0;
      bytesSent = 0;
      return;
  }
  say({ answer: 'done' });
});
process.on('disconnect', () => process.exit());
