import { existsSync } from 'node:fs';

import { expect, it } from 'vitest';

import { runForward } from '../../../src/cli/forward/forward-command.ts';
import { ModelEventServer } from '../../helpers/model-event-server.ts';
import { runCommandWith } from '../../helpers/run-command.ts';
import { temporaryFile } from '../../helpers/temporary-file.ts';
import { nameUnreachedServer } from '../../helpers/unreached-server.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

nameUnreachedServer();

it('ends with 0 where it is stopped before the first answer, as it does later', async () => {
  const clock = new VirtualClock();
  const server = new ModelEventServer(clock);
  const state = temporaryFile('position');
  let stop = (_status: number) => {};
  const { status, problem } = await runCommandWith(
    {
      clock,
      answer(call) {
        stop(143);
        return server.answer(call);
      },
    },
    (host, running) => {
      ({ stop } = running);
      return runForward(
        { to: '-', format: 'raw', state, batch: 500, rotateAt: 1e8, remember: 86_400_000 },
        host,
      );
    },
  );
  expect([status, problem]).toEqual([0, 'vigil: Stopped before anything was forwarded.\n']);
  expect(existsSync(state)).toBe(false);
  expect(existsSync(`${state}.lock`)).toBe(false);
});
