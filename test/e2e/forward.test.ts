import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { describe, expect, it, onTestFinished } from 'vitest';

import { systemClock } from '../../src/lib/clock.ts';
import { startCommand, temporaryState } from '../helpers/command-process.ts';
import { ModelEventServer } from '../helpers/model-event-server.ts';
import { IS_NIGHTLY } from '../helpers/nightly.ts';
import { temporaryFile } from '../helpers/temporary-file.ts';

const HOUR = 3_600_000;
const KILLS = IS_NIGHTLY ? 60 : 15;

/** Numbers from 0 to 1 that are the same in every run. */
function numbers(): () => number {
  let state = 20_260_302;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

async function listen(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<URL> {
  const server: Server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

/** A server of events, with the real time. */
async function startEventServer(events: ModelEventServer) {
  const url = await listen((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://host');
    const { body, status = 200 } = events.answer({
      endpoint: pathname.endsWith('/health') ? 'getHealth' : 'listEvents',
      query: Object.fromEntries(searchParams),
      at: 0,
    } as never);
    response.writeHead(status, {
      'content-type': 'application/json',
      'x-ratelimit-limit': '1000000',
      'x-ratelimit-remaining': '999999',
      'x-ratelimit-reset': '60',
    });
    response.end(JSON.stringify(body));
  });
  return { baseUrl: new URL('/api/v1', url), apiKey: 'sk_live_forward' };
}

/** A receiver that notes each id, and does with each request what the test says. */
async function startReceiver(
  onRequest: (number: number, take: () => void, response: ServerResponse) => void,
) {
  const ids = new Map<string, number>();
  let requests = 0;
  const waiting = new Set<() => void>();
  const url = await listen((request, response) => {
    let text = '';
    request.on('data', (piece: Buffer) => (text += piece.toString()));
    request.on('end', () => {
      const take = () => {
        for (const line of text.split('\n').filter((each) => each !== '')) {
          const { id } = JSON.parse(line) as { id?: string };
          if (id !== undefined) {
            ids.set(id, (ids.get(id) ?? 0) + 1);
          }
        }
        waiting.forEach((look) => look());
      };
      onRequest(++requests, take, response);
    });
  });
  const until = (condition: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (condition()) {
          waiting.delete(look);
          resolve();
        }
      };
      waiting.add(look);
      look();
    });
  return { url: new URL('/in', url), ids, until };
}

describe('vigil forward', () => {
  it(`loses nothing and sends little twice, killed ${KILLS} times at any moment`, async () => {
    const random = numbers();
    const events = new ModelEventServer(systemClock, { precision: 'milliseconds' });
    let made = 0;
    const happen = (count: number, span: number) => {
      for (let index = 0; index < count; index++) {
        events.add(`event-${made++}`, { timestamp: Date.now() - 1000 - random() * span });
      }
    };
    happen(400, 3 * HOUR);
    const service = await startEventServer(events);
    let kill = (_signal: 'SIGKILL') => true;
    let killAt = 0;
    const receiver = await startReceiver((number, take, response) => {
      const chance = random();
      const isTaken = number !== killAt || chance < 0.6;
      const isAnswered = number !== killAt || chance < 0.3;
      if (number !== killAt && chance < 0.1) {
        response.writeHead(503).end();
        return;
      }
      if (isTaken) {
        take();
      }
      if (isAnswered) {
        response.end();
      }
      if (number >= killAt) {
        kill('SIGKILL');
      }
    });
    const state = temporaryState();
    const position = temporaryFile('position');
    const flags = [
      'forward',
      '--to',
      receiver.url.href,
      '--state',
      position,
      '--batch',
      '25',
      '--since',
      '4h',
    ];
    let requests = 0;
    for (let life = 0; life < KILLS; life++) {
      happen(Math.ceil(random() * 60), 2 * HOUR);
      killAt = requests + 1 + Math.floor(random() * 4);
      const running = startCommand(service, flags, { state });
      kill = (signal) => running.child.kill(signal);
      expect(await running.exit).toBe('SIGKILL');
      requests = killAt;
      const noted = readFileSync(position, 'utf8').split('\n').slice(1, -1);
      const taken = noted.flatMap((line) =>
        ((JSON.parse(line) as { taken?: [string][] }).taken ?? []).map(([id]) => id),
      );
      expect(taken.filter((id) => !receiver.ids.has(id))).toEqual([]);
    }
    killAt = Number.POSITIVE_INFINITY;
    const last = startCommand(service, flags, { state });
    await receiver.until(() => receiver.ids.size === made);
    last.child.kill('SIGTERM');
    expect(await last.exit).toBe(0);
    expect(events.events.filter(({ id }) => !receiver.ids.has(id))).toEqual([]);
    // Each life leaves a batch of 25 at most that is sent again, be it taken or not.
    const again = [...receiver.ids.values()].reduce((sum, times) => sum + times - 1, 0);
    expect(again).toBeLessThanOrEqual(KILLS * 25);
  }, 300_000);

  it('ends with 0 on SIGTERM, and goes on there, with the same file for one process alone', async () => {
    const events = new ModelEventServer(systemClock);
    for (let index = 0; index < 30; index++) {
      events.add(`old-${index}`, { timestamp: Date.now() - 60_000 - index * 1000 });
    }
    const service = await startEventServer(events);
    const state = temporaryState();
    const position = temporaryFile('position');
    const flags = ['forward', '--to', '-', '--state', position, '--since', '1h'];
    const first = startCommand(service, flags, { state });
    const isPrinted = () => first.out().includes('caught_up');
    while (!isPrinted()) {
      await once(first.child.stdout as NodeJS.ReadableStream, 'data');
    }
    const second = startCommand(service, flags, { state });
    expect(await second.exit).toBe(2);
    expect(second.problem()).toContain('Another vigil forward');
    first.child.kill('SIGTERM');
    expect(await first.exit).toBe(0);
    const ids = first
      .out()
      .split('\n')
      .filter((line) => line.includes('"id"'))
      .map((line) => (JSON.parse(line) as { id: string }).id);
    expect(ids).toEqual(Array.from({ length: 30 }, (_, index) => `old-${29 - index}`));
    events.add('new', { timestamp: Date.now() - 5000 });
    const third = startCommand(service, flags, { state });
    while (!third.out().includes('new')) {
      await once(third.child.stdout as NodeJS.ReadableStream, 'data');
    }
    third.child.kill('SIGTERM');
    expect(await third.exit).toBe(0);
    expect(third.out()).not.toContain('old-');
    expect(third.problem()).toContain('--since is passed over');
  }, 60_000);

  it('refuses a position that is damaged or of another server, and says what to do', async () => {
    const events = new ModelEventServer(systemClock);
    const service = await startEventServer(events);
    const position = temporaryFile('position');
    writeFileSync(position, 'nonsense\nmore\n', { mode: 0o600 });
    const damaged = startCommand(service, ['forward', '--to', '-', '--state', position]);
    expect(await damaged.exit).toBe(2);
    expect(damaged.problem()).toContain('Line 1 is damaged.');
    writeFileSync(
      position,
      '{"vigil_forward":1,"server":"https://other.example/api/v1","filter":{},"begin":0}\n',
    );
    const other = startCommand(service, ['forward', '--to', '-', '--state', position]);
    expect(await other.exit).toBe(2);
    expect(other.problem()).toContain('of another server or another filter');
  }, 60_000);
});
