import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { runProgram } from '../helpers/built-program.ts';
import { echoing, type Echo } from '../helpers/echoing-server.ts';
import { startSocketServer } from '../helpers/socket-server.ts';
import { startVigil } from '../helpers/terminal.ts';

/** The built program against servers that repeat its key wherever they can: it must be nowhere but in the header. */

const KEY = 'sk_live_canary-7d1f';

/** A server of its kind, another that a redirect leads to, and a home with a profile for the first. */
async function prepare(echo: Echo) {
  const elsewhere = await startSocketServer((_request, response) => response.end('{}'));
  const answer = echoing(echo, KEY, elsewhere.baseUrl.href);
  /** Where the key stood in requests, apart from its header. */
  const leaks: string[] = [];
  let withKey = 0;
  const server = await startSocketServer((request, response) => {
    const { 'x-api-key': key, ...others } = request.headers;
    withKey += key === KEY ? 1 : 0;
    if (`${request.url} ${JSON.stringify(others)}`.includes('canary')) {
      leaks.push(`${request.url} ${JSON.stringify(others)}`);
    }
    if (request.url?.endsWith('/health') === true && key !== undefined) {
      leaks.push('the header of a request that needs no key');
    }
    answer(request, response);
  });
  const home = mkdtempSync(join(tmpdir(), 'vigil-home-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const folder = join(home, '.config', 'vigil');
  mkdirSync(folder, { recursive: true });
  const keyFile = join(folder, 'key');
  writeFileSync(keyFile, `${KEY}\n`);
  chmodSync(keyFile, 0o600);
  writeFileSync(
    join(folder, 'config.toml'),
    `[profiles.echo]\nbase_url = "${server.baseUrl.href}"\napi_key_file = "key"\n`,
  );
  return {
    environment: { HOME: home, XDG_CONFIG_HOME: join(home, '.config'), TMPDIR: home },
    /** Nothing of the key went or lies anywhere but where it belongs. */
    expectNoLeak: (...texts: readonly string[]) => {
      for (const text of texts) {
        expect(text).not.toContain('canary');
      }
      expect(withKey).toBeGreaterThan(0);
      expect(leaks).toEqual([]);
      expect(elsewhere.requests).toEqual([]);
      expect(filesWith('canary', home)).toEqual([keyFile]);
    },
  };
}

function filesWith(text: string, folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path, 'latin1').includes(text));
}

const CONTROL_C = '\u0003';

/** The key of each pane, and what stands at the bottom of it alone. */
const PANES = [
  ['1', 'Tab next block'],
  ['3', 'S suspend'],
  ['4', 'Enter transcript'],
  ['5', 'v totals'],
  ['6', 'W review and write'],
  ['2', 'b block'],
] as const;

const ECHOES: readonly (readonly [Echo, string | RegExp, number])[] = [
  ['data', 'sk_live_…', 0],
  ['401', /401|refuses the key/, 3],
  ['403', '403', 3],
  ['429', /429|waiting|rate limit/, 1],
  ['page', '502', 1],
  ['not-json', 'not JSON', 1],
  ['other-json', 'another shape', 1],
  ['redirect', 'redirect', 1],
];

test.each(ECHOES)('the console on a server that answers with %s', async (echo, sign) => {
  const { environment, expectNoLeak } = await prepare(echo);
  const terminal = startVigil(['--tab', 'events'], { columns: 160, rows: 45, environment });
  onTestFinished(() => terminal.dispose());
  await terminal.waitFor(sign);
  const screens = [terminal.text];
  for (const [key, hint] of PANES) {
    terminal.press(key);
    await terminal.waitFor(hint);
    screens.push(terminal.text);
  }
  terminal.press('!');
  await terminal.waitFor('API log');
  screens.push(terminal.text);
  terminal.press(CONTROL_C);
  await terminal.waitForExit();
  expectNoLeak(terminal.output, ...screens);
});

test.each(ECHOES)('vigil doctor on a server that answers with %s', async (echo, _sign, expected) => {
  const { environment, expectNoLeak } = await prepare(echo);
  const outcomes = await Promise.all(
    [[], ['--json']].map((flags) => runProgram(['doctor', ...flags], { environment })),
  );
  for (const { status, out, problem } of outcomes) {
    expect(status).toBe(expected);
    expect(problem).toBe('');
    expectNoLeak(out, problem);
  }
});

test('no debug output of Node holds the key', async () => {
  const { environment, expectNoLeak } = await prepare('data');
  const { out, problem } = await runProgram(['doctor'], { environment: { ...environment, NODE_DEBUG: '*' } });
  expectNoLeak(out, problem);
});
