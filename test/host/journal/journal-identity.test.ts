import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';

import { expect, it } from 'vitest';

import { parseApiKey } from '../../../src/api/api-key.ts';
import {
  hasProcessEnded,
  isProcessRunning,
  LONGEST_UNSEEN,
} from '../../../src/host/state/process-liveness.ts';
import { ownProcessNamespace, ownProcessStart, processStart } from '../../../src/host/state/process-start.ts';
import { journalIdentity } from '../../../src/host/journal/journal-identity.ts';

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
    ...(existsSync('/proc/self/ns/pid')
      ? { process_namespace: expect.stringMatching(/^\d+$/) as string }
      : {}),
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
])('says of %j where it came from', (environment, origin) => {
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

const NOW = Date.parse('2026-03-02T12:00:00Z');
const JUST_NOW = new Date(NOW - 1000).toISOString();
const LONG_AGO = new Date(NOW - LONGEST_UNSEEN).toISOString();

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
  ['had the number of this one before any was recorded when it began', { pid: 1 }, true],
  ['has a number that runs, and did not record when it began', { pid: 7 }, false],
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
  expect(hasProcessEnded({ time: JUST_NOW, ...writer }, OWN, NOW, processes)).toBe(ended);
  // As a line of a program that did not write its namespace, and as one of the same namespace.
  const inside = { process_namespace: '4026532001' };
  expect(hasProcessEnded({ time: JUST_NOW, ...writer }, { ...OWN, ...inside }, NOW, processes)).toBe(ended);
});

const CONTAINER = { ...OWN, process_namespace: '4026532001' };
const OUTSIDE = '4026531836';

it.each([
  ['runs in this container', { pid: 7, process_start: 'boot-2/500' }, CONTAINER, 'runs'],
  ['ended in this container', { pid: 8, process_start: 'boot-2/500' }, CONTAINER, 'ended'],
  ['is this one', { pid: 1, process_start: 'boot-2/900' }, CONTAINER, 'runs'],
  ['had the number of this one', { pid: 1, process_start: 'boot-2/800' }, CONTAINER, 'ended'],
  [
    'has the number of this one in another container',
    { pid: 1, process_start: 'boot-2/800', process_namespace: '4026532002' },
    CONTAINER,
    'unknown',
  ],
  [
    'has the number and the start of this one in another container',
    { pid: 1, process_start: 'boot-2/900', process_namespace: '4026532002' },
    CONTAINER,
    'unknown',
  ],
  [
    'has a number in another container that nothing has here',
    { pid: 8, process_start: 'boot-2/500', process_namespace: '4026532002' },
    CONTAINER,
    'unknown',
  ],
  [
    'is in a container of another machine with the same name',
    { pid: 7, process_start: 'boot-9/500' },
    CONTAINER,
    'unknown',
  ],
  [
    'is in a container, seen from a system that says nothing of them',
    { pid: 7, process_start: 'boot-2/500' },
    { ...OWN, process_start: 'clock/9', process_namespace: undefined },
    'unknown',
  ],
  [
    'was written where nothing is said of namespaces',
    { pid: 8, process_start: 'clock/5', process_namespace: undefined },
    { ...OWN, process_start: 'clock/9', process_namespace: undefined },
    'unknown',
  ],
  [
    'ran before the machine was started anew',
    { pid: 7, process_start: 'boot-1/500', process_namespace: OUTSIDE },
    { ...OWN, process_namespace: OUTSIDE },
    'ended',
  ],
])('a process that %s', (_what, writer, own, expected) => {
  const starts = new Map([
    [1, 'boot-2/900'],
    [7, 'boot-2/500'],
  ]);
  const processes = {
    isRunning: (pid: number) => starts.has(pid),
    startOf: (pid: number) => starts.get(pid),
  };
  const line = { host: 'jump-1', process_namespace: CONTAINER.process_namespace, ...writer };
  const [soon, later] = [JUST_NOW, LONG_AGO].map((time) =>
    hasProcessEnded({ ...line, time }, own, NOW, processes),
  );
  expect({ soon, later }).toEqual({
    soon: expected === 'ended',
    later: expected !== 'runs',
  });
});

it.each([
  ['pid:[4026531836]', '4026531836'],
  ['elsewhere', undefined],
])('reads from %s within what the number of a process is valid', (link, namespace) => {
  expect(ownProcessNamespace(() => link)).toBe(namespace);
});

it('knows of no namespace where there is no such file', () => {
  const readLink = () => {
    throw new Error('ENOENT');
  };
  expect(ownProcessNamespace(readLink)).toBeUndefined();
});

it('asks the system for what runs', () => {
  const own = { host: 'jump-1', pid: 0, process_start: '' };
  expect(
    hasProcessEnded({ time: JUST_NOW, pid: process.pid, process_start: ownProcessStart() }, own, NOW),
  ).toBe(false);
  // That of the first process of the system, which everybody may ask for and few may signal.
  expect(hasProcessEnded({ time: JUST_NOW, pid: 1 }, own, NOW)).toBe(false);
});

it('distinguishes processes of one number by when they began', () => {
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

it('a process runs as far as is known where no file says its state', () => {
  const readStat = () => {
    throw new Error('ENOENT');
  };
  expect(isProcessRunning(process.pid, readStat)).toBe(true);
});
