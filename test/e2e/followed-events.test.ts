import { once } from 'node:events';

import { afterEach, describe, expect, it } from 'vitest';

import { startEvents, type EventsProcess } from '../helpers/events-process.ts';
import { storedEvents } from '../helpers/stored-events.ts';
import { temporaryFile } from '../helpers/temporary-file.ts';
import {
  startTestService,
  stopTestServices,
  TEST_AMOUNTS,
  type TestService,
} from '../helpers/test-service.ts';

const SECOND = 1000;
const QUOTA = 1_000_000;
const LONG_AGO = '2020-01-01';

afterEach(stopTestServices);

async function storedIds(test: TestService, key = test.service.apiKey): Promise<readonly string[]> {
  return [...(await storedEvents(test, key)).keys()].sort();
}

/** Lets so many seconds pass at the service, in which it makes events. */
async function live(test: TestService, seconds: number): Promise<void> {
  await test.clock.advance(seconds * SECOND);
}

async function waitForAll(running: EventsProcess, ids: readonly string[]): Promise<void> {
  await running.until(({ lines }) => lines.length >= ids.length);
  expect([...running.ids()].sort()).toEqual(ids);
}

describe('vigil events --follow', () => {
  it('begins with the newest ten, prints each event that arrives once, and ends with 0 on SIGTERM', async () => {
    const test = await startTestService({ quota: QUOTA, rate: 1 });
    const before = await storedIds(test);
    const running = startEvents(test.service, ['--follow', '--json']);
    await running.until(({ lines }) => lines.length >= 10);
    const printedFirst = running.lines.map((line) => JSON.parse(line) as { timestamp: string });
    expect(printedFirst.map(({ timestamp }) => timestamp)).toEqual(
      printedFirst.map(({ timestamp }) => timestamp).sort(),
    );
    for (let round = 0; round < 3; round++) {
      const had = running.lines.length;
      await live(test, 4);
      await running.until(({ lines }) => lines.length > had);
    }
    const arrived = (await storedIds(test)).filter((id) => !before.includes(id));
    await running.until(({ lines }) => lines.length >= 10 + arrived.length);
    expect([...running.ids().slice(10)].sort()).toEqual(arrived);
    running.child.kill('SIGTERM');
    expect(await running.exit).toBe(0);
    expect(running.problem()).toBe('');
    expect(running.lines).toHaveLength(10 + arrived.length);
  });

  it('prints each event once from a server that fails in every way', async () => {
    const test = await startTestService({
      quota: QUOTA,
      rate: 1,
      faults: {
        'error-500': 0.05,
        'html-200': 0.05,
        'html-502': 0.05,
        reset: 0.05,
        truncate: 0.05,
        'malformed-json': 0.05,
      },
      choose: ['page-maximum=clamp-20', 'event-order=reshuffled'],
    });
    const running = startEvents(test.service, ['--follow', '--json', '--since', LONG_AGO]);
    await running.until(({ lines }) => lines.length >= 60);
    await live(test, 10);
    const ids = await storedIds(test);
    expect(ids.length).toBeGreaterThan(60);
    await waitForAll(running, ids);
    running.child.kill('SIGINT');
    expect(await running.exit).toBe(0);
    expect(running.lines).toHaveLength(ids.length);
  });

  it('waits for a server that restarts, says so, and loses and repeats nothing', async () => {
    const file = temporaryFile();
    const first = await startTestService({ quota: QUOTA, rate: 1, file });
    const { port } = new URL(first.service.baseUrl);
    const running = startEvents(first.service, ['--follow', '--json', '--since', LONG_AGO]);
    await waitForAll(running, await storedIds(first));
    await live(first, 3);
    const ids = await storedIds(first);
    await first.service.stop();
    await running.until(({ problem }) => /Waiting until/.test(problem()));
    const second = await startTestService({
      ...TEST_AMOUNTS,
      quota: QUOTA,
      file,
      port: Number(port),
      clock: first.clock,
    });
    await running.until(({ problem }) => /Reading again/.test(problem()));
    await waitForAll(running, ids);
    await live(second, 3);
    const more = await storedIds(second, first.service.apiKey);
    expect(more.length).toBeGreaterThan(ids.length);
    await waitForAll(running, more);
    expect(running.problem().trim().split('\n').length).toBeLessThanOrEqual(4);
    running.child.kill('SIGTERM');
    expect(await running.exit).toBe(0);
  });

  it('ends quietly when the reader closes its end', async () => {
    const test = await startTestService({ quota: QUOTA, rate: 1 });
    const running = startEvents(test.service, ['--follow', '--json']);
    await running.until(({ lines }) => lines.length >= 10);
    running.child.stdout?.destroy();
    await live(test, 3);
    await once(running.child, 'exit');
    expect(running.child.exitCode).toBe(0);
    expect(running.problem()).toBe('');
  });

  it('does not wait for ever for a reader that takes nothing, once it is asked to stop', async () => {
    const test = await startTestService({ quota: QUOTA, events: 4000 });
    const running = startEvents(test.service, ['--follow', '--json', '--since', LONG_AGO]);
    await running.until(({ lines }) => lines.length > 0);
    running.child.stdout?.pause();
    running.child.kill('SIGTERM');
    await running.until(({ problem }) => problem().includes('Standard output is not being read'));
    running.child.stdout?.resume();
    expect(await running.exit).toBe(1);
  });

  it('loses nothing to a reader that is slow', async () => {
    const test = await startTestService({ quota: QUOTA, events: 4000 });
    const running = startEvents(test.service, ['--follow', '--json', '--since', LONG_AGO]);
    const { stdout } = running.child;
    stdout?.on('data', () => {
      stdout.pause();
      setImmediate(() => stdout.resume());
    });
    await waitForAll(running, await storedIds(test));
  });

  it('ends after as many events as asked for, and at a time that is reached', async () => {
    const test = await startTestService({ quota: QUOTA, rate: 1 });
    const counted = startEvents(test.service, ['--follow', '--limit', '12', '--json']);
    await counted.until(({ lines }) => lines.length >= 10);
    await live(test, 5);
    expect(await counted.exit).toBe(0);
    expect(counted.lines).toHaveLength(12);
    const timed = startEvents(test.service, ['--follow', '--since', LONG_AGO, '--until', 'now', '--json']);
    await timed.until(({ lines }) => lines.length >= 60);
    await live(test, 30);
    expect(await timed.exit).toBe(0);
    expect(timed.lines.length).toBeLessThan(70);
  });
});
