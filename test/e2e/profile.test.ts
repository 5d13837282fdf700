import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { startNamedOrganization, type NamedOrganization } from '../helpers/named-organization.ts';
import { pressUntil } from '../helpers/press-until.ts';
import { temporaryFile } from '../helpers/temporary-file.ts';
import { KEYS, startVigil, type Terminal, type TerminalOptions } from '../helpers/terminal.ts';
import { stopTestServices } from '../helpers/test-service.ts';

/** Going from one organization to another in the built program in a real pty. */

const CTRL_C = '\u0003';

let terminal: Terminal | undefined;
let folder: string;
let acme: NamedOrganization;
let beta: NamedOrganization;

beforeEach(async () => {
  folder = dirname(temporaryFile());
  acme = await startNamedOrganization('acme', 1);
  beta = await startNamedOrganization('beta', 2);
  writePrivate('acme.key', acme.key);
  writePrivate('beta.key', beta.key);
  writePrivate(
    'config.toml',
    `default_profile = "acme"
[profiles.acme]
base_url = "${acme.baseUrl}"
api_key_file = "acme.key"
[profiles.beta]
base_url = "${beta.baseUrl}"
api_key_command = ["cat", "beta.key"]
title = "Beta"
[profiles.stuck]
base_url = "${beta.baseUrl}"
api_key_command = ["sleep", "600"]
`,
  );
});

afterEach(async () => {
  terminal?.dispose();
  terminal = undefined;
  await stopTestServices();
});

function writePrivate(name: string, text: string): void {
  const path = join(folder, 'vigil', name);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, text);
  chmodSync(path, 0o600);
}

function start(given: readonly string[] = [], environment: TerminalOptions['environment'] = {}): Terminal {
  terminal = startVigil(given, {
    columns: 140,
    rows: 34,
    environment: { XDG_CONFIG_HOME: folder, XDG_STATE_HOME: join(folder, 'state'), ...environment },
  });
  return terminal;
}

async function type(screen: Terminal, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    screen.press(key);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Keys that come too soon after another organization was gone to do nothing. */
async function openPalette(screen: Terminal): Promise<void> {
  await pressUntil(screen, ':', 'the palette', () => screen.text.includes('─ Commands'));
}

async function goTo(screen: Terminal, name: string): Promise<void> {
  await openPalette(screen);
  screen.press(...`profile ${name}`);
  await screen.waitFor(`the profile ${name}`);
  screen.press(KEYS.enter);
}

/** The keys that came there; only /health takes none. */
const keysAt = ({ requests }: NamedOrganization) =>
  new Set(requests.filter(({ path }) => path !== '/health').map(({ key }) => key));
const head = (screen: Terminal) => screen.lines[0] ?? '';

it('shows the other one with nothing of the first, and the first again as it was', async () => {
  const screen = start(['--write']);
  await screen.waitFor('live');
  await type(screen, '3');
  await screen.waitFor('acme-host-0-0');
  await type(screen, 'j', 'j');
  const cursorAt = () => screen.lines.find((line) => line.startsWith('▌'));
  await screen.waitUntil('the cursor on the third', () => (cursorAt() ?? '').includes('acme-host'));
  const stood = cursorAt()?.split(/\s+/)[1];
  expect(head(screen)).toContain('WRITE');

  await goTo(screen, 'beta');
  await screen.waitUntil(
    'the other one',
    () => head(screen).includes('Beta') && head(screen).includes('live'),
  );
  expect(head(screen)).toContain('RO');
  await pressUntil(screen, '3', 'the agents of the other one', () => screen.text.includes('beta-host-0-0'));
  expect(screen.text).not.toContain('acme');
  const sent = acme.requests.length;

  // What leads to a write finds a console that is read-only, although the first one is not.
  await type(screen, 'S');
  await screen.waitFor('read-only');
  await type(screen, 'r');
  await screen.waitUntil('more requests', () => beta.requests.length > 6);
  expect(acme.requests.length).toBe(sent);
  expect(keysAt(acme)).toEqual(new Set([acme.key]));
  expect(keysAt(beta)).toEqual(new Set([beta.key]));

  await goTo(screen, 'acme');
  await screen.waitUntil(
    'the first one',
    () => head(screen).includes('acme') && head(screen).includes('live'),
  );
  await screen.waitFor('acme-host-0-0');
  expect(head(screen)).toContain('WRITE');
  expect(screen.text).not.toContain('beta');
  await screen.waitUntil('the same row', () => cursorAt()?.split(/\s+/)[1] === stood);
  screen.press(CTRL_C);
  await screen.waitForExit();
  expect(screen.exit?.exitCode).toBe(0);
  expect([...acme.requests, ...beta.requests].filter(({ method }) => method !== 'GET')).toEqual([]);
});

it('stays where it is while a key is waited for, and when that is cancelled', async () => {
  const screen = start();
  await screen.waitFor('live');
  await goTo(screen, 'stuck');
  await screen.waitFor('Waiting for api_key_command of the profile stuck (sleep), for 30 s at most.');
  await type(screen, 'S', 'D', 'y', KEYS.enter);
  expect(head(screen)).toContain('acme');
  screen.press(KEYS.escape);
  await screen.waitFor('Cancelled: this is still acme');
  await goTo(screen, 'beta');
  await screen.waitUntil('the other one', () => head(screen).includes('Beta'));
  expect(keysAt(acme)).toEqual(new Set([acme.key]));
  screen.press(CTRL_C);
  await screen.waitForExit();
});

it('sends what is in the environment nowhere but where it was started, and comes back there', async () => {
  const screen = start([], { VIGIL_BASE_URL: acme.baseUrl, VIGIL_API_KEY: acme.key });
  await screen.waitFor('live');
  await goTo(screen, 'beta');
  await screen.waitUntil(
    'the other one',
    () => head(screen).includes('Beta') && head(screen).includes('live'),
  );
  expect(keysAt(beta)).toEqual(new Set([beta.key]));
  await openPalette(screen);
  screen.press(...'profile');
  await screen.waitFor('profile.choose');
  screen.press(KEYS.enter);
  await screen.waitFor('as vigil was started');
  screen.press('k', KEYS.enter);
  await screen.waitUntil('the first one', () => head(screen).includes(new URL(acme.baseUrl).host));
  await screen.waitFor('live');
  expect(keysAt(acme)).toEqual(new Set([acme.key]));
  expect(keysAt(beta)).toEqual(new Set([beta.key]));
  screen.press(CTRL_C);
  await screen.waitForExit();
});

it('comes back to the demo, which has gone on', async () => {
  const screen = start(['--demo']);
  await screen.waitFor('health ok');
  await goTo(screen, 'beta');
  await screen.waitUntil(
    'the other one',
    () => head(screen).includes('Beta') && head(screen).includes('live'),
  );
  await goTo(screen, 'demo');
  await screen.waitUntil(
    'the demo',
    () => head(screen).includes('demo organization') && head(screen).includes('DEMO'),
  );
  await screen.waitFor('health ok');
  expect(screen.text).not.toContain('beta-host');
  screen.press(CTRL_C);
  await screen.waitForExit();
});

it('is heard by whoever has it read aloud', async () => {
  const screen = start(['--accessible']);
  await screen.waitFor('? for help.');
  screen.press(':');
  await type(screen, ...'profile beta');
  await screen.waitFor('beta');
  screen.press(KEYS.enter);
  await screen.waitFor('vigil: Beta');
  screen.press(CTRL_C);
  await screen.waitForExit();
});
