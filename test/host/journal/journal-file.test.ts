import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';

import { createJournalFile } from '../../../src/host/journal/journal-file.ts';
import { processStart } from '../../../src/host/state/process-start.ts';
import { journalPath, whyNotNoted } from '../../../src/host/journal/journal-place.ts';
import type { JournalIdentity } from '../../../src/host/journal/journal-identity.ts';
import type { JournalEntry, JournalOperation } from '../../../src/sync/writes/journal.ts';
import { journalEntry, TEST_IDENTITY } from '../../helpers/journal-entries.ts';
import { temporaryFile } from '../../helpers/temporary-file.ts';

const USER = process.getuid?.() ?? 0;
const APPENDER = fileURLToPath(new URL('../../helpers/journal-appender.ts', import.meta.url));

function newPath(): string {
  return journalPath({ XDG_STATE_HOME: dirname(temporaryFile()) });
}

function journalAt(
  path: string,
  { userId = USER, ...identity }: { userId?: number } & Partial<JournalIdentity> = {},
) {
  return createJournalFile({ path, userId, identity: { ...TEST_IDENTITY, ...identity } });
}

function linesOf(path: string): readonly string[] {
  return readFileSync(path, 'utf8').split('\n');
}

describe('the journal on this host', () => {
  it('is one file for every organization, below the state folder', () => {
    expect(journalPath({ XDG_STATE_HOME: '/state' })).toBe('/state/vigil/journal.jsonl');
    expect(journalPath({ XDG_STATE_HOME: 'state', HOME: '/home/anna' })).toBe(
      '/home/anna/.local/state/vigil/journal.jsonl',
    );
  });

  it('is for its user alone', async () => {
    const path = newPath();
    await journalAt(path).append(journalEntry());
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
  });

  it('holds one line of ASCII JSON a step, with who wrote it from where and to which server', async () => {
    const path = newPath();
    await journalAt(path).append(journalEntry({ reason: 'Bergwerk\u202e\n⛏' }));
    const [line = '', ...rest] = linesOf(path);
    expect(rest).toEqual(['']);
    expect(line).toMatch(/^[ -~]+$/);
    expect(JSON.parse(line)).toEqual({ ...journalEntry({ reason: 'Bergwerk\u202e\n⛏' }), ...TEST_IDENTITY });
  });

  it('has a line on the disk before anybody goes on, and a new file in its folder, too', async () => {
    const path = newPath();
    const handle = await open(dirname(temporaryFile()));
    const prototype = Object.getPrototypeOf(handle) as FileHandle;
    await handle.close();
    const spies = { write: vi.spyOn(prototype, 'write'), sync: vi.spyOn(prototype, 'sync') };
    const made = () =>
      Object.entries(spies)
        .flatMap(([name, spy]) => spy.mock.invocationCallOrder.map((place) => ({ name, place })))
        .sort((left, right) => left.place - right.place)
        .map(({ name }) => name);
    try {
      await journalAt(path).append(journalEntry());
      expect(made()).toEqual(['write', 'sync', 'sync']);
      await journalAt(path).append(journalEntry({ step: 'sending' }));
      expect(made()).toEqual(['write', 'sync', 'sync', 'write', 'sync']);
    } finally {
      Object.values(spies).forEach((spy) => spy.mockRestore());
    }
  });

  it('says so when a line may not be on the disk', async () => {
    const handle = await open(dirname(temporaryFile()));
    const sync = vi.spyOn(Object.getPrototypeOf(handle) as FileHandle, 'sync');
    await handle.close();
    sync.mockRejectedValueOnce(new Error('EIO: i/o error, fsync'));
    try {
      await expect(journalAt(newPath()).append(journalEntry())).rejects.toThrow('fsync');
    } finally {
      sync.mockRestore();
    }
  });

  it('gives back what was put into it, the newest operation first', async () => {
    const path = newPath();
    const journal = journalAt(path);
    await journal.append(journalEntry());
    await journal.append(journalEntry({ step: 'sending' }));
    await journal.append(journalEntry({ operation: 'op-2' }));
    await journal.append(journalEntry({ step: 'verdict', verdict: 'confirmed', sentence: 'Confirmed.' }));
    const { operations, damaged } = await journal.read();
    expect(damaged).toBe(0);
    expect(operations.map(({ operation, steps }) => [operation, steps.map(({ step }) => step)])).toEqual([
      ['op-2', ['intent']],
      ['op-1', ['intent', 'sending', 'verdict']],
    ]);
    expect(operations[1]?.steps[2]).toMatchObject({
      verdict: 'confirmed',
      user: 'anna',
      key: '0123456789ab',
    });
  });

  it('gives back every entry as it was, whatever its texts hold', async () => {
    const path = newPath();
    const journal = journalAt(path);
    let written = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'binary' }),
        async (reason, hostname) => {
          const entry = journalEntry({
            operation: `op-${written++}`,
            reason,
            target: { id: 'agent-1', hostname },
          });
          await journal.append(entry);
          expect((await journal.read()).operations[0]?.steps).toEqual([{ ...entry, ...TEST_IDENTITY }]);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('is empty before anything was written, and reading makes no file', async () => {
    const path = newPath();
    expect(await journalAt(path).read()).toEqual({ operations: [], damaged: 0 });
    expect(existsSync(dirname(path))).toBe(false);
  });

  it('takes an operation for unfinished when the process that began it has ended', async () => {
    const path = newPath();
    const ended = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
    await once(ended, 'exit');
    const entries: readonly (readonly [number, Partial<JournalEntry>])[] = [
      [ended.pid ?? 0, { operation: 'left' }],
      [process.pid, { operation: 'under way' }],
      [ended.pid ?? 0, { operation: 'done' }],
      [ended.pid ?? 0, { operation: 'done', step: 'verdict', verdict: 'refused' }],
    ];
    for (const [pid, entry] of entries) {
      await journalAt(path, { pid, process_start: processStart(pid) ?? 'unknown' }).append(
        journalEntry(entry),
      );
    }
    const unfinished = async (identity = TEST_IDENTITY) =>
      (await createJournalFile({ path, userId: USER, identity }).read()).operations
        .filter(({ isUnfinished }) => isUnfinished)
        .map(({ operation }) => operation);
    expect(await unfinished()).toEqual(['left']);
    expect(await unfinished({ ...TEST_IDENTITY, base_url: 'https://other.example/api/v1' })).toEqual([]);
    expect(await unfinished({ ...TEST_IDENTITY, key: 'ffffffffffff' })).toEqual([]);
    // A process of that number may run on the other host.
    expect(await unfinished({ ...TEST_IDENTITY, host: 'jump-2' })).toEqual([]);
  });

  it('waits an hour for a process of another container that has the name of this host', async () => {
    const path = newPath();
    const there = { ...TEST_IDENTITY, process_namespace: '4026532002', pid: 1 };
    const here = { ...TEST_IDENTITY, process_namespace: '4026532001', pid: 1 };
    await createJournalFile({ path, userId: USER, identity: there }).append(journalEntry());
    await createJournalFile({ path, userId: USER, identity: there }).append(
      journalEntry({ step: 'sending', time: '2026-03-02T09:10:00.000Z' }),
    );
    const isUnfinished = async (now: string, identity: JournalIdentity) =>
      (await createJournalFile({ path, userId: USER, identity, now: () => Date.parse(now) }).read())
        .operations[0]?.isUnfinished;
    expect(await isUnfinished('2026-03-02T09:10:05.000Z', here)).toBe(false);
    expect(await isUnfinished('2026-03-02T10:05:00.000Z', here)).toBe(false);
    expect(await isUnfinished('2026-03-02T10:10:00.000Z', here)).toBe(true);
    expect(await isUnfinished('2026-03-02T10:10:00.000Z', there)).toBe(false);
  });

  it('is its own what this user of this host does with this server and key', async () => {
    const path = newPath();
    const identities: readonly (readonly [string, Partial<JournalIdentity>])[] = [
      ['own', {}],
      ['own of another process', { pid: 7, ssh: 'elsewhere' }],
      ['of another user', { user: 'bruno' }],
      ['of another host', { host: 'jump-2' }],
      ['of another server', { base_url: 'https://other.example/api/v1' }],
      ['of another path of the server', { base_url: `${TEST_IDENTITY.base_url}/other` }],
      ['of another key of the server', { key: 'ffffffffffff' }],
      ['of a demo', { demo: true }],
    ];
    for (const [operation, changes] of identities) {
      const identity = { ...TEST_IDENTITY, ...changes };
      await createJournalFile({ path, userId: USER, identity }).append(journalEntry({ operation }));
    }
    const { operations } = await journalAt(path).read();
    expect(operations.filter(({ isOwn }) => isOwn).map(({ operation }) => operation)).toEqual([
      'own of another process',
      'own',
    ]);
  });

  it('is its own in a demo what this process did to it', async () => {
    const path = newPath();
    const demo: JournalIdentity = { ...TEST_IDENTITY, demo: true };
    const identities: readonly (readonly [string, JournalIdentity])[] = [
      ['own', demo],
      ['of another process', { ...demo, pid: 7 }],
      ['of an earlier process of that number', { ...demo, process_start: 'boot-0/1' }],
      ['of no demo', TEST_IDENTITY],
    ];
    for (const [operation, identity] of identities) {
      await createJournalFile({ path, userId: USER, identity }).append(journalEntry({ operation }));
    }
    const { operations } = await createJournalFile({ path, userId: USER, identity: demo }).read();
    expect(operations.filter(({ isOwn }) => isOwn).map(({ operation }) => operation)).toEqual(['own']);
  });

  it('gives what is recent, and what has no verdict, without reading what is older than both', async () => {
    const path = newPath();
    const journal = journalAt(path);
    const day = (number: number, operation: string, more: Partial<JournalEntry> = {}) =>
      journal.append(
        journalEntry({ time: new Date(Date.UTC(2026, 2, number)).toISOString(), operation, ...more }),
      );
    await day(-90, 'lost for long');
    appendFileSync(path, 'damaged\n'.repeat(10));
    await day(-60, 'long ago', { reason: 'x'.repeat(200_000) });
    await day(-60, 'long ago', { step: 'verdict', verdict: 'refused', sentence: 'x'.repeat(200_000) });
    await day(1, 'left');
    await day(2, 'done', { sentence: '"step":"intent"}' });
    await day(2, 'done', { step: 'verdict', verdict: 'unknown' });
    await day(20, 'recent');
    await day(20, 'recent', { step: 'verdict', verdict: 'unknown' });
    await day(21, 'recent', { step: 'verdict', verdict: 'confirmed' });
    await day(21, 'done', { step: 'verdict', verdict: 'confirmed' });
    const since = Date.UTC(2026, 2, 19);
    const parts: string[] = [];
    const onPart = (operations: readonly JournalOperation[]) =>
      void parts.push(...operations.map(({ operation }) => operation));
    const { operations, damaged } = await journal.read({ since, onPart });
    expect(operations.map(({ operation, steps }) => [operation, steps.length])).toEqual([
      ['recent', 3],
      ['left', 1],
    ]);
    expect(parts).toEqual(['recent', 'left']);
    expect(damaged).toBe(0);
    const whole = await journal.read();
    expect(whole.operations.map(({ operation }) => operation)).toEqual([
      'recent',
      'done',
      'left',
      'long ago',
      'lost for long',
    ]);
    expect(whole.damaged).toBe(10);
  });

  it('gives what was begun since then by either clock: which of the two is wrong, nobody may know yet', async () => {
    const journal = journalAt(newPath());
    const add = async (operation: string, time: string, server?: string) => {
      const line = journalEntry({ operation, time });
      await journal.append(line);
      await journal.append({
        ...line,
        ...(server !== undefined && { server_time: server }),
        step: 'verdict',
        verdict: 'unknown',
      });
    };
    await add('long ago', '2026-01-20T09:00:00.000Z', '2026-01-20T09:00:00.000Z');
    await add('server behind', '2026-03-20T09:00:00.000Z', '1970-01-01T00:00:00.000Z');
    await add('set back', '2026-01-20T09:00:00.000Z', '2026-03-20T09:00:00.000Z');
    await add('not dated', '2026-03-20T09:00:00.000Z');
    const { operations, damaged } = await journal.read({ since: Date.UTC(2026, 2, 19) });
    expect(operations.map(({ operation }) => operation)).toEqual(['not dated', 'set back', 'server behind']);
    expect([operations[1]?.steps[1]?.server_time, damaged]).toEqual(['2026-03-20T09:00:00.000Z', 0]);
  });

  it('is for its user alone again after the next line, whoever could read it', async () => {
    const path = newPath();
    const journal = journalAt(path);
    await journal.append(journalEntry());
    chmodSync(path, 0o644);
    await journal.append(journalEntry({ operation: 'op-2' }));
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('is read no further once nobody wants it', async () => {
    const path = newPath();
    const journal = journalAt(path);
    await journal.append(journalEntry({ operation: 'first', reason: 'x'.repeat(100_000) }));
    await journal.append(journalEntry({ operation: 'last' }));
    const controller = new AbortController();
    const { operations } = await journal.read({
      signal: controller.signal,
      onPart: () => controller.abort(),
    });
    expect(operations.map(({ operation }) => operation)).toEqual(['last']);
  });

  it('ends a line that a crash left half, and counts and keeps what is damaged', async () => {
    const path = newPath();
    const journal = journalAt(path);
    await journal.append(journalEntry());
    appendFileSync(path, '{"time":"2026-03-02T09:00:00.000Z","oper');
    await journal.append(journalEntry({ operation: 'op-2' }));
    appendFileSync(path, '\n[]\n{"step":"intent"}\n\u0000\n');
    await journal.append(journalEntry({ operation: 'op-3' }));
    const { operations, damaged } = await journal.read();
    expect(operations.map(({ operation }) => operation)).toEqual(['op-3', 'op-2', 'op-1']);
    expect(damaged).toBe(4);
    expect(linesOf(path)).toContain('{"time":"2026-03-02T09:00:00.000Z","oper');
  });

  it('reads past what is far too large in a line, and shows what can be shown of it', async () => {
    const path = newPath();
    const journal = journalAt(path);
    const [, line] = [await journal.append(journalEntry()), linesOf(path)[0] ?? ''];
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    const large = (operation: string, before: string) =>
      `${line.replace('op-1', operation).replace('"before":{', `"before":{"list":${before},`)}\n`;
    appendFileSync(path, large('op-2', deep) + large('op-3', JSON.stringify('x'.repeat(10_000_000))));
    await journal.append(journalEntry({ operation: 'op-4' }));
    const { operations, damaged } = await journal.read();
    expect([operations.map(({ operation }) => operation), damaged]).toEqual([
      ['op-4', 'op-3', 'op-2', 'op-1'],
      0,
    ]);
    const shown = operations.map((operation) => JSON.stringify(operation.steps));
    expect(shown.map((text) => text.length < 200_000)).toEqual([true, true, true, true]);
    expect(shown[2]).toContain('(cut: below level 64)');
    expect(shown[1]).toMatch(/\(cut: [\d,]+ characters\)/);
  });

  it('loses and mixes nothing when two processes write at the same time', async () => {
    const path = newPath();
    const each = 40;
    await Promise.all(
      ['a', 'b'].map(async (name) => {
        const appender = spawn(process.execPath, [APPENDER, path, name, String(each)], {
          stdio: ['ignore', 'ignore', 'inherit'],
        });
        expect(await once(appender, 'exit')).toEqual([0, null]);
      }),
    );
    const { operations, damaged } = await journalAt(path).read();
    expect(damaged).toBe(0);
    expect(operations).toHaveLength(2 * each);
    // A write that crosses a page of the file can be seen half done: an empty line then follows it.
    expect(linesOf(path).filter((line) => line !== '')).toHaveLength(2 * each);
  });
});

describe('a journal that cannot be used', () => {
  async function refusal(path: string, userId = USER): Promise<string> {
    const before = existsSync(path) && lstatSync(path).isFile() ? readFileSync(path, 'utf8') : undefined;
    const problem: unknown = await journalAt(path, { userId })
      .append(journalEntry())
      .catch((error: unknown) => error);
    if (before !== undefined) {
      expect(readFileSync(path, 'utf8')).toBe(before);
    }
    expect(whyNotNoted(path, userId)).toBeDefined();
    return (problem as Error).message;
  }

  function made(prepare: (path: string) => void): string {
    const path = newPath();
    mkdirSync(dirname(path), { mode: 0o700 });
    prepare(path);
    return path;
  }

  it('is one that others can change', async () => {
    const path = made((file) => writeFileSync(file, ''));
    chmodSync(path, 0o620);
    expect(await refusal(path)).toContain(`can be changed by others (mode 0620). Run: chmod go-w ${path}`);
    await expect(journalAt(path).read()).rejects.toThrow('cannot be trusted');
  });

  it('is one in a folder that others can change', async () => {
    const path = made(() => undefined);
    chmodSync(dirname(path), 0o770);
    expect(await refusal(path)).toContain(`Run: chmod go-w ${dirname(path)}`);
  });

  it('is one of another user', async () => {
    const path = made((file) => writeFileSync(file, '', { mode: 0o600 }));
    expect(await refusal(path, USER + 1)).toMatch(/belongs to another user \(uid \d+\)/);
    await expect(journalAt(path, { userId: USER + 1 }).read()).rejects.toThrow('belongs to another user');
  });

  it('is a link, which is not followed', async () => {
    const path = made((file) => symlinkSync(join(dirname(file), 'elsewhere'), file));
    expect(await refusal(path)).toContain('it is a link, which is not followed');
    expect(existsSync(join(dirname(path), 'elsewhere'))).toBe(false);
    await expect(journalAt(path).read()).rejects.toThrow('cannot be read: it is a link');
  });

  it('is a folder, or lies where no folder can be', async () => {
    expect(await refusal(made((file) => mkdirSync(file)))).toContain('it is a folder');
    const path = newPath();
    writeFileSync(dirname(path), '');
    expect(await refusal(path)).toContain('a part of its path is no folder. Mend that');
  });

  it('is a device', async () => {
    await expect(
      createJournalFile({ path: '/dev/full', userId: USER, identity: TEST_IDENTITY }).append(journalEntry()),
    ).rejects.toThrow('/dev/full is no regular file');
  });

  it('is one that takes only a part of a line, which is reported and mended by the next', async () => {
    const path = newPath();
    // No file may become larger, as on a disk that is full; the signal that comes with it is passed over.
    const limited = spawn(
      'bash',
      ['-c', `trap '' XFSZ; ulimit -f 8; exec "$@"`, '-', process.execPath, APPENDER, path, 'a', '9'],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
    let printed = '';
    limited.stderr.on('data', (data: Buffer) => (printed += data.toString()));
    expect(await once(limited, 'close')).toEqual([1, null]);
    expect(printed).toContain('took only a part of a line: the disk may be full');
    expect(statSync(path).size).toBe(8 * 1024);
    const journal = journalAt(path);
    const before = await journal.read();
    expect(before.damaged).toBe(1);
    await journal.append(journalEntry({ operation: 'next' }));
    const after = await journal.read();
    expect(after.damaged).toBe(1);
    expect(after.operations).toHaveLength(before.operations.length + 1);
  });
});
