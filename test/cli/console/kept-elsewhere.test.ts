import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { keepInFiles } from '../../../src/host/state/persist-in-files.ts';
import { createKeptElsewhere } from '../../../src/cli/console/kept-elsewhere.ts';
import { isNothingKept, organizationFolder, statePath } from '../../../src/host/state/state-place.ts';
import { createStores } from '../../../src/stores/stores.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import { eventually } from '../../helpers/eventually.ts';
import { NOW, samplePolicy } from '../../helpers/sample-data.ts';
import { temporaryFile } from '../../helpers/temporary-file.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

const USER = process.getuid?.() ?? 0;
const [OLD, NEW] = ['000000000001', '000000000002'];

/** A console of one organization, which keeps what is of it. */
function openConsole(environment: NodeJS.ProcessEnv, url: string, key: string) {
  const folder = organizationFolder(environment, {
    baseUrl: new URL(url),
    key: { fingerprint: () => key },
  });
  const wasNew = isNothingKept(folder);
  const stores = createStores();
  const said: string[] = [];
  const clock = new VirtualClock();
  const say = (sentence: string) => void said.push(sentence);
  const keeping = keepInFiles(stores.kept, { folder, userId: USER, clock, say });
  const elsewhere = createKeptElsewhere({
    environment,
    userId: USER,
    baseUrl: url,
    folder,
    earlierNames: ['acme', 'a.example'],
    keeping,
    clock,
  });
  const essence = () => ({
    changes: stores.policyDraft.getState().changes,
    isAcknowledged: stores.acknowledged.has('e1'),
    saved: stores.filterMemory.getState().saved.map(({ name }) => name),
    text: stores.view.getState().events.text,
  });
  return { folder, wasNew, stores, said, clock, elsewhere, essence, stop: keeping.stop };
}

/** What somebody leaves behind in a console. */
function work({ stores }: ReturnType<typeof openConsole>): void {
  stores.policyDraft.change(samplePolicy(), 'min_scorecard', 7);
  stores.acknowledged.acknowledge([{ id: 'e1', time: NOW }]);
  stores.filterMemory.save({ name: 'mine', list: 'events', text: 'lodash', others: {} });
  updatePane(stores.view, 'events', { text: 'host:ci-*' });
}

const WORK = { changes: { min_scorecard: 7 }, isAcknowledged: true, saved: ['mine'], text: 'host:ci-*' };
const NOTHING = { changes: {}, isAcknowledged: false, saved: [], text: '' };
const URL_A = 'https://a.example/one/api/v1';

const newEnvironment = () => ({ XDG_STATE_HOME: dirname(temporaryFile()) });

/** A console that is over, with what somebody left behind in it. */
function leaveBehind(environment: NodeJS.ProcessEnv): ReturnType<typeof openConsole> {
  const console = openConsole(environment, URL_A, OLD);
  work(console);
  console.stop();
  return console;
}

/** Takes over all that is kept elsewhere, and gives its names. */
async function takeOverAll({ elsewhere }: ReturnType<typeof openConsole>): Promise<readonly string[]> {
  const places = await elsewhere.list();
  for (const place of places) {
    await elsewhere.takeOver(place);
  }
  return places.map(({ name }) => name);
}

/** What the next console of an organization begins with. */
function nextEssence(environment: NodeJS.ProcessEnv, key: string) {
  const console = openConsole(environment, URL_A, key);
  console.stop();
  return console.essence();
}

describe('what is kept of one organization', () => {
  it.each([
    ['another path of the same origin', 'https://a.example/two/api/v1', OLD],
    ['another path of the same origin with another key', 'https://a.example/two/api/v1', NEW],
    ['another key of the same URL', URL_A, NEW],
  ])('is nothing of %s', async (_what, url, key) => {
    const environment = newEnvironment();
    const first = leaveBehind(environment);
    const other = openConsole(environment, url, key);
    expect(other.wasNew).toBe(true);
    expect(other.essence()).toEqual(NOTHING);
    // Only another key of the same URL may be the same organization.
    const places = await other.elsewhere.list();
    expect(places.map(({ path }) => path)).toEqual(url === URL_A ? [first.folder] : []);
    other.stop();
    const again = openConsole(environment, URL_A, OLD);
    expect([again.wasNew, again.essence()]).toEqual([false, WORK]);
    again.stop();
  });
});

describe('what is kept under another key of the same URL', () => {
  it('is named with what it holds, and taken over when somebody says so', async () => {
    const environment = newEnvironment();
    const first = leaveBehind(environment);
    mkdirSync(join(first.folder, 'policy'), { mode: 0o700 });
    writeFileSync(join(first.folder, 'policy', 'version.json'), 'seen', { mode: 0o600 });
    writeFileSync(join(first.folder, 'policy', 'both.json'), 'theirs', { mode: 0o600 });
    const before = readdirSync(first.folder).map((name) => name);

    const rotated = openConsole(environment, URL_A, NEW);
    const [place, ...others] = await rotated.elsewhere.list();
    expect(others).toEqual([]);
    expect(place).toEqual({
      name: `the key ${OLD}`,
      of: { baseUrl: URL_A, key: OLD },
      path: first.folder,
      holds: '1 acknowledged block, a draft of the policy with 1 change, 1 saved filter, filters and layout',
      mutes: [],
    });
    rotated.stores.filterMemory.save({ name: 'new', list: 'events', text: 'x', others: {} });
    mkdirSync(join(rotated.folder, 'policy'), { recursive: true, mode: 0o700 });
    writeFileSync(join(rotated.folder, 'policy', 'both.json'), 'own', { mode: 0o600 });
    if (place !== undefined) {
      await rotated.elsewhere.takeOver(place);
    }
    expect(rotated.essence()).toEqual({ ...WORK, saved: ['mine', 'new'] });
    await rotated.clock.advance(0);
    await eventually(() => expect(existsSync(join(rotated.folder, 'policy-draft.json'))).toBe(true));
    // What is written later takes nothing of it back.
    await rotated.clock.advance(20_000);
    rotated.stop();
    expect(rotated.said).toEqual([]);
    expect(readFileSync(join(rotated.folder, 'policy', 'version.json'), 'utf8')).toBe('seen');
    expect(readFileSync(join(rotated.folder, 'policy', 'both.json'), 'utf8')).toBe('own');
    expect(nextEssence(environment, NEW)).toEqual({ ...WORK, saved: ['mine', 'new'] });
    expect(readdirSync(first.folder)).toEqual(before);
    expect(nextEssence(environment, OLD)).toEqual(WORK);
  });

  it('is taken over without a draft that no policy can hold, which is named and stays', async () => {
    const environment = newEnvironment();
    const path = join(leaveBehind(environment).folder, 'policy-draft.json');
    const wrong = readFileSync(path, 'utf8').replace('"min_scorecard":7', '"min_scorecard":70');
    writeFileSync(path, wrong);
    const rotated = openConsole(environment, URL_A, NEW);
    rotated.stores.policyDraft.change(samplePolicy(), 'typosquat_threshold', 0.9);
    await takeOverAll(rotated);
    rotated.stop();
    expect(rotated.said).toEqual([
      'Drafts of the policy are not taken over: what is kept there holds what no policy can: min_scorecard must be a number from 0 to 10. It stays there as it is.',
    ]);
    expect(nextEssence(environment, NEW)).toEqual({ ...WORK, changes: { typosquat_threshold: 0.9 } });
    expect(readFileSync(path, 'utf8')).toBe(wrong);
  });

  it('joins a draft that was begun here since', async () => {
    const environment = newEnvironment();
    leaveBehind(environment);
    const rotated = openConsole(environment, URL_A, NEW);
    rotated.stores.policyDraft.change(samplePolicy(), 'typosquat_threshold', 0.9);
    await takeOverAll(rotated);
    rotated.stop();
    const { changes } = nextEssence(environment, NEW);
    expect(changes).toEqual({ min_scorecard: 7, typosquat_threshold: 0.9 });
  });
});

it('names the mutes among it that are not over, and hides what they hide once it is taken over', async () => {
  const environment = newEnvironment();
  const first = openConsole(environment, URL_A, OLD);
  const now = first.clock.now();
  first.stores.mutes.mute({ text: 'host:ci-*', at: now - 10, until: now + 3_600_000 });
  first.stores.mutes.mute({ text: 'package:over', at: now - 10, until: now - 1 });
  first.stores.mutes.mute({ text: 'package:ended', at: now - 10, until: now + 3_600_000 });
  first.stores.mutes.end('package:ended', now - 5);
  first.stop();
  const next = openConsole(environment, URL_A, NEW);
  const [place] = await next.elsewhere.list();
  expect(place).toMatchObject({
    holds: '1 mute that hides events, filters and layout',
    mutes: [{ text: 'host:ci-*', until: now + 3_600_000 }],
  });
  await takeOverAll(next);
  expect(next.stores.mutes.getState().active.map(({ text }) => text)).toContain('host:ci-*');
  next.stop();
});

describe('what an earlier version kept', () => {
  it('is named by the name it has, and taken over when somebody says so', async () => {
    const environment = newEnvironment();
    const first = leaveBehind(environment);
    const all = ['state.json', 'acknowledged.json', 'policy-draft.json'].map(
      (name) => JSON.parse(readFileSync(join(first.folder, name), 'utf8')) as object,
    );
    const elsewhere = newEnvironment();
    const path = statePath(elsewhere, 'acme');
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, JSON.stringify(Object.assign({}, ...all)), { mode: 0o600 });

    const console = openConsole(elsewhere, URL_A, OLD);
    expect(console.essence()).toEqual(NOTHING);
    expect(await takeOverAll(console)).toEqual(['an earlier vigil under acme']);
    console.stop();
    expect(nextEssence(elsewhere, OLD)).toEqual(WORK);
  });

  it('is carried over in the demo, whose folder has the name that it had', () => {
    const folder = join(dirname(temporaryFile()), '_demo');
    const stores = createStores();
    const options = { folder, userId: USER, clock: new VirtualClock(), say: () => undefined };
    stores.policyDraft.change(samplePolicy(), 'min_scorecard', 7);
    const draft = keepInFiles(stores.kept, options);
    stores.policyDraft.change(samplePolicy(), 'typosquat_threshold', 0.9);
    draft.stop();
    renameSync(join(folder, 'policy-draft.json'), join(folder, 'state.json'));
    const open = () => {
      const own = createStores();
      const keeping = keepInFiles(own.kept, { ...options, wasOneFile: true });
      return { own, keeping };
    };
    const first = open();
    expect(first.own.policyDraft.getState().changes).toEqual({ min_scorecard: 7, typosquat_threshold: 0.9 });
    first.own.policyDraft.discard();
    first.keeping.stop();
    const second = open();
    expect(second.own.policyDraft.getState().changes).toEqual({});
    second.keeping.stop();
  });

  it.each([
    ['is no folder', (path: string) => writeFileSync(path, '')],
    [
      'can be changed by others',
      (path: string) => {
        mkdirSync(path);
        chmodSync(path, 0o777);
      },
    ],
  ])('is not kept in a folder that %s, which is said once', (_what, make) => {
    const folder = join(dirname(temporaryFile()), 'organization');
    make(folder);
    expect(isNothingKept(folder)).toBe(true);
    const said: string[] = [];
    const stores = createStores();
    const keeping = keepInFiles(stores.kept, {
      folder,
      userId: USER,
      clock: new VirtualClock(),
      say: (sentence) => void said.push(sentence),
    });
    stores.acknowledged.acknowledge([{ id: 'e1', time: NOW }]);
    keeping.stop();
    expect(said).toEqual([
      expect.stringMatching(/^Filters, layout, acknowledgements and drafts are not kept: .*organization/),
    ]);
  });

  it('is named as what cannot be taken over where nothing of it can be read', async () => {
    const environment = newEnvironment();
    const path = statePath(environment, 'acme');
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, 'damaged', { mode: 0o600 });
    const console = openConsole(environment, URL_A, OLD);
    expect(await console.elsewhere.list()).toEqual([]);
    expect(await console.elsewhere.problems()).toEqual([
      `${path} cannot be understood and is left as it is.`,
    ]);
    expect(readFileSync(path, 'utf8')).toBe('damaged');
    console.stop();
  });
});
