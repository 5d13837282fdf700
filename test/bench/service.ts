import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { startService } from '../../src/server/service.ts';
import { createSyntheticOrganization } from '../../src/server/synth/organization.ts';

/**
 * How long a page takes over a million events, over HTTP, beside one scan of the table on the same machine in the same
 * run: `node test/bench/service.ts [EVENTS]`. The milliseconds differ from machine to machine; the ratios should not.
 */
const EVENTS = Number(process.argv[2] ?? 1_000_000);
const REQUESTS = 21;
const SCANS = 5;
const DAY = 86_400_000;

const folder = mkdtempSync(join(tmpdir(), 'vigil-bench-'));
const file = join(folder, 'bench.db');
const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  const begun = performance.now();
  const service = await startService({
    createOrganization: createSyntheticOrganization,
    file,
    events: EVENTS,
    rate: 0,
    quota: 1_000_000,
  });
  const seconds = (performance.now() - begun) / 1000;
  say(`${EVENTS} events made and stored in ${seconds.toFixed(1)} s`);
  const scan = median(Array.from({ length: SCANS }, scanTable));
  say(`one scan of the table: ${scan.toFixed(1)} ms\n`);
  say(`${'request'.padEnd(60)}${'ms'.padStart(8)}${'scan / ms'.padStart(12)}`);
  for (const path of paths()) {
    const times: number[] = [];
    for (let request = 0; request < REQUESTS; request++) {
      times.push(await time(service.baseUrl + path, service.apiKey ?? ''));
    }
    const typical = median(times);
    say(`${path.padEnd(60)}${typical.toFixed(2).padStart(8)}${(scan / typical).toFixed(0).padStart(12)}`);
  }
  await service.stop();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function paths(): readonly string[] {
  const daysAgo = (days: number) => `${new Date(Date.now() - days * DAY).toISOString().slice(0, 19)}Z`;
  return [
    '/events',
    '/events?type=audit',
    '/events?type=install',
    '/events?outcome=block',
    '/events?outcome=allow',
    '/events?ecosystem=cargo',
    '/events?ecosystem=npm',
    '/events?package=react',
    `/events?since=${daysAgo(1)}`,
    `/events?since=${daysAgo(40)}`,
    `/events?until=${daysAgo(20)}`,
    `/events?since=${daysAgo(40)}&until=${daysAgo(20)}`,
    `/events?since=${daysAgo(40)}&outcome=block`,
    '/events?type=install&outcome=review&ecosystem=go',
    `/events?limit=100&offset=${Math.floor(EVENTS / 2)}`,
    `/events?limit=100&offset=${EVENTS - 100}`,
    '/stats/summary',
    '/events/llm',
  ];
}

/** Reads every row, with a condition that no index can answer. */
function scanTable(): number {
  const database = new DatabaseSync(file, { readOnly: true });
  const statement = database.prepare("SELECT count(*) FROM events NOT INDEXED WHERE client_id = ''");
  const begun = performance.now();
  statement.get();
  const took = performance.now() - begun;
  database.close();
  return took;
}

async function time(url: string, key: string): Promise<number> {
  const begun = performance.now();
  const response = await fetch(url, { headers: { 'X-API-Key': key } });
  await response.text();
  if (response.status !== 200) {
    throw new Error(`${url} answered ${response.status}`);
  }
  return performance.now() - begun;
}

function median(times: readonly number[]): number {
  return [...times].sort((left, right) => left - right)[Math.floor(times.length / 2)] ?? Number.NaN;
}
