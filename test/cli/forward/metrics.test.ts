import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import { describe, expect, it, onTestFinished } from 'vitest';

import { metricsText, serveMetrics } from '../../../src/cli/forward/metrics.ts';

const FIGURES = {
  taken: 12,
  late: 1,
  refused: 0,
  batches: 3,
  retries: 2,
  waiting: 4,
  gaps: 1,
  damaged: 0,
  doubt: undefined,
  through: 60_000,
};

describe('the metrics of forwarding', () => {
  it('are each described once, and hold the lag by the time of the server', () => {
    const text = metricsText({ figures: FIGURES, now: 75_500, isTroubled: true });
    expect(text).toContain('# TYPE vigil_forward_events_total counter\nvigil_forward_events_total 12\n');
    expect(text).toContain('\nvigil_forward_lag_seconds 15.5\n');
    expect(text).toContain('\nvigil_forward_gaps 1\n');
    expect(text).toContain('\nvigil_forward_troubled 1\n');
    // The form of a line by the text format of Prometheus.
    for (const line of text.split('\n').slice(0, -1)) {
      expect(line).toMatch(/^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+ -?\d+(\.\d+)?)$/);
    }
  });

  it('leave out what is not known yet', () => {
    const text = metricsText({ figures: undefined, now: 0, isTroubled: false });
    expect(text).not.toContain('lag');
    expect(text).not.toContain('events_total');
  });

  it('are served at their path on this machine alone', async () => {
    const server = await serveMetrics(0, () => ({ figures: FIGURES, now: 0, isTroubled: false }));
    onTestFinished(() => void server.close());
    const { port, address } = server.address() as AddressInfo;
    expect(address).toBe('127.0.0.1');
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
    expect(await answer.text()).toContain('vigil_forward_events_total 12');
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
    await expect(
      serveMetrics(port, () => ({ figures: undefined, now: 0, isTroubled: false })),
    ).rejects.toThrow(`port ${port}`);
    server.close();
    await once(server, 'close');
  });
});
