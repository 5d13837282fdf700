import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { persistSlices, type Keeping, type StateDisk } from '../../../src/host/state/persist.ts';
import { writeStateFileNow } from '../../../src/host/state/state-file.ts';
import { keepInFiles } from '../../../src/host/state/persist-in-files.ts';
import {
  KEPT_FILES,
  organizationFolder,
  statePath,
  whyNotKept,
} from '../../../src/host/state/state-place.ts';
import { reportDraftNews } from '../../../src/commands/policy/draft-news.ts';
import { writeStateFile } from '../../../src/host/state/write-state-file.ts';
import type { JsonValue, KeptOnHost } from '../../../src/stores/base/kept-on-host.ts';
import { selectUnacknowledgedBlocks } from '../../../src/stores/events/acknowledged.ts';
import { parseExactJson } from '../../../src/lib/exact-json.ts';
import { createStores, type Stores } from '../../../src/stores/stores.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import { eventually } from '../../helpers/eventually.ts';
import { NOW, sampleEvent, samplePolicy } from '../../helpers/sample-data.ts';
import { temporaryFile } from '../../helpers/temporary-file.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

const USER = process.getuid?.() ?? 0;

/** A console that keeps its state in a file. */
class KeepingConsole {
  readonly stores: Stores = createStores();
  readonly said: string[] = [];
  readonly clock = new VirtualClock();
  readonly stop: () => void;
  readonly takeOver: Keeping['takeOver'];
  #isWriting = false;

  constructor(
    path: string,
    {
      kept = this.stores.kept,
      userId = USER,
      disk = { write: writeStateFile, writeNow: writeStateFileNow },
    }: { kept?: readonly KeptOnHost[]; userId?: number; disk?: StateDisk } = {},
  ) {
    const say = (sentence: string) => void this.said.push(sentence);
    this.stores.policyDraft.onNews((news) =>
      reportDraftNews({ stores: this.stores, clock: this.clock }, news),
    );
    const keeping = persistSlices(kept, { path, userId, clock: this.clock, say, disk: this.#watched(disk) });
    this.stop = keeping.stop;
    this.takeOver = keeping.takeOver;
  }

  get draft() {
    return this.stores.policyDraft.getState();
  }

  /** Lets time pass, so many milliseconds at once, until a look does not throw; it stands while a file is written. */
  async until(look: () => void, milliseconds = 100): Promise<void> {
    await eventually(async () => {
      if (!this.#isWriting) {
        await this.clock.advance(milliseconds);
      }
      look();
    });
  }

  #watched(disk: StateDisk): StateDisk {
    return {
      ...disk,
      write: async (...writing) => {
        this.#isWriting = true;
        await disk.write(...writing).finally(() => (this.#isWriting = false));
      },
    };
  }

  /** The newest message. */
  get notices() {
    return this.view.messages[0]?.text;
  }

  get view() {
    return this.stores.view.getState();
  }
}

function newPath(): string {
  return statePath({ XDG_STATE_HOME: dirname(temporaryFile()) }, 'acme');
}

/** A list of texts to which consoles add. */
function createAdditions(...initial: readonly string[]) {
  let all: readonly string[] = initial;
  const listeners = new Set<() => void>();
  const asList = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);
  const store: KeptOnHost = {
    name: 'additions',
    read: () => all,
    restore: (value) => void (all = asList(value)),
    merge: (mine: JsonValue, theirs) => [...new Set([...asList(theirs), ...asList(mine)])],
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  return {
    store,
    all: () => all,
    add(text: string) {
      all = [...all, text];
      listeners.forEach((listener) => listener());
    },
  };
}

describe('what is kept on this host', () => {
  it('is there again at the next start: the tab, filters, sorting and layout, and no cursor or mark', () => {
    const path = newPath();
    const first = new KeepingConsole(path);
    first.stores.view.setState({ tab: 'agents', timeStyle: 'local' });
    updatePane(first.stores.view, 'agents', {
      text: 'ci-*',
      flag: 'clone',
      detail: true,
      wrap: false,
      sort: { column: 'HOST', descending: true },
      cursor: 'agent-1',
      marks: new Set(['agent-1']),
    });
    updatePane(first.stores.view, 'events', { outcomes: ['block'] });
    first.stop();
    expect(readFileSync(path, 'utf8')).not.toContain('agent-1');
    const { view } = new KeepingConsole(path);
    expect(view).toMatchObject({ tab: 'agents', timeStyle: 'local', events: { outcomes: ['block'] } });
    expect(view.agents).toEqual({ ...first.view.agents, cursor: undefined, marks: new Set() });
  });

  it('is for its user alone', () => {
    const path = newPath();
    const { stores, stop } = new KeepingConsole(path);
    stores.view.setState({ tab: 'llm' });
    stop();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
    expect(readdirSync(dirname(path))).toEqual(['state.json']);
  });

  it('is written seconds after a change, once for many of them, and not when only the cursor moved', async () => {
    const path = newPath();
    const { stores, clock } = new KeepingConsole(path);
    updatePane(stores.view, 'events', { cursor: 'e1' });
    await clock.advance(10_000);
    expect(existsSync(path)).toBe(false);
    updatePane(stores.view, 'events', { text: 'l' });
    await clock.advance(1000);
    updatePane(stores.view, 'events', { text: 'lodash' });
    expect(existsSync(path)).toBe(false);
    await clock.advance(1000);
    await expect.poll(() => existsSync(path)).toBe(true);
    expect(readFileSync(path, 'utf8')).toContain('lodash');
  });

  it('is that of both when two consoles add to it', () => {
    const path = newPath();
    const [left, right] = [createAdditions(), createAdditions()];
    const consoles = [left, right].map(({ store }) => new KeepingConsole(path, { kept: [store] }));
    left.add('a');
    right.add('b');
    consoles.forEach(({ stop }) => stop());
    const last = createAdditions();
    new KeepingConsole(path, { kept: [last.store] });
    expect([...last.all()].sort()).toEqual(['a', 'b']);
  });

  it('is taken in by another console that runs, within a minute', async () => {
    const path = newPath();
    const [left, right] = [new KeepingConsole(path), new KeepingConsole(path)];
    const consoles = [left, right];
    const event = sampleEvent('b1', 10, { outcome: 'block' });
    const waiting = () => consoles.map(({ stores }) => selectUnacknowledgedBlocks(stores).length);
    for (const { stores } of consoles) {
      stores.events.apply([event], { at: NOW, fromHistory: false });
    }
    expect(waiting()).toEqual([1, 1]);
    left.stores.acknowledged.acknowledge(left.stores.events.getState().rows.slice());
    await left.clock.advance(3000);
    await eventually(() => expect(existsSync(path)).toBe(true));
    expect(waiting()).toEqual([0, 1]);
    await right.clock.advance(60_000);
    expect(waiting()).toEqual([0, 0]);
    consoles.forEach(({ stop }) => stop());
    const next = new KeepingConsole(path);
    expect(next.stores.acknowledged.has('b1')).toBe(true);
    next.stop();
  });

  it('holds what two consoles acknowledged at the next start', () => {
    const path = newPath();
    const consoles = [new KeepingConsole(path), new KeepingConsole(path)];
    for (const [index, { stores }] of consoles.entries()) {
      stores.events.apply(
        ['b0', 'b1', 'b2'].map((id) => sampleEvent(id, 10, { outcome: 'block' })),
        { at: NOW, fromHistory: false },
      );
      stores.acknowledged.acknowledge([stores.events.get(`b${index}`)!]);
    }
    consoles.forEach(({ stop }) => stop());
    const { stores, stop } = new KeepingConsole(path);
    expect(['b0', 'b1', 'b2'].map((id) => stores.acknowledged.has(id))).toEqual([true, true, false]);
    stop();
  });

  it('stays as another console left it where this one changed nothing', () => {
    const path = newPath();
    const idle = new KeepingConsole(path);
    const other = new KeepingConsole(path);
    const additions = createAdditions();
    const third = new KeepingConsole(path, { kept: [additions.store] });
    other.stores.view.setState({ tab: 'policy' });
    other.stop();
    additions.add('x');
    third.stop();
    idle.stop();
    expect(new KeepingConsole(path).view.tab).toBe('policy');
  });

  it.each(['', '{"version":1', 'null', '{"version":0}', '[]', '\u0000'])(
    'starts anew when the file holds %j, which is set aside and reported once',
    (text) => {
      const path = newPath();
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      writeFileSync(path, text);
      const { said, view } = new KeepingConsole(path);
      expect(view.tab).toBe('overview');
      expect(said).toHaveLength(1);
      expect(said[0]).toContain('could not be understood');
      expect(readFileSync(`${path}.damaged-1`, 'utf8')).toBe(text);
      expect(new KeepingConsole(path).said).toEqual([]);
    },
  );

  it('keeps every damaged file under a number of its own, and takes no name twice', () => {
    const path = newPath();
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    for (const number of [1, 2, 3]) {
      writeFileSync(path, `damage ${number}`);
      expect(new KeepingConsole(path).said[0]).toContain(`${path}.damaged-${number}.`);
    }
    for (const number of [1, 2, 3]) {
      expect(readFileSync(`${path}.damaged-${number}`, 'utf8')).toBe(`damage ${number}`);
    }
  });

  it('writes nothing over a damaged file when there are too many beside it', () => {
    const path = newPath();
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    for (let number = 1; number < 100; number++) {
      writeFileSync(`${path}.damaged-${number}`, '');
    }
    writeFileSync(path, 'damage');
    const { said, stores, stop } = new KeepingConsole(path);
    expect(said[0]).toContain('are not kept');
    stores.view.setState({ tab: 'llm' });
    stop();
    expect(readFileSync(path, 'utf8')).toBe('damage');
  });

  it('leaves a file of a newer program as it is, says so, and keeps its own beside it', () => {
    const path = newPath();
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const newer = '{"version":2,"view":{"tab":"llm"},"new":[1]}';
    writeFileSync(path, newer);
    const beside = path.replace(/json$/, 'v1.json');
    const first = new KeepingConsole(path);
    expect(first.said).toEqual([
      `${path} was written by a newer vigil (version 2 of the file) and is left as it is. This one keeps its own in ${beside}.`,
    ]);
    first.stores.view.setState({ tab: 'agents' });
    first.stop();
    expect(readFileSync(path, 'utf8')).toBe(newer);
    expect(existsSync(beside)).toBe(true);
    expect(new KeepingConsole(path).view.tab).toBe('agents');
  });

  it.each([
    ['acknowledged', { events: [['e1', NOW], ['e2']], withdrawn: [] }],
    ['acknowledged', { events: { e1: NOW } }],
    ['acknowledged', 'e1'],
    ['acknowledged', { since: '2026-03-02', events: [] }],
    ['acknowledged', [['e1', NOW]]],
    ['view', { events: { suspicious: 'yes' } }],
    ['view', { agents: { sort: 'hostname' } }],
    ['view', { tab: 'of a newer program' }],
    ['view', { events: { ofANewerProgram: 1 } }],
    ['view', []],
    ['filters', { history: { events: ['a', 7] } }],
    ['filters', { history: [], saved: [] }],
    ['filters', { saved: [{ name: 'mine', list: 'of a newer program', text: 'a', others: {} }] }],
    ['filters', { saved: [{ name: 'mine', list: 'events', text: 'a', others: 'b' }] }],
    ['filters', { saved: {} }],
    ['filters', 7],
    ['policy-draft', { base: 'lost', changes: { min_scorecard: 7 } }],
    ['policy-draft', { changes: { min_scorecard: 7 } }],
    ['policy-draft', { base: { rules: {} }, changes: { min_scorecard: 7 }, rivals: { min_scorecard: 8 } }],
    ['policy-draft', 7],
  ])('keeps a file aside of which it would lose a part: %s %j', (name, part) => {
    const path = newPath();
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const text = JSON.stringify({
      version: 1,
      view: { tab: 'agents' },
      filters: { history: { agents: ['build'] } },
      [name]: part,
    });
    writeFileSync(path, text);
    const others = [name === 'view' ? 'overview' : 'agents', name === 'filters' ? [] : ['build']];
    const taken = ({ view, stores }: KeepingConsole) => [
      view.tab,
      stores.filterMemory.getState().history.agents,
    ];
    const console = new KeepingConsole(path);
    expect(console.said).toEqual([
      expect.stringContaining(`as a whole. It was set aside as ${path}.damaged-1.`),
    ]);
    expect(taken(console)).toEqual(others);
    console.stop();
    expect(readFileSync(`${path}.damaged-1`, 'utf8')).toBe(text);
    const next = new KeepingConsole(path);
    expect([next.said, taken(next)]).toEqual([[], others]);
  });

  it.each([
    [
      { min_scorecard: 1e9, typosquat_threshold: -5 },
      {},
      'min_scorecard must be a number from 0 to 10; typosq',
    ],
    [{ block_on_critical_vuln: 'false' }, {}, 'block_on_critical_vuln must be true or false'],
    [{ min_scorecard: 7, constructor: 5 }, {}, 'constructor is no rule of the specification'],
    [{ blocked_maintainers: 7 }, {}, 'blocked_maintainers must be a list'],
    [{ min_scorecard: 7 }, { rivals: { min_scorecard: [8, 'zz'] } }, 'min_scorecard must be a number'],
  ])('takes nothing of a draft that no policy can hold, and says why: %j %j', (changes, more, why) => {
    const path = newPath();
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const draft = { base: { rules: { min_scorecard: 5 } }, changes, ...more };
    const text = JSON.stringify({ version: 1, view: { tab: 'agents' }, 'policy-draft': draft });
    writeFileSync(path, text);
    const { said, view, draft: taken, stop } = new KeepingConsole(path);
    expect(said).toEqual([expect.stringContaining(`${path} holds what no policy can: ${why}`)]);
    expect(said[0]).toMatch(/ start with what could be: .* It was set aside as .*\.damaged-1\.$/);
    expect([view.tab, taken.changes, taken.rivals]).toEqual(['agents', {}, undefined]);
    stop();
    expect(readFileSync(`${path}.damaged-1`, 'utf8')).toBe(text);
    const next = new KeepingConsole(path);
    expect([next.said, next.view.tab, next.draft.changes]).toEqual([[], 'agents', {}]);
  });

  it('takes a draft again that holds what a server stores, however odd that is', () => {
    const path = newPath();
    const odd = [7, { pkg: 'a' }, 'two words'];
    const stored = samplePolicy({ allowed_licenses: ['MIT', 7] }, { blocked_packages: odd });
    const first = new KeepingConsole(path);
    first.stores.policyDraft.change(stored, 'blocked_packages', [...odd, 'evil']);
    first.stores.policyDraft.change(stored, 'allowed_licenses', [7, 'ISC']);
    first.stop();
    const next = new KeepingConsole(path);
    expect([next.said, next.draft.changes]).toEqual([[], first.draft.changes]);
  });

  it('writes nothing that the next start would take for damage', () => {
    const path = newPath();
    const first = new KeepingConsole(path);
    updatePane(first.stores.view, 'sessions', { branch: 'b'.repeat(2000), project: 'shop' });
    first.stop();
    const next = new KeepingConsole(path);
    expect([next.said, next.view.sessions.branch, next.view.sessions.project]).toEqual([
      [],
      undefined,
      'shop',
    ]);
  });

  it('takes what is valid of a file that somebody edited, and never ends for it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (events, view) => {
        const stores = createStores();
        const before = stores.view.getState();
        stores.kept.forEach((store) => store.restore(view));
        stores.kept.forEach((store) =>
          store.restore({ tab: 'nowhere', events, agents: { flag: 'clone', detail: 1 } }),
        );
        const { tab, agents } = stores.view.getState();
        expect(before.tab).toBe(tab);
        expect(agents).toMatchObject({ flag: 'clone', detail: false });
        expect(Array.isArray(stores.view.getState().events.outcomes)).toBe(true);
      }),
    );
  });

  it.each([
    [
      'a folder that others can change',
      (path: string) => chmodSync(dirname(path), 0o770),
      'can be changed by others',
    ],
    ['a file that others can change', (path: string) => chmodSync(path, 0o666), 'can be changed by others'],
    [
      'a link',
      (path: string) => {
        writeFileSync(join(dirname(path), 'other'), '{"version":1}');
        symlinkSync('other', `${path}.link`);
      },
      'is a link',
    ],
  ])('is not used in %s, and nothing is written there', (name, spoil, why) => {
    const path = newPath();
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, '{"version":1,"view":{"tab":"llm"}}', { mode: 0o600 });
    spoil(path);
    const used = name === 'a link' ? `${path}.link` : path;
    const before = readFileSync(used, 'utf8');
    const { said, view, stores, stop } = new KeepingConsole(used);
    expect(said[0]).toContain(why);
    expect(view.tab).toBe('overview');
    stores.view.setState({ tab: 'policy' });
    stop();
    expect(readFileSync(used, 'utf8')).toBe(before);
  });

  it('is not used when it belongs to somebody else', () => {
    const path = newPath();
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    expect(new KeepingConsole(path, { userId: USER + 1 }).said[0]).toContain('belongs to another user');
    expect(whyNotKept(path, USER + 1)).toContain('belongs to another user');
  });

  it('may be impossible, which is reported once, and the console works on', () => {
    const blocked = join(temporaryFile('file'), 'state.json');
    writeFileSync(dirname(blocked), 'no folder');
    const { said, stores, stop } = new KeepingConsole(blocked);
    stores.view.setState({ tab: 'policy' });
    stop();
    expect(said).toHaveLength(1);
    expect(stores.view.getState().tab).toBe('policy');
  });
});

describe('the folder of an organization', () => {
  const folderOf = (url: string, fingerprint = '0123456789ab') =>
    organizationFolder({ HOME: '/h' }, { baseUrl: new URL(url), key: { fingerprint: () => fingerprint } });

  it('is another one for each URL and each key', () => {
    const folders = [
      folderOf('https://a.example/api/v1'),
      folderOf('https://a.example/other/api/v1'),
      folderOf('https://a.example/other_api/v1'),
      folderOf('https://a.example:8443/api/v1'),
      folderOf('http://a.example/api/v1'),
      folderOf('https://a.example/api/v1', 'ba9876543210'),
      folderOf(`https://a.example/${'x'.repeat(500)}`),
      folderOf(`https://a.example/${'x'.repeat(501)}`),
    ];
    expect(new Set(folders).size).toBe(folders.length);
    expect(folders[0]).toMatch(/^\/h\/\.local\/state\/vigil\/a\.example_api_v1-[0-9a-f]{12}-0123456789ab$/);
    for (const folder of folders) {
      expect(folder.split('/').every((name) => name.length < 130)).toBe(true);
    }
  });
});

describe('stores in files of their own', () => {
  const open = (folder: string) => {
    const stores = createStores();
    const said: string[] = [];
    const clock = new VirtualClock();
    const { stop } = keepInFiles(stores.kept, {
      folder,
      userId: USER,
      clock,
      say: (sentence) => void said.push(sentence),
    });
    return { stores, said, stop };
  };

  it('a broken view takes neither acknowledgements nor a draft along', () => {
    const folder = dirname(newPath());
    const first = open(folder);
    first.stores.view.setState({ tab: 'agents' });
    first.stores.policyDraft.change(samplePolicy(), 'min_scorecard', 7);
    first.stores.acknowledged.acknowledge([{ id: 'e1', time: NOW }]);
    first.stop();
    expect(readdirSync(folder).toSorted()).toEqual(['acknowledged.json', 'policy-draft.json', 'state.json']);
    writeFileSync(join(folder, 'state.json'), '{"version":1,"vie');
    const second = open(folder);
    expect(second.said).toEqual([
      `Filters and layout start anew: ${join(folder, 'state.json')} could not be understood. It was set aside as ${join(folder, 'state.json')}.damaged-1.`,
    ]);
    expect(second.stores.policyDraft.getState().changes).toEqual({ min_scorecard: 7 });
    expect(second.stores.acknowledged.has('e1')).toBe(true);
    second.stop();
  });

  it.each(['acknowledged.json', 'policy-draft.json'])('a broken %s is named and kept', (name) => {
    const folder = dirname(newPath());
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, name), 'half');
    const { said, stop } = open(folder);
    expect(said).toEqual([expect.stringContaining(`set aside as ${join(folder, name)}.damaged-1.`)]);
    stop();
    expect(readFileSync(join(folder, `${name}.damaged-1`), 'utf8')).toBe('half');
  });

  it('is in the file for each store that is kept', () => {
    const named = KEPT_FILES.flatMap(({ stores }) => stores);
    expect(
      createStores()
        .kept.map(({ name }) => name)
        .toSorted(),
    ).toEqual([...named].toSorted());
  });
});

describe('the place', () => {
  it.each([
    [{ HOME: '/home/me' }, 'acme', '/home/me/.local/state/vigil/acme/state.json'],
    [{ HOME: '/home/me', XDG_STATE_HOME: '/var/me' }, 'acme', '/var/me/vigil/acme/state.json'],
    [{ HOME: '/home/me', XDG_STATE_HOME: 'here' }, 'acme', '/home/me/.local/state/vigil/acme/state.json'],
    [{ HOME: '/h' }, '[::1]:8080', '/h/.local/state/vigil/___1__8080/state.json'],
    [{ HOME: '/h' }, '..', '/h/.local/state/vigil/_../state.json'],
  ])('of %j and %s is %s', (environment, organization, path) => {
    expect(statePath(environment, organization)).toBe(path);
  });

  it('can be used before anything is there, and the look at it changes nothing', () => {
    const path = newPath();
    expect(whyNotKept(path, USER)).toBeUndefined();
    expect(existsSync(dirname(path))).toBe(false);
  });
});

describe('what takes long to be read', () => {
  /** A store whose reading goes on until it is asked to end. */
  function createLong() {
    let listener: () => void = () => undefined;
    let text = 'before';
    let isEnding = false;
    const store: KeptOnHost = {
      name: 'long',
      read: () => text,
      *readInPieces() {
        const begun = text;
        while (!isEnding) {
          yield;
        }
        return begun;
      },
      restore: () => undefined,
      subscribe(onChange) {
        listener = onChange;
        return () => undefined;
      },
    };
    return {
      store,
      change(to: string) {
        text = to;
        listener();
      },
      end: () => void (isEnding = true),
    };
  }

  const kept = (path: string) => (JSON.parse(readFileSync(path, 'utf8')) as { long: string }).long;

  it('is written once it is read, and again when it changed meanwhile', async () => {
    const path = newPath();
    const long = createLong();
    const console = new KeepingConsole(path, { kept: [long.store] });
    long.change('first');
    await console.clock.advance(2000);
    expect(existsSync(path)).toBe(false);
    long.change('second');
    long.end();
    await eventually(() => expect(kept(path)).toBe('first'));
    await console.clock.advance(2000);
    await eventually(() => expect(kept(path)).toBe('second'));
    console.stop();
  });

  it('is not written a second time while it is being written', async () => {
    const path = newPath();
    const additions = createAdditions();
    const writings: string[] = [];
    let goOn: () => void = () => undefined;
    const disk: StateDisk = {
      async write(text, writing) {
        writings.push(text);
        await new Promise<void>((resolve) => (goOn = resolve));
        await writeStateFile(text, writing);
      },
      writeNow: writeStateFileNow,
    };
    const console = new KeepingConsole(path, { kept: [additions.store], disk });
    additions.add('first');
    await console.clock.advance(2000);
    additions.add('second');
    await console.clock.advance(5000);
    expect(writings).toHaveLength(1);
    goOn();
    await eventually(() => expect(existsSync(path)).toBe(true));
    await console.until(() => expect(writings[1]).toContain('second'));
    console.stop();
  });

  it('is written whole when the end comes before that', async () => {
    const path = newPath();
    const long = createLong();
    const console = new KeepingConsole(path, { kept: [long.store] });
    long.change('last');
    await console.clock.advance(2000);
    console.stop();
    expect(kept(path)).toBe('last');
    long.end();
  });
});

/** Lets what was changed reach the file. */
async function written({ clock }: KeepingConsole, path: string): Promise<void> {
  const before = existsSync(path) ? statSync(path, { bigint: true }).ino : undefined;
  await clock.advance(2000);
  await eventually(() =>
    expect(existsSync(path) && statSync(path, { bigint: true }).ino !== before).toBe(true),
  );
}

/** What another console wrote is taken in within a second. */
const looked = ({ clock }: KeepingConsole) => clock.advance(1000);

describe('the draft of two consoles', () => {
  it('is one, with what each of them changed, and each says what comes from the other', async () => {
    const path = newPath();
    const [left, right] = [new KeepingConsole(path), new KeepingConsole(path)];
    left.stores.policyDraft.change(samplePolicy(), 'min_scorecard', 7);
    await written(left, path);
    right.stores.policyDraft.change(samplePolicy(), 'review_scorecard', 8);
    await written(right, path);
    await looked(left);
    for (const { draft } of [left, right]) {
      expect(draft.changes).toEqual({ min_scorecard: 7, review_scorecard: 8 });
    }
    expect(left.notices).toContain('review_scorecard becomes 8');
    expect(right.notices).toContain('min_scorecard becomes 7');
    [left, right].forEach(({ stop }) => stop());
    const next = new KeepingConsole(path);
    expect(next.draft.changes).toEqual({ min_scorecard: 7, review_scorecard: 8 });
    next.stop();
  });

  it('has both when both end at once', () => {
    const path = newPath();
    const [left, right] = [new KeepingConsole(path), new KeepingConsole(path)];
    left.stores.policyDraft.change(samplePolicy(), 'min_scorecard', 7);
    right.stores.policyDraft.change(samplePolicy(), 'review_scorecard', 8);
    [left, right].forEach(({ stop }) => stop());
    const next = new KeepingConsole(path);
    expect(next.draft.changes).toEqual({ min_scorecard: 7, review_scorecard: 8 });
    next.stop();
  });

  it('does not bring back what the other one took back since it was written here', async () => {
    const path = newPath();
    const left = new KeepingConsole(path);
    left.stores.policyDraft.change(samplePolicy(), 'min_scorecard', 7);
    left.stores.policyDraft.change(samplePolicy(), 'review_scorecard', 8);
    await written(left, path);
    const right = new KeepingConsole(path);
    right.stores.policyDraft.revert('min_scorecard');
    await written(right, path);
    left.stores.policyDraft.change(samplePolicy(), 'typosquat_threshold', 0.5);
    await written(left, path);
    expect(left.draft.changes).toEqual({ review_scorecard: 8, typosquat_threshold: 0.5 });
    expect(left.notices).toContain('min_scorecard is out of it, written or taken back');
    [left, right].forEach(({ stop }) => stop());
  });

  it('has both values of a field that both changed, until somebody decides anew', async () => {
    const path = newPath();
    const [left, right] = [new KeepingConsole(path), new KeepingConsole(path)];
    left.stores.policyDraft.change(samplePolicy(), 'min_scorecard', 7);
    right.stores.policyDraft.change(samplePolicy(), 'min_scorecard', 8);
    await written(left, path);
    await written(right, path);
    await looked(left);
    for (const { draft } of [left, right]) {
      expect(draft).toMatchObject({ changes: { min_scorecard: 8 }, rivals: { min_scorecard: [7] } });
    }
    expect(right.notices).toContain('becomes 8 as here, not 7');
    left.stores.policyDraft.change(samplePolicy(), 'min_scorecard', 7);
    await written(left, path);
    await looked(right);
    expect(right.draft).toMatchObject({ changes: { min_scorecard: 7 }, rivals: undefined });
    [left, right].forEach(({ stop }) => stop());
  });

  it('has what another one wrote while this one was writing', async () => {
    const path = newPath();
    const earlier = new KeepingConsole(path);
    earlier.stores.view.setState({ tab: 'agents' });
    earlier.stop();
    const other = new KeepingConsole(path);
    other.stores.policyDraft.change(samplePolicy(), 'min_scorecard', 7);
    other.stores.view.setState({ tab: 'llm' });
    const disk: StateDisk = {
      async write(text, writing) {
        other.stop();
        // Meanwhile it is looked whether another one wrote.
        await console.clock.advance(5000);
        await writeStateFile(text, writing);
      },
      writeNow: writeStateFileNow,
    };
    const console = new KeepingConsole(path, { disk });
    console.stores.policyDraft.change(samplePolicy(), 'review_scorecard', 8);
    await console.clock.advance(2000);
    const both = { min_scorecard: 7, review_scorecard: 8 };
    await console.until(() => {
      expect(console.draft.changes).toEqual(both);
      const kept = readFileSync(path, 'utf8');
      expect(['"min_scorecard":7', '"review_scorecard":8'].every((each) => kept.includes(each))).toBe(true);
    });
    console.stop();
    const next = new KeepingConsole(path);
    expect([next.draft.changes, next.view.tab]).toEqual([both, 'llm']);
    next.stop();
  });

  it('keeps numbers that JavaScript cannot hold', () => {
    const path = newPath();
    const first = new KeepingConsole(path);
    const element = parseExactJson('{"name":"a","id":9007199254740993}');
    first.stores.policyDraft.change(samplePolicy(), 'blocked_packages', [element]);
    first.stop();
    const next = new KeepingConsole(path);
    expect(JSON.stringify(next.draft.changes)).toContain('9007199254740993');
    next.stop();
  });
});

describe('what two consoles decide', () => {
  it('is withdrawn in both when one of them withdraws what both had acknowledged', async () => {
    const path = newPath();
    const [left, right] = [new KeepingConsole(path), new KeepingConsole(path)];
    const event = sampleEvent('b1', 10, { outcome: 'block' });
    for (const { stores } of [left, right]) {
      stores.events.apply([event], { at: NOW, fromHistory: false });
    }
    const rows = left.stores.events.getState().rows.slice();
    left.stores.acknowledged.acknowledge(rows);
    await written(left, path);
    await looked(right);
    right.stores.acknowledged.withdraw(rows);
    await written(right, path);
    await looked(left);
    expect(left.stores.acknowledged.has('b1')).toBe(false);
    left.stores.acknowledged.acknowledge(rows);
    await written(left, path);
    await looked(right);
    right.stop();
    left.stop();
    const next = new KeepingConsole(path);
    expect(next.stores.acknowledged.has('b1')).toBe(true);
    next.stop();
  });

  it('is saved and forgotten in both', async () => {
    const path = newPath();
    const filter = (name: string) => ({ name, list: 'events' as const, text: name, others: {} });
    const names = ({ stores }: KeepingConsole) =>
      stores.filterMemory.getState().saved.map(({ name }) => name);
    const left = new KeepingConsole(path);
    left.stores.filterMemory.save(filter('a'));
    left.stores.filterMemory.save(filter('b'));
    await written(left, path);
    const right = new KeepingConsole(path);
    right.stores.filterMemory.forget('a');
    right.stores.filterMemory.remember('events', 'lodash');
    await written(right, path);
    left.stores.filterMemory.save(filter('c'));
    await written(left, path);
    await looked(right);
    expect([names(left), names(right)]).toEqual([
      ['b', 'c'],
      ['b', 'c'],
    ]);
    expect(left.stores.filterMemory.getState().history.events).toEqual(['lodash']);
    [left, right].forEach(({ stop }) => stop());
  });
});

describe('a disk that fails', () => {
  /** A disk that is full until it is not. */
  function createFullDisk() {
    const state = { isFull: true };
    const requireRoom = () => {
      if (state.isFull) {
        throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
      }
    };
    const disk: StateDisk = {
      async write(text, writing) {
        requireRoom();
        await writeStateFile(text, writing);
      },
      writeNow(path, makeText) {
        requireRoom();
        writeStateFileNow(path, makeText);
      },
    };
    return { disk, state };
  }

  it('is reported once with what to do; the draft stays, is said to be in memory alone, and is written when it can be', async () => {
    const path = newPath();
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const before = '{"version":1,"view":{"tab":"llm"}}';
    writeFileSync(path, before, { mode: 0o600 });
    const { disk, state } = createFullDisk();
    const console = new KeepingConsole(path, { disk });
    const { policyDraft } = console.stores;
    policyDraft.change(samplePolicy(), 'min_scorecard', 7);
    await console.clock.advance(2000);
    await eventually(() => expect(console.said).toHaveLength(1));
    policyDraft.change(samplePolicy(), 'min_scorecard', 8);
    await console.clock.advance(60_000);
    expect(console.said).toEqual([expect.stringMatching(/not kept.*disk is full.*Make room/)]);
    expect(policyDraft.isKept()).toBe(false);
    expect(console.draft.changes).toEqual({ min_scorecard: 8 });
    expect(readFileSync(path, 'utf8')).toBe(before);
    state.isFull = false;
    await console.until(() => expect(policyDraft.isKept()).toBe(true), 30_000);
    expect(console.said[1]).toContain('kept by now');
    console.stop();
    const next = new KeepingConsole(path);
    expect([next.draft.changes, next.view.tab]).toEqual([{ min_scorecard: 8 }, 'llm']);
    next.stop();
  });

  it('is reported at the end too', () => {
    const console = new KeepingConsole(newPath(), { disk: createFullDisk().disk });
    console.stores.policyDraft.change(samplePolicy(), 'min_scorecard', 7);
    console.stop();
    expect(console.said).toHaveLength(1);
  });

  it('leaves nothing of a writing that another console did not finish, once it was seen for long enough', async () => {
    const path = newPath();
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    for (const left of [`${path}.1.new`, `${path}.lock`]) {
      writeFileSync(left, '{"version":1,"vi', { mode: 0o600 });
    }
    const console = new KeepingConsole(path);
    console.stores.view.setState({ tab: 'policy' });
    await console.until(() => expect(existsSync(path)).toBe(true));
    expect(console.clock.monotonic()).toBeGreaterThan(10_000);
    expect(existsSync(`${path}.lock`)).toBe(false);
    // Whoever writes it may be slow.
    expect(existsSync(`${path}.1.new`)).toBe(true);
    await console.clock.advance(61_000);
    console.stores.view.setState({ tab: 'agents' });
    await written(console, path);
    expect(readdirSync(dirname(path))).toEqual(['state.json']);
    console.stop();
  });

  it('waits while another console replaces the file', async () => {
    const path = newPath();
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(`${path}.lock`, '');
    const console = new KeepingConsole(path);
    console.stores.view.setState({ tab: 'policy' });
    await console.clock.advance(2000);
    await eventually(() =>
      expect(readdirSync(dirname(path)).some((name) => name.endsWith('.new'))).toBe(true),
    );
    expect(existsSync(path)).toBe(false);
    rmSync(`${path}.lock`);
    await written(console, path);
    console.stop();
  });
});

describe('a file that goes away while the console runs', () => {
  it.each([
    ['is removed', (path: string) => rmSync(path)],
    ['is damaged', (path: string) => writeFileSync(path, 'half of it')],
  ])('and %s is written anew with all that this one has', async (_how, spoil) => {
    const path = newPath();
    const console = new KeepingConsole(path);
    console.stores.policyDraft.change(samplePolicy(), 'min_scorecard', 7);
    await written(console, path);
    spoil(path);
    console.stores.view.setState({ tab: 'agents' });
    console.stop();
    const next = new KeepingConsole(path);
    expect([next.view.tab, next.draft.changes]).toEqual(['agents', { min_scorecard: 7 }]);
    next.stop();
  });
});

it('keeps the draft of a console that runs when the file comes to hold one that no policy can', async () => {
  const path = newPath();
  const console = new KeepingConsole(path);
  console.stores.policyDraft.change(samplePolicy(), 'min_scorecard', 7);
  await written(console, path);
  const kept = readFileSync(path, 'utf8');
  rmSync(path);
  writeFileSync(path, kept.replace('"min_scorecard":7', '"min_scorecard":"zz"'), { mode: 0o600 });
  await looked(console);
  expect(console.said).toEqual([
    expect.stringMatching(/holds what no policy can: min_scorecard must .*damaged-1\. It is written anew/),
  ]);
  expect(console.draft.changes).toEqual({ min_scorecard: 7 });
  console.stop();
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(JSON.parse(kept));
});

describe('what is far too large in the file', () => {
  const LONG = 'x'.repeat(10_000_000);
  const deep = '['.repeat(100_000) + ']'.repeat(100_000);
  const draft = (list: string) =>
    `{"base":{"rules":{},"blocked_packages":[]},"changes":{"blocked_packages":${list}}}`;

  it.each([
    ['a text', 'view', JSON.stringify({ events: { text: LONG } })],
    ['levels', 'view', `{"events":${deep}}`],
    ['a filter', 'filters', JSON.stringify({ history: { events: [LONG] }, saved: [] })],
    ['levels of filters', 'filters', `{"saved":${deep}}`],
    ['an acknowledged event', 'acknowledged', JSON.stringify({ since: 0, events: [[LONG, 1]] })],
    ['levels of events', 'acknowledged', `{"events":${deep}}`],
    ['a text of the draft', 'policy-draft', draft(JSON.stringify([LONG]))],
    ['levels of the draft', 'policy-draft', draft(deep)],
  ])('ends nothing, and nothing of it is lost: %s', (_what, name, value) => {
    const path = newPath();
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const text = `{"version":1,"kept-by-others":{"a":1},"${name}":${value}}`;
    writeFileSync(path, text, { mode: 0o600 });
    const { stores, said, stop } = new KeepingConsole(path);
    expect(said).toEqual([expect.stringContaining(`It was set aside as ${path}.damaged-1.`)]);
    expect(stores.policyDraft.getState().changes).toEqual({});
    updatePane(stores.view, 'agents', { text: 'build' });
    stop();
    expect(readFileSync(`${path}.damaged-1`, 'utf8')).toBe(text);
    const next = new KeepingConsole(path);
    expect([next.said, next.view.agents.text]).toEqual([[], 'build']);
  });
});
