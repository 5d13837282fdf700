import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { temporaryFile } from '../helpers/temporary-file.ts';
import { startVigil, type Terminal } from '../helpers/terminal.ts';

/** What is kept of the console from one start to the next, in a real pty. */

let terminal: Terminal | undefined;
let folder: string;

beforeEach(() => {
  folder = dirname(temporaryFile());
});

afterEach(() => {
  terminal?.dispose();
  terminal = undefined;
});

function start(...further: readonly string[]): Terminal {
  terminal?.dispose();
  terminal = startVigil(['--demo', ...further], {
    columns: 140,
    rows: 40,
    environment: { XDG_STATE_HOME: folder },
  });
  return terminal;
}

const STATE = () => join(folder, 'vigil', '_demo', 'state.json');

async function quit(screen: Terminal): Promise<void> {
  screen.press('\u0003');
  await screen.waitUntil('the end', () => screen.exit !== undefined);
  expect(screen.exit?.exitCode).toBe(0);
}

it('finds the tab, the filters and the layout as they were left', async () => {
  const first = start();
  await first.waitFor('health ok');
  first.press('2');
  await first.waitFor('complete through');
  first.press('a');
  await first.waitFor('[ ] allow');
  first.press('p');
  await first.waitFor(/│ version /);
  await quit(first);
  expect(JSON.parse(readFileSync(STATE(), 'utf8'))).toMatchObject({ version: 1, view: { tab: 'events' } });

  const second = start();
  await second.waitFor('[ ] allow');
  await second.waitFor('complete through');
  expect(second.text).toMatch(/│ version /);
  await quit(second);
});

it('keeps that of each organization by itself', async () => {
  const first = start();
  await first.waitFor('health ok');
  first.press('3');
  await first.waitFor(/[1-9]\d* of \d+ agents/);
  await quit(first);
  renameSync(join(folder, 'vigil', '_demo'), join(folder, 'vigil', 'other'));
  const second = start();
  await second.waitFor('health ok');
  expect(second.text).not.toMatch(/of \d+ agents/);
  await quit(second);
});

it('sets a file aside that cannot be understood, and says so', async () => {
  mkdirSync(dirname(STATE()), { recursive: true, mode: 0o700 });
  writeFileSync(STATE(), '{"version":1,', { mode: 0o600 });
  const screen = start();
  await screen.waitFor('start anew');
  expect(existsSync(`${STATE()}.damaged-1`)).toBe(true);
  expect(readFileSync(`${STATE()}.damaged-1`, 'utf8')).toBe('{"version":1,');
  await screen.waitFor('health ok');
  await quit(screen);
});

it('keeps what the profiles of one configuration were left at apart, by server, path and key', async () => {
  const configuration = join(folder, 'configuration', 'vigil');
  mkdirSync(configuration, { recursive: true, mode: 0o700 });
  writeFileSync(join(configuration, 'key'), 'sk_live_canary\n', { mode: 0o600 });
  writeFileSync(join(configuration, 'other-key'), 'sk_live_other_canary\n', { mode: 0o600 });
  const profile = (name: string, server: string, key = 'key') =>
    `[profiles.${name}]\nbase_url = "http://127.0.0.1:${server}/api/v1"\napi_key_file = "${key}"\n`;
  const profiles = [
    profile('acme', '1'),
    profile('umbrella', '2'),
    profile('otherpath', '1/other'),
    profile('otherkey', '1', 'other-key'),
  ];
  writeFileSync(join(configuration, 'config.toml'), profiles.join('\n'), { mode: 0o600 });
  const startProfile = async (name: string) => {
    terminal?.dispose();
    terminal = startVigil(['--profile', name], {
      columns: 140,
      rows: 40,
      environment: { XDG_STATE_HOME: folder, XDG_CONFIG_HOME: dirname(configuration) },
    });
    await terminal.waitFor(`vigil ${name}`);
    await terminal.waitFor('no answer');
    return terminal;
  };
  const first = await startProfile('acme');
  first.press('3');
  await first.waitFor(/Enter details|s sort/);
  first.press('/');
  await first.waitFor('Filter agents');
  first.press('host:ci-*');
  await first.waitFor('host:ci-*');
  first.press('\r');
  await first.waitUntil('the list', () => !first.text.includes('Filter agents'));
  await quit(first);
  for (const name of ['umbrella', 'otherpath', 'otherkey']) {
    const other = await startProfile(name);
    await other.waitFor('The organization at a glance');
    expect(other.text).not.toContain('host:ci-*');
    expect(other.text.includes('Nothing is kept for this key yet.')).toBe(name === 'otherkey');
    await quit(other);
  }
  const again = await startProfile('acme');
  await again.waitFor('host:ci-*');
  expect(again.text).not.toContain('The organization at a glance');
  await quit(again);
});
