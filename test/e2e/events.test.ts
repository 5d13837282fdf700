import { closeSync, openSync } from 'node:fs';

import { afterEach, describe, expect, it } from 'vitest';

import { runEvents, startEvents } from '../helpers/events-process.ts';
import { startSecureServer, startSocketServer } from '../helpers/socket-server.ts';
import { storedEvents } from '../helpers/stored-events.ts';
import { column, startTestService, stopTestServices } from '../helpers/test-service.ts';

const QUOTA = 1_000_000;
const LONG_AGO = '2020-01-01';

afterEach(stopTestServices);

describe('vigil events', () => {
  it('prints the newest 50 as lines for people, oldest first, and ends', async () => {
    const { service } = await startTestService({ quota: QUOTA });
    const { status, lines: printed, problem } = await runEvents(service, []);
    const [names, ...lines] = printed;
    expect(problem).toBe('');
    expect(status).toBe(0);
    expect(names).toBe('TIME\tOUTCOME\tTYPE\tECOSYSTEM\tPACKAGE\tCLIENT\tREASON\tLATE');
    expect(lines).toHaveLength(50);
    const times = lines.map((line) => line.slice(0, 20));
    expect(times).toEqual([...times].sort());
    expect(lines.join('\n')).toMatch(/Z\tBLOCK\tinstall\t\w+\t\S+@\S+\tclient-3-\d\t/);
    expect(lines.join('')).not.toContain('\u001b');
  });

  it.each([
    { choose: [] },
    { choose: ['event-order=reshuffled', 'page-maximum=clamp-20'] },
    { choose: ['event-order=oldest-first', 'page-maximum=reject-100', 'since-bound=inclusive'] },
    { choose: ['event-order=id-hash', 'time-precision=milliseconds', 'bound-precision=second'] },
  ])('prints each event of a window once, as the server sent it ($choose)', async ({ choose }) => {
    const test = await startTestService({ quota: QUOTA, choose });
    const { status, lines, problem } = await runEvents(test.service, ['--since', LONG_AGO, '--json']);
    expect(problem).toBe('');
    expect(status).toBe(0);
    const sent = await storedEvents(test);
    const printed = lines.map((line) => JSON.parse(line) as { id: string; timestamp: string });
    expect(printed).toHaveLength(sent.size);
    expect(new Map(printed.map((event) => [event.id, event]))).toEqual(sent);
    const places = printed.map(({ timestamp, id }) => `${timestamp} ${id}`);
    expect(places).toEqual([...places].sort());
  });

  it('sends every filter, and prints CSV with a line of names', async () => {
    const test = await startTestService({ quota: QUOTA });
    const flags = [
      '--outcome',
      'block',
      '--type',
      'install',
      '--ecosystem',
      'go',
      '--package',
      'requests-oauth',
    ];
    const expected = await test.get(
      '/events?limit=100&outcome=block&type=install&ecosystem=go&package=requests-oauth',
    );
    const { status, lines } = await runEvents(test.service, [...flags, '--csv']);
    expect(status).toBe(0);
    expect(lines[0]).toMatch(/^id,timestamp,type,outcome,client_id,/);
    const ids = lines.slice(1).map((line) => line.split(',')[0]);
    expect(ids.length).toBeGreaterThan(0);
    expect(ids.sort()).toEqual([...column(expected, 'events', 'id')].sort());
  });

  it('takes times relative to the clock of the server, and prints the newest of a window', async () => {
    // The service lives in another year than this machine.
    const { service } = await startTestService({ quota: QUOTA });
    const all = await runEvents(service, ['--since', '20h', '--until', '10h', '--json']);
    expect(all.status).toBe(0);
    expect(all.lines.length).toBeGreaterThan(5);
    expect(all.lines.length).toBeLessThan(60);
    const last = await runEvents(service, ['--since', '20h', '--until', '10h', '--json', '--limit', '3']);
    expect(last.lines).toEqual(all.lines.slice(-3));
  });

  it('keeps numbers of many digits and unknown fields, in pure ASCII', async () => {
    const row =
      '{"id":9007199254740993,"timestamp":"2026-03-02T09:00:00Z","new":{"n":0.12345678901234567890},"text":"\\ud800é\u007f"}';
    const { baseUrl } = await startSocketServer((_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(`{"events":[${row}],"pagination":{"limit":50,"offset":0,"total":1,"has_more":false}}`);
    });
    const { lines } = await runEvents({ baseUrl, apiKey: 'sk_live_x' }, ['--since', LONG_AGO, '--json']);
    expect(lines).toEqual([row.replace('é', '\\u00e9').replace('\u007f', '\\u007f')]);
  });

  it.each([
    [['--outcome', 'denied'], 'allow, review, block'],
    [['--type', 'update'], 'install, audit'],
    [['--ecosystem', 'gem'], 'npm, pip, go, cargo'],
    [['--package', ''], 'must not be empty'],
    [['--since', 'yesterday'], '15m, 2h, 3d, 1w'],
    [['--until', '2026-03-01T10:00:00'], 'with its zone'],
    [['--since', '2026-03-02', '--until', '2026-03-01'], '--since is the later one'],
    [['--limit', '0'], '1 or more'],
    [['--json', '--csv'], 'cannot be used with'],
  ])('refuses %j with status 2 and says what is allowed', async (flags, hint) => {
    const { status, problem, lines } = await runEvents(
      { baseUrl: 'http://127.0.0.1:9/api/v1', apiKey: 'sk_live_x' },
      flags,
    );
    expect(problem).toContain(hint);
    expect(lines).toEqual([]);
    expect(status).toBe(2);
  });

  it.each([
    [401, 3, 'refuses the key'],
    [403, 3, 'not permitted'],
    [404, 1, 'no such thing'],
  ])('ends on %d with status %d and a sentence, following or not', async (answer, expected, hint) => {
    const { baseUrl } = await startSocketServer((_request, response) => {
      response.statusCode = answer;
      response.end('{"error":"no"}');
    });
    for (const flags of [['--json'], ['--follow', '--json']]) {
      const { status, problem } = await runEvents({ baseUrl, apiKey: 'sk_live_x' }, flags);
      expect(problem).toContain(hint);
      expect(status).toBe(expected);
    }
  });

  it('ends with status 1 where the certificate is not trusted', async () => {
    const { baseUrl, requests } = await startSecureServer((_request, response) => response.end('{}'));
    const { status, problem } = await runEvents({ baseUrl, apiKey: 'sk_live_x' }, ['--follow']);
    expect(problem).toContain('cannot be trusted');
    expect(status).toBe(1);
    expect(requests).toEqual([]);
  });

  it('shows by its status that a signal ended it before it was done', async () => {
    const asked = Promise.withResolvers<void>();
    const { baseUrl } = await startSocketServer(() => asked.resolve());
    const running = startEvents({ baseUrl, apiKey: 'sk_live_x' }, ['--json']);
    await asked.promise;
    running.child.kill('SIGTERM');
    expect(await running.exit).toBe(143);
    expect(running.lines).toEqual([]);
  });

  it('says when what it prints cannot be written', async () => {
    const { service } = await startTestService({ quota: QUOTA });
    const full = openSync('/dev/full', 'w');
    const { status, problem } = await runEvents(service, [], { output: full });
    closeSync(full);
    expect(problem).toContain('is not whole: the disk is full. Make room on it.');
    expect(status).toBe(1);
  });
});
