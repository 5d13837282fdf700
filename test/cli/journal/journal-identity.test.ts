import { userInfo } from 'node:os';

import { expect, it } from 'vitest';

import { parseApiKey } from '../../../src/api/api-key.ts';
import { hasProcessEnded, isProcessRunning } from '../../../src/cli/journal/has-ended.ts';
import { ownProcessStart, processStart } from '../../../src/cli/journal/process-start.ts';
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
    process_start: expect.stringMatching(/^\S+\/\d+$/) as string,
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

const OWN = { host: 'jump-1', pid: 1, process_start: 'boot-2/900' };

it.each([
  ['runs', { host: 'jump-1', pid: 7, process_start: 'boot-2/500' }, false],
  ['runs no more', { host: 'jump-1', pid: 8, process_start: 'boot-2/500' }, true],
  ['may run on another host', { host: 'jump-2', pid: 8, process_start: 'boot-2/500' }, false],
  ['had the number of one that began later', { host: 'jump-1', pid: 7, process_start: 'boot-2/499' }, true],
  ['had the number of one that began after the system did', { pid: 7, process_start: 'boot-1/500' }, true],
  ['is this one', { host: 'jump-1', pid: 1, process_start: 'boot-2/900' }, false],
  [
    'had the number of this one, as in a container that is started anew',
    { pid: 1, process_start: 'boot-2/800' },
    true,
  ],
  ['had the number of this one before any put down when it began', { pid: 1 }, true],
  ['has a number that runs, and did not put down when it began', { pid: 7 }, false],
  [
    'has a number of which the system does not say when it began',
    { pid: 6, process_start: 'clock/5' },
    false,
  ],
  ['is not named', {}, true],
])('a process that %s', (_what, writer, ended) => {
  const starts = new Map([
    [1, 'boot-2/900'],
    [6, undefined],
    [7, 'boot-2/500'],
  ]);
  const processes = {
    isRunning: (pid: number) => starts.has(pid),
    startOf: (pid: number) => starts.get(pid),
  };
  expect(hasProcessEnded(writer, OWN, processes)).toBe(ended);
});

it('asks the system for what runs', () => {
  const own = { host: 'jump-1', pid: 0, process_start: '' };
  expect(hasProcessEnded({ pid: process.pid, process_start: ownProcessStart() }, own)).toBe(false);
  // That of the first process of the system, which everybody may ask for and few may signal.
  expect(hasProcessEnded({ pid: 1 }, own)).toBe(false);
});

it('tells processes of one number apart by when they began', () => {
  const files: Readonly<Record<string, string>> = {
    '/proc/sys/kernel/random/boot_id': 'b6af-71\n',
    '/proc/7/stat': `7 (node) R 1 (x) S ${Array.from({ length: 18 }, (_, index) => index + 4).join(' ')} 1234 23 24`,
  };
  const readText = (path: string) => {
    const text = files[path];
    if (text === undefined) {
      throw new Error('ENOENT');
    }
    return text;
  };
  expect(processStart(7, readText)).toBe('b6af-71/1234');
  expect(processStart(8, readText)).toBeUndefined();
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
