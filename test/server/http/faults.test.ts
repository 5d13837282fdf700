import { afterEach, describe, expect, it } from 'vitest';

import { FAULT_NAMES, parseFaults } from '../../../src/server/base/faults.ts';
import { seededRandom } from '../../../src/server/base/random.ts';
import { SLOW_BY } from '../../../src/server/http/send.ts';
import { LATE_BY } from '../../../src/server/http/late-writes.ts';
import {
  TEST_AMOUNTS,
  rowsOf,
  startTestService,
  stopTestServices,
  type TestService,
} from '../../helpers/test-service.ts';

afterEach(stopTestServices);

/** A service that commits the fault at every request; `drawn` resolves when the first one reaches it. */
async function faulty(name: string): Promise<TestService & { readonly drawn: Promise<void> }> {
  let onDrawn: () => void;
  const drawn = new Promise<void>((resolve) => (onDrawn = resolve));
  const test = await startTestService({
    faults: parseFaults([`${name}=1`]),
    random: () => {
      onDrawn();
      return 0;
    },
  });
  return { ...test, drawn };
}

const UPDATE = { body: { rules: { min_scorecard: 1 } } };

describe('faults', () => {
  it.each([
    ['error-500', 500, 'application/json; charset=utf-8'],
    ['html-200', 200, 'text/html; charset=utf-8'],
    ['html-502', 502, 'text/html; charset=utf-8'],
    ['rate-limited', 429, 'application/json; charset=utf-8'],
  ])('%s', async (name, status, type) => {
    const test = await faulty(name);
    const reply = await test.call('GET', '/events');
    expect([reply.status, reply.headers['content-type']]).toEqual([status, type]);
    expect(reply.headers).toHaveProperty('retry-after');
    if (type.startsWith('application/json')) {
      expect(Object.keys(reply.body)).toEqual(['error']);
    } else {
      expect(reply.text).toMatch(/^<!doctype html>/);
    }
  });

  it('rate-limited says that nothing remains', async () => {
    const test = await faulty('rate-limited');
    const { headers } = await test.call('GET', '/events');
    expect([headers['x-ratelimit-remaining'], headers['retry-after']]).toEqual(['0', '1']);
  });

  it.each(['reset', 'truncate'])('%s breaks the connection', async (name) => {
    const test = await faulty(name);
    await expect(test.call('GET', '/events')).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it('slow answers only later', async () => {
    const test = await faulty('slow');
    let answered = false;
    const reply = test.call('GET', '/policy').then((value) => {
      answered = true;
      return value;
    });
    await test.drawn;
    await test.clock.advance(SLOW_BY - 1);
    expect(answered).toBe(false);
    await test.clock.advance(1);
    expect((await reply).body).toMatchObject({ version: '7' });
  });

  it('hang never answers, and does not keep the service from stopping', async () => {
    const test = await faulty('hang');
    const reply = test.call('GET', '/policy');
    reply.catch(() => undefined);
    await test.drawn;
    // Lets the service come to the point where it would answer.
    await test.clock.advance(0);
    await test.service.stop();
    await expect(reply).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it('malformed-json has the right length and is no JSON', async () => {
    const test = await faulty('malformed-json');
    const reply = await test.call('GET', '/policy');
    expect(reply.headers['content-length']).toBe(String(Buffer.byteLength(reply.text)));
    expect(() => JSON.parse(reply.text) as unknown).toThrow(SyntaxError);
  });

  it('damaged-row takes the ids of one row of a list', async () => {
    const test = await faulty('damaged-row');
    const events = rowsOf(await test.get('/events'), 'events');
    expect([events.length, events.filter((row) => !('id' in row)).length]).toEqual([50, 1]);
    const sessions = rowsOf(await test.get('/sessions'), 'sessions');
    expect(sessions.filter((row) => !('id' in row) && !('session_id' in row))).toHaveLength(1);
    expect(await test.get('/policy')).toMatchObject({ version: '7' });
  });

  it('lost-answer applies the write and loses its answer', async () => {
    const test = await faulty('lost-answer');
    await expect(test.call('PUT', '/policy', UPDATE)).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(await test.get('/policy')).toMatchObject({ version: '8', rules: { min_scorecard: 1 } });
  });

  it('late-write loses the answer and applies the write three seconds later', async () => {
    const test = await faulty('late-write');
    await expect(test.call('PUT', '/policy', UPDATE)).rejects.toMatchObject({ code: 'ECONNRESET' });
    await test.clock.advance(LATE_BY - 1);
    expect(await test.get('/policy')).toMatchObject({ version: '7' });
    await test.clock.advance(1);
    expect(await test.get('/policy')).toMatchObject({ version: '8', rules: { min_scorecard: 1 } });
  });

  it('duplicate applies the write twice, and answers as the second time', async () => {
    const test = await faulty('duplicate');
    expect((await test.call('PUT', '/policy', UPDATE)).body).toMatchObject({ version: '9' });
    const { status } = await test.call('DELETE', `/registered-agents/agent-${TEST_AMOUNTS.seed}-1?hard=true`);
    expect(status).toBe(404);
  });

  it('late-duplicate applies the write, answers, and applies it again three seconds later', async () => {
    const test = await faulty('late-duplicate');
    expect((await test.call('PUT', '/policy', UPDATE)).body).toMatchObject({ version: '8' });
    await test.clock.advance(LATE_BY - 1);
    expect(await test.get('/policy')).toMatchObject({ version: '8' });
    await test.clock.advance(1);
    expect(await test.get('/policy')).toMatchObject({ version: '9' });
  });

  it('drops what comes late and cannot be applied any more', async () => {
    const test = await faulty('late-duplicate');
    await test.call('DELETE', `/registered-agents/agent-${TEST_AMOUNTS.seed}-1?hard=true`);
    await test.clock.advance(LATE_BY);
    expect(test.lines).toEqual([]);
  });

  it('drops what comes after the service has stopped', async () => {
    const test = await faulty('late-write');
    await test.call('PUT', '/policy', UPDATE).catch(() => undefined);
    await test.service.stop();
    await test.clock.advance(LATE_BY);
    expect(test.lines).toEqual([]);
  });

  it.each(['error-500', 'html-200', 'html-502', 'rate-limited', 'reset'])(
    '%s leaves a write undone',
    async (name) => {
      // The first draw hits, later ones do not.
      const draws = [0, 1];
      const test = await startTestService({
        faults: parseFaults([`${name}=0.5`]),
        random: () => draws.shift() ?? 1,
      });
      await test.call('PUT', '/policy', UPDATE).catch(() => undefined);
      expect(await test.get('/policy')).toMatchObject({ version: '7' });
    },
  );

  it('come in the same order from the same seed', async () => {
    const statuses = async (seed: number) => {
      const test = await startTestService({
        faults: parseFaults(['error-500=0.4']),
        random: seededRandom(seed),
      });
      const seen: number[] = [];
      for (let request = 0; request < 20; request++) {
        seen.push((await test.call('GET', '/policy')).status);
      }
      return seen;
    };
    expect(await statuses(1)).toEqual(await statuses(1));
    expect(new Set(await statuses(1))).toEqual(new Set([200, 500]));
  });

  it('are all tried above', () => {
    expect([...FAULT_NAMES].sort()).toEqual([
      'damaged-row',
      'duplicate',
      'error-500',
      'hang',
      'html-200',
      'html-502',
      'late-duplicate',
      'late-write',
      'lost-answer',
      'malformed-json',
      'rate-limited',
      'reset',
      'slow',
      'truncate',
    ]);
  });
});
