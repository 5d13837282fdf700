import { describe, expect, it } from 'vitest';

import { runEvents, type EventsFlags } from '../../../src/cli/events/events-program.ts';
import { ModelEventServer, PLAIN_DIALECT } from '../../helpers/model-event-server.ts';
import { runCommandWith } from '../../helpers/run-command.ts';
import { nameUnreachedServer } from '../../helpers/unreached-server.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

nameUnreachedServer();

const MINUTE = 60_000;

/** The newest that are looked through for those that pass. */
const LOOKED = 50_000;

/** Events a minute apart, of which those at these places, counted from the newest, are rare. */
async function events(count: number, rare: readonly number[], flags: EventsFlags) {
  const clock = new VirtualClock();
  const server = new ModelEventServer(clock, { ...PLAIN_DIALECT, page: 'clamp-1000' });
  for (let place = count - 1; place >= 0; place--) {
    server.add(`e${place}`, { timestamp: clock.now() - (place + 1) * MINUTE });
  }
  server.spoil = ({ events: rows, ...body }) => ({
    ...body,
    events: rows.map((row) => ({
      ...row,
      subject: {
        ecosystem: 'npm',
        package: rare.includes(Number(String(row['id']).slice(1))) ? 'rare' : 'usual',
      },
    })),
  });
  return runCommandWith({ clock, answer: (call) => server.answer(call) }, (host) =>
    runEvents({ filter: 'package:rare', columns: 'id', headers: false, ...flags }, host),
  );
}

describe('vigil events --filter, where few of the newest pass', () => {
  it('prints those of the newest 50,000, says that there may be more, and is not whole then', async () => {
    const { status, lines, problem } = await events(LOOKED + 3000, [3, 40_000], { limit: 50 });
    expect([status, lines]).toEqual([1, ['e40000', 'e3']]);
    const [, looked = ''] =
      /^vigil: Printed: 2 events that pass, of the newest ([\d,]+) that were looked through: --since reads all after a time\.\n$/.exec(
        problem,
      ) ?? [];
    // What is read goes a little beyond that.
    expect(Number(looked.replaceAll(',', ''))).toBeGreaterThanOrEqual(LOOKED);
  });

  it('is whole where the server has no more, or as many pass as are asked for', async () => {
    expect(await events(2000, [3, 1999], { limit: 50 })).toMatchObject({
      status: 0,
      lines: ['e1999', 'e3'],
      problem: '',
    });
    expect(await events(4000, [3, 700, 3900], { limit: 2 })).toMatchObject({
      status: 0,
      lines: ['e700', 'e3'],
      problem: '',
    });
  });
});
