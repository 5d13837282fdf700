import type { IncomingMessage } from 'node:http';

import { HEADERS } from '../../contract/headers.ts';
import { ownValue } from '../../lib/own-value.ts';
import { authenticate, type KeyHolder } from '../db/keys.ts';
import { drawFault, type FaultName, type FaultRates } from '../base/faults.ts';
import { rateHeaders } from '../base/rate-headers.ts';
import type { RateLimit } from '../base/rate-limit.ts';
import type { Route, RouteContext } from './route.ts';
import type { LateWrites } from './late-writes.ts';
import { NO_CONTENT, RequestError, type Answer } from './answer.ts';
import { readBody } from './body.ts';
import { findRoute } from './find-route.ts';
import { readTarget } from './query.ts';

/** What requests are handled with. */
export interface HandlerContext extends RouteContext {
  readonly routes: readonly Route[];
  readonly rateLimit: RateLimit;
  readonly windowSeconds: number;
  readonly faults: FaultRates;
  readonly lateWrites: LateWrites;
  readonly log: (line: string) => void;
}

/** An answer with its headers, and the fault that is to befall it on its way. */
export interface Handled extends Answer {
  readonly headers: Readonly<Record<string, string>>;
  readonly fault: FaultName | undefined;
}

/** Faults under which the request is not carried out at all. */
const FAULTS_INSTEAD: readonly FaultName[] = [
  'error-500',
  'html-200',
  'html-502',
  'rate-limited',
  'hang',
  'reset',
];

/**
 * Answers one request. The order of checks: who is asking (403), the path (400, 404, 405), the key (401), the rate limit
 * (429), the key's scope (403), then the route's own: parameters and body (400), then what they name (404). All that can
 * go wrong becomes an answer with `{error}`; the promise rejects only when the client goes away while it sends.
 */
export async function handle(
  context: HandlerContext,
  request: IncomingMessage,
  port: number,
): Promise<Handled> {
  const now = context.clock.now();
  // Who the key belongs to, once that is known: whose rate limit the headers show.
  let organization: number | undefined;
  let fault: FaultName | undefined;
  const extraHeaders: Record<string, string> = {};
  let answer: Answer;
  try {
    refuseOtherSites(request, port);
    const holder = identify(context, request, now);
    organization = 'refusal' in holder ? undefined : holder.organization;
    const { segments, query } = readTarget(request.url ?? '/');
    const { route, id, allow } = findRoute(context.routes, request.method ?? 'GET', segments);
    if (route === undefined) {
      extraHeaders['Allow'] = allow;
      answer = { status: 204 };
    } else {
      fault = drawFault(context.faults, targetOf(route), context.random);
      if (fault !== undefined && FAULTS_INSTEAD.includes(fault)) {
        answer = { status: 500, body: { error: 'Injected fault' } };
      } else {
        if (route.endpoint.needsKey) {
          admit(context, route, holder, now);
        }
        const body = route.endpoint.method === 'PUT' ? await readBody(request) : Buffer.alloc(0);
        const apply = () => route.answer(context, { organization: organization ?? 0, id, query, body });
        answer = applyWith(fault, apply, context.lateWrites);
      }
    }
  } catch (error) {
    if (request.destroyed && !request.complete) {
      throw error;
    }
    answer = answerError(context, error);
    if (error instanceof RequestError) {
      Object.assign(extraHeaders, error.headers);
    }
  }
  const standing = context.rateLimit.look(organization, now);
  const headers = { ...rateHeaders(standing, now, context.windowSeconds, context.choices), ...extraHeaders };
  return { ...answer, headers, fault };
}

/** The answer to a request, carried out as often and as late as the fault says. */
function applyWith(fault: FaultName | undefined, apply: () => Answer, lateWrites: LateWrites): Answer {
  switch (fault) {
    case 'late-write':
      lateWrites.add(apply);
      return NO_CONTENT;
    case 'duplicate':
      apply();
      return apply();
    case 'late-duplicate':
      lateWrites.add(apply);
      return apply();
    default:
      return apply();
  }
}

function identify(
  { database }: HandlerContext,
  request: IncomingMessage,
  now: number,
): KeyHolder | { readonly refusal: string } {
  const key = ownValue(request.headers, HEADERS.apiKey.toLowerCase());
  return authenticate(database, Array.isArray(key) ? key.join(', ') : key, now);
}

/** Lets a request through that carries a valid key with the right scope and fits into the rate limit. */
function admit(
  context: HandlerContext,
  route: Route,
  holder: KeyHolder | { readonly refusal: string },
  now: number,
): void {
  if ('refusal' in holder) {
    throw new RequestError(401, holder.refusal);
  }
  if (!context.rateLimit.spend(holder.organization, now).allowed) {
    throw new RequestError(429, 'The rate limit of the organization is used up; see the Retry-After header');
  }
  const scope = route.endpoint.method === 'GET' ? 'read' : 'write';
  if (!holder.scopes.has(scope)) {
    throw new RequestError(403, `This API key does not have the permission to ${scope}`);
  }
}

function targetOf({ endpoint }: Route) {
  return { writes: endpoint.method !== 'GET', lists: endpoint.query.includes('limit') };
}

function answerError({ log }: HandlerContext, error: unknown): Answer {
  if (error instanceof RequestError) {
    return { status: error.status, body: { error: error.message } };
  }
  log(`internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  return { status: 500, body: { error: 'Internal server error' } };
}

/**
 * Refuses what a web page could have sent: a Host that is not a loopback name with our port (a name of another site that was
 * made to resolve to this machine), and any Origin. Throws a RequestError with 403.
 */
function refuseOtherSites(request: IncomingMessage, port: number): void {
  const host = request.headers.host?.toLowerCase();
  const allowed = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port}`);
  if (host === undefined || !allowed.includes(host)) {
    throw new RequestError(403, `The Host header must be one of ${allowed.join(', ')}`);
  }
  if (request.headers.origin !== undefined) {
    throw new RequestError(403, 'Requests from web pages (with an Origin header) are refused');
  }
}
