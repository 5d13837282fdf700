import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

import { afterEach, describe, expect, it } from 'vitest';

import { programCommand } from '../helpers/program-command.ts';

let running: ChildProcess | undefined;

afterEach(() => {
  running?.kill('SIGKILL');
  running = undefined;
});

/** `vigil serve`, its first line on stdout, and a promise of its exit status. */
async function serve(...flags: readonly string[]) {
  const [file, ...given] = programCommand();
  const child = spawn(file, [...given, 'serve', '--json', ...flags], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  running = child;
  const exit = once(child, 'exit') as Promise<[number | null]>;
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => lines.push(line));
  const [first] = (await once(reader, 'line')) as [string];
  return { child, exit, lines, started: JSON.parse(first) as Readonly<Record<string, string>> };
}

describe('vigil serve', () => {
  it('prints one line of JSON, answers both of its keys, and ends with status 0 on SIGTERM', async () => {
    const { child, exit, lines, started } = await serve(
      '--port',
      '0',
      '--events',
      '50',
      '--sessions',
      '2',
      '--rate',
      '0',
    );
    expect(Object.keys(started)).toEqual(['base_url', 'api_key', 'read_only_api_key']);
    for (const key of [started['api_key'] ?? '', started['read_only_api_key'] ?? '']) {
      const response = await fetch(`${started['base_url']}/events?limit=1`, {
        headers: { 'X-API-Key': key },
      });
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({
        pagination: { limit: 1, offset: 0, total: 50, has_more: true },
      });
    }
    const refused = await fetch(`${started['base_url']}/policy`, {
      method: 'PUT',
      headers: { 'X-API-Key': started['read_only_api_key'] ?? '', 'Content-Type': 'application/json' },
      body: '{"rules":{"min_scorecard":5}}',
    });
    expect(refused.status).toBe(403);
    child.kill('SIGTERM');
    expect((await exit)[0]).toBe(0);
    expect(lines).toHaveLength(1);
  });
});
