import type { IncomingMessage } from 'node:http';

import { RequestError } from './answer.ts';

/**
 * Refuses what a web page could have sent: a Host that is not a loopback name with our port (a foreign name that was
 * made to resolve to this machine), and any Origin. Throws a RequestError with 403.
 */
export function refuseForeigners(request: IncomingMessage, port: number): void {
  const host = request.headers.host?.toLowerCase();
  const allowed = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port}`);
  if (host === undefined || !allowed.includes(host)) {
    throw new RequestError(403, `The Host header must be one of ${allowed.join(', ')}`);
  }
  if (request.headers.origin !== undefined) {
    throw new RequestError(403, 'Requests from web pages (with an Origin header) are refused');
  }
}
