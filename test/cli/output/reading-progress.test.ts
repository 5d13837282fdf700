import { beforeEach, describe, expect, it, vi } from 'vitest';

import { runAgentsList } from '../../../src/cli/agents/read-agents-command.ts';
import { runEvents } from '../../../src/cli/events/events-program.ts';
import type { FakeAnswer, FakeCall } from '../../helpers/fake-client.ts';
import { ModelEventServer, type EventDialect } from '../../helpers/model-event-server.ts';
import { runCommandWith, type RunningCommand } from '../../helpers/run-command.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';
import { nameUnreachedServer } from '../../helpers/unreached-server.ts';
import type { CommandHost } from '../../../src/cli/session/command-session.ts';

const SECOND = 1000;
const CLEAR = '\r\u001b[K';

nameUnreachedServer();
beforeEach(() => {
  vi.stubEnv('TERM', 'xterm');
});

/** 70 agents on pages of ten, each of which takes so long. */
function agents({ query }: FakeCall): FakeAnswer {
  const offset = Number(query?.['offset'] ?? 0);
  const rows = Array.from({ length: Math.min(10, 70 - offset) }, (_, index) => ({
    id: `a${offset + index}`,
    hostname: 'host',
  }));
  const pagination = { total: 70, limit: 10, offset, has_more: offset < 60 };
  return { body: { agents: rows, pagination }, takes: 400 };
}

const list = (host: CommandHost) => runAgentsList({ headers: false }, host);

/** What was drawn in one line, each time that it was, and what was printed otherwise. */
function drawn(problem: string) {
  const frames = problem.split(CLEAR).filter((frame) => frame !== '');
  return {
    lines: frames.filter((frame) => !frame.endsWith('\n')),
    printed: frames.filter((frame) => frame.endsWith('\n')).join(''),
  };
}

describe('how far a reading has come', () => {
  it('is drawn on a terminal once it takes a second, and taken away before anything is printed', async () => {
    const order: string[] = [];
    const { lines, problem, status } = await runCommandWith(
      { answer: agents, errorColumns: 80, onPrinted: (where) => order.push(where) },
      list,
    );
    expect({ status, rows: lines.length }).toEqual({ status: 0, rows: 70 });
    const { lines: figures, printed } = drawn(problem);
    expect(printed).toBe('');
    expect(figures[0]).toBe('vigil: 20 of 70 agents so far, 2 pages, about 2s left');
    expect(figures.at(-2)).toBe('vigil: 60 of 70 agents so far, 6 pages, about 1s left');
    // What comes behind a full page that is called the end is looked at.
    expect(figures.at(-1)).toBe('vigil: 70 agents so far, 7 pages');
    expect(figures).toEqual([...figures].sort());
    expect(problem.startsWith(CLEAR)).toBe(true);
    expect(problem.endsWith(CLEAR)).toBe(true);
    expect(order.lastIndexOf('error')).toBeLessThan(order.indexOf('output'));
  });

  it.each<[string, Parameters<typeof runCommandWith>[0], string]>([
    ['in a pipe', { answer: agents }, 'xterm'],
    ['on a terminal that cannot draw', { answer: agents, errorColumns: 80 }, 'dumb'],
    [
      'of what is there at once',
      { answer: (call) => ({ ...agents(call), takes: 100 }), errorColumns: 80 },
      'xterm',
    ],
  ])('is not said %s', async (_where, options, terminal) => {
    vi.stubEnv('TERM', terminal);
    expect(await runCommandWith(options, list)).toMatchObject({ status: 0, problem: '' });
  });

  it('makes room for a sentence, is drawn again below it, and leaves nothing behind when it is stopped', async () => {
    const clock = new VirtualClock();
    let running: RunningCommand | undefined;
    const answer = (call: FakeCall): FakeAnswer => {
      if (clock.monotonic() > 11 * SECOND) {
        running?.stop(130);
      }
      const isDown = clock.monotonic() > 2 * SECOND && clock.monotonic() < 7 * SECOND;
      return isDown ? { status: 503 } : { ...agents(call), takes: 900 };
    };
    const { status, problem } = await runCommandWith({ answer, clock, errorColumns: 60 }, (host, given) => {
      running = given;
      return list(host);
    });
    expect(status).toBe(130);
    expect(drawn(problem).printed).toMatch(
      /^vigil: The server failed \(503\)[^\n]*\nvigil: Reading again, after \d+s\.\nvigil: None was printed: only 60 of 70 agents were read\.\nvigil: Stopped while a request had no answer for \ds\.\n$/,
    );
    expect(drawn(problem).lines.length).toBeGreaterThan(8);
    const pages = drawn(problem).lines.flatMap((line) => [...line.matchAll(/ (\d)0 of 70 .* (\d) pages?/g)]);
    expect(pages.length).toBeGreaterThan(4);
    expect(pages.map(([, , counted]) => counted)).toEqual(pages.map(([, read]) => read));
    for (const line of drawn(problem).lines) {
      expect(line.length).toBeLessThan(60);
    }
    expect(problem.split(CLEAR).at(-1)).toMatch(/^vigil: None was printed: [^\n]*\nvigil: Stopped [^\n]*\n$/);
  });

  it('says from the beginning what is read, and that no answer comes', async () => {
    const clock = new VirtualClock();
    const server = new ModelEventServer(clock, {});
    const answer = (call: FakeCall): FakeAnswer =>
      call.endpoint === 'health'
        ? { body: { status: 'ok' }, date: clock.now(), takes: 2500 }
        : { ...server.answer(call), takes: 4500 };
    const { problem } = await runCommandWith({ answer, clock, errorColumns: 80 }, (host) =>
      runEvents({ headers: false, since: '1h', until: 'now' }, host),
    );
    const { lines } = drawn(problem);
    expect(new Set(lines.slice(0, 3))).toEqual(new Set(['vigil: reading the time of the server']));
    expect(lines).toContain('vigil: reading events');
    expect(lines).toContain('vigil: reading events, no answer for 4s');
  });

  it.each<[EventDialect['total'], RegExp]>([
    ['exact', / of [\d,]+ events so far,.* left$/],
    ['boundless', / \d+ events so far,(?!.*left)/],
    ['page-end', / \d+ events so far,(?!.*left)/],
    ['absent', / \d+ events so far,(?!.*left)/],
  ])(
    'shows the total and the time that is left as far as the count is to be believed (%s)',
    async (total, begins) => {
      const clock = new VirtualClock();
      const server = new ModelEventServer(clock, { total, page: 'clamp-20' });
      for (let index = 0; index < 300; index++) {
        server.add(`e${index}`, { timestamp: clock.now() - (100 + 7 * index) * SECOND });
      }
      const answer = (call: FakeCall) => ({ ...server.answer(call), takes: 400 });
      const { status, lines, problem } = await runCommandWith({ answer, clock, errorColumns: 80 }, (host) =>
        runEvents({ headers: false, since: '1h', json: true }, host),
      );
      const figures = drawn(problem).lines;
      expect({ status, rows: lines.length }).toEqual({ status: total === 'exact' ? 0 : 1, rows: 300 });
      expect(figures[0]).toMatch(begins);
      if (total !== 'exact') {
        // What is found out about the count is not said of again.
        expect(
          figures.slice(5).filter((each) => !/^vigil: \d+ events so far, (?!.*left)/.test(each)),
        ).toEqual([]);
      }
      expect(figures.length).toBeGreaterThan(8);
      for (const [, read, of] of figures.map((each) => /^vigil: (\d+)(?: of ([\d,]+))?/.exec(each) ?? [])) {
        expect(Number(of?.replaceAll(',', '') ?? Number.POSITIVE_INFINITY)).toBeGreaterThan(Number(read));
      }
    },
  );
});
