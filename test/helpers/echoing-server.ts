import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

import { AGENT } from '../fixtures/agent.ts';
import { EVENT } from '../fixtures/event.ts';
import { HEALTH } from '../fixtures/health.ts';
import { LLM_CALL } from '../fixtures/llm-call.ts';
import { PAGINATION } from '../fixtures/page.ts';
import { POLICY } from '../fixtures/policy.ts';
import { CALENDAR, SESSION, SESSION_CLIENT, TRANSCRIPT } from '../fixtures/session.ts';
import { SUMMARY } from '../fixtures/summary.ts';

/** How a server answers that repeats the key in every header and everywhere in every body. */
export type Echo = 'data' | '401' | '403' | '429' | 'page' | 'not-json' | 'other-json' | 'redirect';

/** Answers every endpoint as `echo` says; a redirect leads to `elsewhere`. */
export function echoing(echo: Echo, key: string, elsewhere: string): RequestListener {
  return (request, response) => {
    if (request.url?.endsWith('/health') === true) {
      json(response, 200, echoed(HEALTH, key), key);
    } else {
      ANSWERS[echo](request, response, key, elsewhere);
    }
  };
}

type Answer = (request: IncomingMessage, response: ServerResponse, key: string, elsewhere: string) => void;

const refusal =
  (status: number): Answer =>
  (_request, response, key) =>
    json(response, status, { error: `no such key: ${key}`, [key]: key }, key);

const ANSWERS: Readonly<Record<Echo, Answer>> = {
  data: (request, response, key) => json(response, 200, echoed(bodyFor(request.url ?? ''), key), key),
  '401': refusal(401),
  '403': refusal(403),
  '429': refusal(429),
  page(_request, response, key) {
    response.writeHead(502, { ...headersWith(key), 'content-type': 'text/html' });
    response.end(`<html><title>${key}</title><p>${key}</p></html>`);
  },
  'not-json'(_request, response, key) {
    response.writeHead(200, { ...headersWith(key), 'content-type': `text/${key}` });
    response.end(`${key} is your key`);
  },
  'other-json': (_request, response, key) => json(response, 200, { [key]: [{ [key]: key }] }, key),
  redirect(_request, response, key, elsewhere) {
    response.writeHead(307, { ...headersWith(key), location: `${elsewhere}?key=${key}` });
    response.end(key);
  },
};

function json(response: ServerResponse, status: number, body: unknown, key: string): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headersWith(key) });
  response.end(JSON.stringify(body));
}

function headersWith(key: string): Readonly<Record<string, string>> {
  return {
    'x-echo': key,
    'x-ratelimit-reset': key,
    'retry-after': key,
    'set-cookie': `key=${key}`,
    etag: `"${key}"`,
  };
}

function bodyFor(url: string): unknown {
  const path = url.replace(/^\/api\/v1|\?.*$/g, '');
  const page = (name: string, row: unknown) => ({ [name]: [row], pagination: PAGINATION });
  const bodies: Readonly<Record<string, unknown>> = {
    '/registered-agents': page('agents', AGENT),
    '/sessions': page('sessions', SESSION),
    '/sessions/calendar': CALENDAR,
    '/sessions/clients': page('clients', SESSION_CLIENT),
    '/events': page('events', EVENT),
    '/events/llm': { events: [LLM_CALL] },
    '/stats/summary': SUMMARY,
    '/policy': POLICY,
  };
  return (
    bodies[path] ?? (path.endsWith('/content') ? TRANSCRIPT : path.startsWith('/sessions/') ? SESSION : AGENT)
  );
}

/** The same data with the key at the end of every text that is no time, id or word with a meaning, and in new fields. */
function echoed(value: unknown, key: string): unknown {
  if (Array.isArray(value)) {
    return value.map((element: unknown) => echoed(element, key));
  }
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value as Readonly<Record<string, unknown>>).map(([name, field]) => [
      name,
      KEPT.test(name) ? field : echoed(field, key),
    ]);
    return { ...(Object.fromEntries(fields) as object), [`x_${key}`]: key };
  }
  return typeof value === 'string' ? `${value} ${key}` : value;
}

const KEPT = /^(id|session_id|client_id|type|outcome|ecosystem|status|date|timestamp|.*_at)$/;
