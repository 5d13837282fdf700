import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';

import { pathBelow } from '../../../src/api/path-below.ts';
import { runApi } from '../../../src/cli/service/api-command.ts';
import { runHealth, runStats } from '../../../src/cli/service/facts-command.ts';
import { runLlm } from '../../../src/cli/llm/llm-command.ts';
import { runSessionsList } from '../../../src/cli/sessions/list-sessions-command.ts';
import type { CommandHost } from '../../../src/cli/session/command-session.ts';
import { runCommandWith } from '../../helpers/run-command.ts';
import { useCommandedServices } from '../../helpers/service-command.ts';
import { startSocketServer } from '../../helpers/socket-server.ts';

const start = useCommandedServices();

it('vigil stats and health print what the server says', async () => {
  const { run, get } = await start();
  const stats = await run((host) => runStats({ json: true }, host));
  expect([stats.status, JSON.parse(stats.lines[0] ?? '')]).toEqual([0, await get('/stats/summary')]);
  const text = await run((host) => runStats({}, host));
  expect(text.lines[0]).toMatch(/^total_events\t\d+$/);
  const health = await run((host) => runHealth({ columns: 'status,database' }, host));
  expect(health).toMatchObject({ status: 0, lines: ['status\tdatabase', 'ok\tconnected'], problem: '' });
});

it('vigil health ends with 1 where the server is not well, and says in what', async () => {
  const answer = () => ({ body: { status: 'degraded', database: 'lost' } });
  expect(await runCommandWith({ answer }, (host) => runHealth({}, host))).toMatchObject({
    status: 1,
    lines: ['status\tdegraded', 'database\tlost'],
    problem:
      'vigil: The server is not well: its status is degraded.\nvigil: The server is not well: its database is lost.\n',
  });
});

describe('vigil api', () => {
  it('prints the answer as it was sent, in ASCII', async () => {
    const { run, call } = await start();
    const { text } = await call('GET', '/events?limit=2');
    const { status, lines } = await run((host) => runApi('/events?limit=2', {}, host));
    expect([status, lines.join('\n')]).toEqual([0, text.trimEnd()]);
    expect((await run((host) => runApi('policy', {}, host))).status).toBe(0);
  });

  it('escapes letters and line ends of a hostile answer, and keeps numbers, order and doubled names', async () => {
    const body = '{"b":1.50,\r"a":12345678901234567890,\r\n"a":"\u202Eé\u007f"}';
    const server = await startSocketServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(body);
    });
    const { run } = await start();
    vi.stubEnv('VIGIL_BASE_URL', server.baseUrl.href);
    const { lines } = await run((host) => runApi('/x', {}, host));
    expect(lines).toEqual(['{"b":1.50,', '"a":12345678901234567890,', '"a":"\\u202e\\u00e9\\u007f"}']);
  });

  it('ends with 1 for what is not there, and with 3 for a key that is refused', async () => {
    const { run } = await start();
    const missing = await run((host) => runApi('/nothing', {}, host));
    expect([missing.status, missing.lines]).toEqual([1, []]);
    expect(missing.problem).toContain('(404)');
    vi.stubEnv('VIGIL_API_KEY', 'sk_live_of_nobody');
    for (const command of [
      (host: CommandHost) => runApi('/policy', {}, host),
      (host: CommandHost) => runSessionsList({}, host),
      (host: CommandHost) => runLlm({}, host),
      (host: CommandHost) => runStats({}, host),
    ]) {
      const refused = await run(command);
      expect([refused.status, refused.lines]).toEqual([3, []]);
      expect(refused.problem).not.toContain('nobody');
    }
  });

  it.each([
    '',
    'https://else.example/',
    '//else.example/',
    '/..',
    '/a/../..',
    '/%2e%2e/',
    '/..%2f',
    '/%252e%252e',
    '\\\\x',
    '/a#b',
    '/é',
    '/%',
  ])('asks nothing of %j', async (path) => {
    const { run, lines } = await start();
    const before = lines.length;
    expect((await run((host) => runApi(path, {}, host))).status).toBe(2);
    expect(lines).toHaveLength(before);
  });

  it('sends the key to no place but below the base URL, whatever is typed', () => {
    const base = new URL('https://api.example/org/api/v1');
    const piece = fc.constantFrom(
      '/',
      '.',
      '..',
      '%2e',
      '%2F',
      '%25',
      '\\',
      '@',
      ':',
      '?',
      '#',
      'a',
      ';',
      '//',
      'http',
      'é',
      '\n',
    );
    const typed = fc.oneof(
      fc.string(),
      fc.array(piece, { maxLength: 12 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(typed, (text) => {
        let asked;
        try {
          asked = pathBelow(base, text);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
          return;
        }
        const url = new URL(`${base.href}${asked.path}${asked.query}`);
        expect(url.origin).toBe(base.origin);
        expect(url.pathname.startsWith('/org/api/v1/')).toBe(true);
        expect(decodeURIComponent(url.pathname).split('/')).not.toContain('..');
      }),
      { numRuns: 2000 },
    );
  });
});
