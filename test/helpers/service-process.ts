import { systemClock } from '../../src/lib/clock.ts';
import { serve } from '../../src/server/serve.ts';
import { createTinyOrganization } from './tiny-organization.ts';

/**
 * A service in a process of its own, to be killed: `node service-process.ts FILE`. What it schedules comes at once, so
 * that live events are written all the time.
 */
const file = process.argv[2];
const status = await serve(
  {
    createOrganization: createTinyOrganization,
    file,
    agents: 6,
    events: 60,
    sessions: 9,
    rate: 1,
    quota: 1_000_000,
    json: true,
    newKey: process.argv[3] === 'again',
    clock: { ...systemClock, schedule: (_milliseconds, run) => systemClock.schedule(1, run) },
  },
  {
    stdout: process.stdout,
    stderr: process.stderr,
    onStop: (stop) => {
      process.once('SIGTERM', stop);
    },
  },
);
process.exitCode = status;
