import { existsSync, readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { runEvents } from '../../src/cli/events/events-program.ts';
import { runForward, type ForwardFlags } from '../../src/cli/forward/forward-command.ts';
import { runHealth, runStats } from '../../src/cli/service/facts-command.ts';
import { ModelEventServer } from '../helpers/model-event-server.ts';
import { runCommandWith, type RunningCommand } from '../helpers/run-command.ts';
import { temporaryFile } from '../helpers/temporary-file.ts';
import { nameUnreachedServer } from '../helpers/unreached-server.ts';
import { VirtualClock } from '../helpers/virtual-clock.ts';
import type { CommandHost } from '../../src/cli/session/command-session.ts';

nameUnreachedServer();

const HOUR = 3_600_000;

function runUnheard(run: (host: CommandHost, running: RunningCommand) => Promise<number>) {
  const clock = new VirtualClock();
  const server = new ModelEventServer(clock);
  server.add('e1', { timestamp: clock.now() - HOUR });
  return runCommandWith(
    {
      clock,
      isOutputDiscarded: true,
      answer: (call) => (call.endpoint === 'health' ? { body: { status: 'ok' } } : server.answer(call)),
    },
    run,
  );
}

const forwardTo = (to: string): ForwardFlags => ({
  to,
  format: 'raw',
  state: temporaryFile('position'),
  since: '3d',
  batch: 500,
  rotateAt: 1e8,
  remember: 24 * HOUR,
});

describe('where standard output is closed from the start', () => {
  it.each([
    ['events', (host: CommandHost) => runEvents({}, host)],
    ['events --follow', (host: CommandHost) => runEvents({ follow: true }, host)],
    ['stats', (host: CommandHost) => runStats({}, host)],
  ])('%s ends with 1 before anything is asked for', async (_name, run) => {
    const { status, problem, lines, client } = await runUnheard(run);
    expect([status, lines, client]).toEqual([1, [], undefined]);
    expect(problem).toContain('vigil: Standard output is closed, or discards what is printed.');
  });

  it('forward --to - takes nothing as taken', async () => {
    const flags = forwardTo('-');
    const { status, problem, client } = await runUnheard((host) => runForward(flags, host));
    expect([status, client]).toEqual([1, undefined]);
    expect(problem).toContain('vigil: Standard output is closed');
    expect(existsSync(flags.state ?? '')).toBe(false);
  });

  it('forward to a file needs none', async () => {
    const to = temporaryFile('out.jsonl');
    const { status } = await runUnheard((host, running) => {
      const look = () =>
        existsSync(to) && readFileSync(to, 'utf8').includes('"e1"') ? running.stop(143) : setImmediate(look);
      look();
      return runForward(forwardTo(`file:${to}`), host);
    });
    expect(status).toBe(0);
  });

  it('health, of which the status is the answer, keeps it and says so', async () => {
    const { status, problem } = await runUnheard((host) => runHealth({}, host));
    expect(status).toBe(0);
    expect(problem).toContain('The exit status alone is the answer.');
    const quiet = await runUnheard((host) => runHealth({ quiet: true }, host));
    expect([quiet.status, quiet.problem]).toEqual([0, '']);
  });
});
