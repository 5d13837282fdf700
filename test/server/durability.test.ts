import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

import { afterEach, describe, expect, it } from 'vitest';

import { openDatabase } from '../../src/server/db/database.ts';
import { temporaryFile } from '../helpers/temporary-file.ts';
import { rowsOf, send, type JsonBody, type Reply } from '../helpers/test-service.ts';

const NODE = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url));
const PROGRAM = fileURLToPath(new URL('../helpers/service-process.ts', import.meta.url));

type Child = ChildProcessByStdio<null, Readable, null>;
const children: Child[] = [];

afterEach(() => {
  for (const child of children.splice(0)) {
    child.kill('SIGKILL');
  }
});

async function spawnService(file: string, again: boolean) {
  const child = spawn(NODE, [PROGRAM, file, ...(again ? ['again'] : [])], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  children.push(child);
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { base_url: baseUrl, api_key: key } = JSON.parse(line) as { base_url: string; api_key: string };
  const call = (method: string, path: string, body?: unknown): Promise<Reply> =>
    send(baseUrl + path, method, {
      headers: { 'X-API-Key': key },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  return { child, call };
}

/** Rows and counters of the file, as they are after a crash. */
function inspect(file: string) {
  const database = openDatabase(file);
  const one = (sql: string) => Object.values(database.one<Record<string, unknown>>(sql) ?? {})[0];
  const found = {
    integrity: one('PRAGMA integrity_check'),
    events: one('SELECT count(*) FROM events'),
    countedInAll: one('SELECT sum(count) FROM event_counts WHERE hour = -1'),
    countedByHour: one('SELECT sum(count) FROM event_counts WHERE hour >= 0'),
    llmCalls: one('SELECT count(*) FROM llm_calls'),
    countedLlmCalls: one('SELECT llm_calls FROM organizations'),
  };
  database.close();
  return found;
}

describe('kill -9', () => {
  it('in the middle of writes loses nothing that was acknowledged', async () => {
    const file = temporaryFile();
    let version = 7;
    let events = 60;
    for (const again of [false, true, true]) {
      const { child, call } = await spawnService(file, again);
      const statuses = new Map<string, string>();
      for (let round = 0; round < 12; round++) {
        const reply = await call('PUT', '/policy', { rules: { max_known_vulnerabilities: version + 1 } });
        version = Number(reply.body['version']);
        const id = `agent-1-${round % 6}`;
        const status = round % 4 < 2 ? 'suspended' : 'active';
        expect((await call('PUT', `/registered-agents/${id}/status`, { status })).status).toBe(204);
        statuses.set(id, status);
      }
      const listed = await call('GET', '/events?limit=100');
      const { total } = listed.body['pagination'] as { total: number };
      const seen = rowsOf(listed.body, 'events').map((event) => event['id']);
      const underWay = call('PUT', '/policy', { rules: { max_known_vulnerabilities: version + 1 } });
      underWay.catch(() => undefined);
      child.kill('SIGKILL');
      await once(child, 'exit');

      const after = inspect(file);
      expect(after.integrity).toBe('ok');
      expect(after.events).toBeGreaterThanOrEqual(Math.max(total, events));
      expect([after.countedInAll, after.countedByHour]).toEqual([after.events, after.events]);
      expect(after.countedLlmCalls).toBe(after.llmCalls);
      events = Number(after.events);

      const reopened = await spawnService(file, true);
      const policy = (await reopened.call('GET', '/policy')).body as {
        version: string;
        rules: JsonBody;
      };
      // The last one was under way: it may have happened, but not by half.
      expect([version, version + 1]).toContain(Number(policy.version));
      expect(policy.rules['max_known_vulnerabilities']).toBe(Number(policy.version));
      version = Number(policy.version);
      for (const [id, status] of statuses) {
        expect((await reopened.call('GET', `/registered-agents/${id}`)).body).toMatchObject({ status });
      }
      const found = new Set<unknown>();
      for (let offset = 0; found.size < seen.length; offset += 100) {
        const page = rowsOf(
          (await reopened.call('GET', `/events?limit=100&offset=${offset}`)).body,
          'events',
        );
        page.filter((event) => seen.includes(event['id'])).forEach((event) => found.add(event['id']));
        if (page.length === 0) {
          break;
        }
      }
      expect(found.size).toBe(seen.length);
      reopened.child.kill('SIGTERM');
      expect(await once(reopened.child, 'exit')).toEqual([0, null]);
    }
  });
});
