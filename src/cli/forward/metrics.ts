import { createServer, type Server } from 'node:http';

import { UsageError } from '../../host/usage-error.ts';
import type { ForwardFigures } from '../../sync/forward/forward-events.ts';

/** What the metrics are made of. */
export interface ForwardMetrics {
  readonly figures: ForwardFigures | undefined;
  /** The server's time, in milliseconds. */
  readonly now: number;
  /** Whether what was read cannot be sent, or not be noted, at this moment. */
  readonly isTroubled: boolean;
}

/** The figures in the text format of Prometheus, version 0.0.4. What is not known yet is left out. */
export function metricsText({ figures, now, isTroubled }: ForwardMetrics): string {
  const lines: string[] = [];
  const add = (name: string, type: 'counter' | 'gauge', help: string, value: number | undefined) => {
    if (value !== undefined) {
      lines.push(
        `# HELP vigil_forward_${name} ${help}`,
        `# TYPE vigil_forward_${name} ${type}`,
        `vigil_forward_${name} ${value}`,
      );
    }
  };
  const through = figures?.through;
  add('events_total', 'counter', 'Events that the receiver has taken, each counted once.', figures?.taken);
  add(
    'late_events_total',
    'counter',
    'Events among these that happened before the time through which all had been forwarded.',
    figures?.late,
  );
  add('refused_events_total', 'counter', 'Events that the receiver will never take.', figures?.refused);
  add('batches_total', 'counter', 'Batches that the receiver has taken.', figures?.batches);
  add('retries_total', 'counter', 'How often something had to be sent or written again.', figures?.retries);
  add('waiting_events', 'gauge', 'Events that were read and not taken yet.', figures?.waiting);
  add('gaps', 'gauge', 'Windows of time of which events are missing.', figures?.gaps);
  add('damaged_rows', 'gauge', 'Rows of the server that cannot be read.', figures?.damaged);
  add(
    'unverified',
    'gauge',
    'Whether it is uncertain that every event was read.',
    figures && (figures.doubt === undefined ? 0 : 1),
  );
  add(
    'troubled',
    'gauge',
    'Whether what was read cannot be sent, or not be noted, at this moment.',
    isTroubled ? 1 : 0,
  );
  add(
    'complete_through_timestamp_seconds',
    'gauge',
    'Through when everything was forwarded.',
    through === undefined ? undefined : through / 1000,
  );
  add(
    'lag_seconds',
    'gauge',
    'How long ago that was, by the time of the server.',
    through === undefined ? undefined : Math.max(0, (now - through) / 1000),
  );
  return `${lines.join('\n')}\n`;
}

/**
 * Serves the metrics on this machine alone, at `/metrics`. Rejects with a UsageError when nothing can listen on the port.
 */
export async function serveMetrics(port: number, metrics: () => ForwardMetrics): Promise<Server> {
  const server = createServer((request, response) => {
    const isThere = request.url === '/metrics' && (request.method === 'GET' || request.method === 'HEAD');
    response.writeHead(isThere ? 200 : 404, {
      'content-type': isThere ? 'text/plain; version=0.0.4; charset=utf-8' : 'text/plain',
      connection: 'close',
    });
    response.end(isThere ? metricsText(metrics()) : 'Not found. The metrics are at /metrics.\n');
  });
  server.headersTimeout = 5000;
  server.requestTimeout = 5000;
  server.maxConnections = 16;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new UsageError(
          `Nothing can listen on port ${port} for the metrics (${error.code ?? 'unknown'}). Name another one with --metrics.`,
        ),
      ),
    );
    server.listen(port, '127.0.0.1', resolve);
  });
  return server;
}
