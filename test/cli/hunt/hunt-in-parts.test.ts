import { describe, expect, it, vi } from 'vitest';

import { runHunt, type HuntFlags } from '../../../src/cli/hunt/hunt-program.ts';
import { IS_NIGHTLY } from '../../helpers/nightly.ts';
import { serveLongHistory } from '../../helpers/long-history.ts';
import { runRealCommand } from '../../helpers/run-command.ts';
import { nameUnreachedServer } from '../../helpers/unreached-server.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

nameUnreachedServer();

const MACHINES = 40;

/** One in 5,000 is of chalk 5.6.1, on one machine after the other; every other has another version of it. */
function fieldsAt(place: number): object {
  const isChalk = place % 500 === 0;
  return {
    client_id: `client-${(place / 500) % MACHINES}`,
    type: 'install',
    outcome: place % 1000 === 0 ? 'allow' : 'block',
    subject: {
      ecosystem: 'npm',
      package: isChalk ? 'chalk' : `p${place % 997}`,
      version: place % 5000 === 0 ? '5.6.1' : '5.6.0',
    },
  };
}

async function huntThrough(events: number, flags: HuntFlags, mostAtOnce?: number) {
  const clock = new VirtualClock();
  const { baseUrl, requests } = await serveLongHistory({ events, apart: 3000, end: clock.now(), fieldsAt });
  vi.stubEnv('VIGIL_BASE_URL', baseUrl);
  const outcome = await runRealCommand({ clock, input: 'chalk,5.6.1\n' }, (host) =>
    runHunt('-', flags, host, mostAtOnce),
  );
  return { ...outcome, requests: requests() };
}

describe('a hunt through a long history, over HTTP', () => {
  it('has the same answer in parts as at once, byte by byte', async () => {
    const json = { json: true, sessions: false } as const;
    const whole = await huntThrough(30_000, json);
    const parts = await huntThrough(30_000, json, 4000);
    expect(parts.requests).toBeGreaterThan(whole.requests + 7);
    expect(parts.requests).toBeLessThan(whole.requests + 40);
    expect(parts.lines).toEqual(whole.lines);
    expect(parts.lines.length).toBeGreaterThan(0);
    expect(parts.problem).toBe(whole.problem);
    expect(parts.problem).toMatch(/complete from .*: 30,000 events, all that the server has, no gaps\n$/);
    expect([whole.status, parts.status]).toEqual([1, 1]);
  });

  it('keeps within --since and --until in parts, too', async () => {
    const flags = { json: true, sessions: false, since: '20h', until: '2h' } as const;
    const whole = await huntThrough(30_000, flags);
    const parts = await huntThrough(30_000, flags, 2500);
    expect(parts.lines).toEqual(whole.lines);
    expect(parts.problem).toBe(whole.problem);
    expect(parts.problem).toMatch(/: 21,599 events, no gaps\n$/);
  });

  it.runIf(IS_NIGHTLY)(
    'goes through more than a million events, and memory does not grow with them',
    async () => {
      const heap = () => {
        globalThis.gc?.();
        return process.memoryUsage().heapUsed;
      };
      const before = heap();
      let most = 0;
      const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().heapUsed)), 500);
      const { status, lines, problem } = await huntThrough(1_200_000, { json: true, sessions: false });
      clearInterval(watch);
      expect(problem).toMatch(/: 1,200,000 events, all that the server has, no gaps\n$/);
      expect(status).toBe(1);
      const found = lines.map((line) => JSON.parse(line) as { count: number });
      expect(found.reduce((sum, { count }) => sum + count, 0)).toBe(240);
      // One part has 300,000 ids; a reading that kept all of them would hold four times as many.
      expect(most - before).toBeLessThan(400_000_000);
    },
    1_200_000,
  );
});
