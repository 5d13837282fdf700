import type { Exchange } from '../../api/transport.ts';
import { logLine } from './log-line.ts';

/** Logs a request without its query, which may hold what a person typed, and without any body. */
export function logExchange({ method, path, facts, error, milliseconds }: Exchange): void {
  const status = (facts ?? error?.facts)?.status ?? 'no answer';
  const problem = error === undefined ? '' : ` (${error.name})`;
  logLine(() => `request ${method} ${path} ${status} in ${Math.round(milliseconds)} ms${problem}`);
}
