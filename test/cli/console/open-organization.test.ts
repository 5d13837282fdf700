import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import {
  openOrganization,
  type OpenOrganization,
  type OrganizationHost,
  type OrganizationOptions,
} from '../../../src/cli/console/open-organization.ts';
import { memoryOfProcess } from '../../../src/cli/console/memory-at-rest.ts';
import { organizationOptions } from '../../../src/cli/console/organization-options.ts';
import { leftView } from '../../../src/commands/app/left-view.ts';
import { resolveConnection } from '../../../src/host/connection/resolve-connection.ts';
import { selectVisibleEvents } from '../../../src/stores/events/select-events.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import { createTestContext } from '../../helpers/command-context.ts';
import { eventually } from '../../helpers/eventually.ts';
import { startNamedOrganization, type NamedOrganization } from '../../helpers/named-organization.ts';
import { temporaryFile } from '../../helpers/temporary-file.ts';
import { stopTestServices } from '../../helpers/test-service.ts';

/** Organizations as they are opened and left, on real services on loopback and the clock of this machine. */

let folder: string;
let acme: NamedOrganization;
let beta: NamedOrganization;
let opened: OpenOrganization[];

beforeEach(async () => {
  folder = dirname(temporaryFile());
  vi.stubEnv('XDG_STATE_HOME', join(folder, 'state'));
  vi.stubEnv('VIGIL_CONFIG', join(folder, 'config.toml'));
  opened = [];
  acme = await startNamedOrganization('acme', 1);
  beta = await startNamedOrganization('beta', 2);
  mkdirSync(folder, { recursive: true });
  const profiles = Object.entries({ acme, beta }).map(([name, { baseUrl, key }]) => {
    writeFileSync(join(folder, `${name}.key`), key, { mode: 0o600 });
    return `[profiles.${name}]\nbase_url = "${baseUrl}"\napi_key_file = "${name}.key"\n`;
  });
  writeFileSync(join(folder, 'config.toml'), profiles.join(''), { mode: 0o600 });
});

afterEach(async () => {
  opened.forEach((organization) => organization.close());
  await stopTestServices();
  vi.unstubAllEnvs();
});

async function optionsOf(profile: string): Promise<OrganizationOptions> {
  return organizationOptions(await resolveConnection({ profile }), []);
}

function open(options: OrganizationOptions, left?: ReturnType<typeof leftView>): OpenOrganization {
  const { terminal, profiles } = createTestContext();
  const host: OrganizationHost = {
    screen: { ascii: false, sideBySide: true, rebound: new Map(), columns: 120, rows: 40 },
    terminal,
    speech: undefined,
    profiles,
    who: () => 'anna@jump-1',
    interfaceStands: Promise.resolve(),
    fail: (error) => expect.fail(String(error)),
  };
  const organization = openOrganization(options, host, left);
  opened.push(organization);
  organization.start();
  return organization;
}

const hostsIn = ({ commands: { stores } }: OpenOrganization) =>
  (stores.agents.getState().data?.rows ?? []).map(({ hostname }) => hostname ?? '');
const viewOf = ({ commands: { stores } }: OpenOrganization) => stores.view.getState();

async function read(organization: OpenOrganization): Promise<void> {
  await eventually(() => {
    expect(hostsIn(organization)).toHaveLength(6);
    expect(organization.commands.stores.events.getState().coveredSince).toBeDefined();
  });
}

const keysAt = ({ requests }: NamedOrganization) =>
  new Set(requests.filter(({ path }) => path !== '/health').map(({ key }) => key));

it('asks each only with its own key, and nothing any more of one that was left', async () => {
  const first = open(await optionsOf('acme'));
  await read(first);
  first.close();
  const { length } = acme.requests;
  const second = open(await optionsOf('beta'));
  await read(second);
  first.commands.sync.refresh();
  second.commands.sync.refresh();
  const seen = beta.requests.length;
  await eventually(() => expect(beta.requests.length).toBeGreaterThan(seen));
  expect(acme.requests).toHaveLength(length);
  expect(keysAt(acme)).toEqual(new Set([acme.key]));
  expect(keysAt(beta)).toEqual(new Set([beta.key]));
  expect(hostsIn(second).filter((host) => !host.startsWith('beta-'))).toEqual([]);
});

it('sends no change of one that was left, and allows none in the next because the first one did', async () => {
  const first = open({ ...(await optionsOf('acme')), mode: 'write' });
  await read(first);
  const [agent] = first.commands.stores.agents.getState().data?.rows ?? [];
  first.close();
  expect(agent).toBeDefined();
  const verdict =
    agent && (await first.commands.sync.changeAgentStatus({ agent, status: 'suspended', reason: '' }));
  expect(verdict?.kind).toBe('refused');
  const second = open(await optionsOf('beta'));
  expect(viewOf(second)).toMatchObject({ mode: 'read-only', access: { until: undefined } });
  expect([...acme.requests, ...beta.requests].filter(({ method }) => method !== 'GET')).toEqual([]);
});

it('gives back what is to be said of what was left, also by what began too late', async () => {
  const organization = open(await optionsOf('acme'));
  organization.onClose((sayLast) => sayLast('It was not run for 3 events.'));
  const lastWords = organization.close();
  expect(lastWords).toEqual(['It was not run for 3 events.']);
  organization.onClose((sayLast) => sayLast('And never.'));
  expect(lastWords).toEqual(['It was not run for 3 events.', 'And never.']);
});

it('writes what is kept of it at once, and leaves the quota to others', async () => {
  const options = await optionsOf('acme');
  const first = open(options);
  await read(first);
  const consoles = join(options.stateFolder, 'consoles');
  await eventually(() => expect(readdirSync(consoles)).toHaveLength(1));
  updatePane(first.commands.stores.view, 'agents', { text: 'host-0' });
  first.close();
  expect(readFileSync(join(options.stateFolder, 'state.json'), 'utf8')).toContain('host-0');
  expect(existsSync(consoles) ? readdirSync(consoles) : []).toEqual([]);
  const second = open(await optionsOf('beta'));
  expect(viewOf(second).agents.text).toBe('');
});

it('shows one that comes back as it was left: pane, filters, cursor and marks, but nothing that was allowed', async () => {
  const first = open(await optionsOf('acme'));
  await read(first);
  const { view, agents } = first.commands.stores;
  const ids = (agents.getState().data?.rows ?? []).map(({ id }) => id);
  view.setState({ tab: 'agents', mode: 'write' });
  updatePane(view, 'agents', { cursor: ids[3], marks: new Set(ids.slice(1, 3)), text: 'host' });
  const left = leftView(view);
  first.close();
  const again = open(await optionsOf('acme'), left);
  expect(viewOf(again)).toMatchObject({
    tab: 'agents',
    mode: 'read-only',
    agents: { cursor: ids[3], text: 'host' },
    dialogs: [],
    messages: [],
  });
  expect([...viewOf(again).agents.marks]).toEqual(ids.slice(1, 3));
  await read(again);
  expect(viewOf(again).agents.cursor).toBe(ids[3]);
});

it('shows a feed that stood still with all that came meanwhile, and stands still again', async () => {
  const first = open(await optionsOf('acme'));
  await read(first);
  const { view, events } = first.commands.stores;
  const cursor = events.getState().rows.at(2)?.id;
  expect(cursor).toBeDefined();
  view.setState({ tab: 'events' });
  updatePane(view, 'events', { follow: false, frozenAt: events.getState().batch, cursor });
  const left = leftView(view);
  first.close();
  const again = open(await optionsOf('acme'), left);
  await read(again);
  const { events: feed } = again.commands.stores;
  expect(viewOf(again).events).toMatchObject({ follow: false, cursor });
  expect(viewOf(again).events.frozenAt).toBeLessThanOrEqual(feed.getState().batch);
  await eventually(() => {
    const shown = [...selectVisibleEvents(again.commands.stores)].map(({ id }) => id);
    expect(shown).toContain(cursor);
  });
});

it('lets go of those that were left', async () => {
  const left: WeakRef<object>[] = [];
  for (let round = 0; round < 10; round++) {
    const organization = open(await optionsOf(round % 2 === 0 ? 'acme' : 'beta'));
    await read(organization);
    organization.close();
    left.push(new WeakRef(organization.commands.stores.events));
    opened = [];
  }
  await eventually(() => {
    memoryOfProcess.release();
    // What was last asked of a list may be remembered until the next one is asked.
    expect(left.filter((each) => each.deref() !== undefined).length).toBeLessThanOrEqual(1);
  });
}, 60_000);
