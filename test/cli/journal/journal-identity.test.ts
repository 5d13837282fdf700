import { userInfo } from 'node:os';

import { expect, it } from 'vitest';

import { parseApiKey } from '../../../src/api/api-key.ts';
import { hasProcessEnded, isProcessRunning } from '../../../src/cli/journal/has-ended.ts';
import { journalIdentity } from '../../../src/cli/journal/journal-identity.ts';

const SECRET = 'sk_live_canary_0123456789_abcdef';
const SETTINGS = { baseUrl: new URL('https://security.acme.example/api/v1'), key: parseApiKey(SECRET) };

it('says who writes, with which key by its fingerprint, and to which server', () => {
  const identity = journalIdentity(SETTINGS, false, {});
  expect(identity).toEqual({
    user: userInfo().username,
    host: expect.any(String) as string,
    key: expect.stringMatching(/^[0-9a-f]{12}$/) as string,
    base_url: 'https://security.acme.example/api/v1',
    pid: process.pid,
  });
  expect(JSON.stringify(identity)).not.toContain('canary');
  expect(journalIdentity(SETTINGS, true, {})).toMatchObject({ demo: true });
});

it.each([
  [{ SSH_CONNECTION: '203.0.113.9 50022 192.0.2.1 22' }, { ssh: '203.0.113.9 port 50022' }],
  [{ SSH_CLIENT: '2001:db8::9 50022 22' }, { ssh: '2001:db8::9 port 50022' }],
  [{ SSH_CONNECTION: 'elsewhere' }, { ssh: 'elsewhere' }],
  [{ SUDO_USER: 'anna' }, { sudo_user: 'anna' }],
])('tells of %j where it came from', (environment, origin) => {
  expect(journalIdentity(SETTINGS, false, environment)).toMatchObject(origin);
});

it('takes no more of a variable than a name or an address can be', () => {
  const { ssh, sudo_user: sudoUser } = journalIdentity(SETTINGS, false, {
    SSH_CONNECTION: 'x'.repeat(10_000),
    SUDO_USER: '',
  });
  expect(ssh).toHaveLength(256);
  expect(sudoUser).toBeUndefined();
});

it('takes a process for ended only on its own host', () => {
  const running = new Set([7]);
  const hasEnded = (writer: Parameters<typeof hasProcessEnded>[0]) =>
    hasProcessEnded(writer, 'jump-1', (pid) => running.has(pid));
  expect(hasEnded({ host: 'jump-1', pid: 7 })).toBe(false);
  expect(hasEnded({ host: 'jump-1', pid: 8 })).toBe(true);
  expect(hasEnded({ host: 'jump-2', pid: 8 })).toBe(false);
  expect(hasEnded({})).toBe(true);
  expect(hasProcessEnded({ pid: process.pid }, 'jump-1')).toBe(false);
  // That of the first process of the system, which everybody may ask for and few may signal.
  expect(hasProcessEnded({ pid: 1 }, 'jump-1')).toBe(false);
});

it.each([
  ['R', true],
  ['S', true],
  ['Z', false],
  ['X', false],
])('a process in the state %s that is still there runs: %s', (state, runs) => {
  expect(isProcessRunning(process.pid, () => `4711 (node) Z) ${state} 1 4711 4711 0 -1`)).toBe(runs);
});

it('a process runs as far as is known where no file tells its state', () => {
  const readStat = () => {
    throw new Error('ENOENT');
  };
  expect(isProcessRunning(process.pid, readStat)).toBe(true);
});
