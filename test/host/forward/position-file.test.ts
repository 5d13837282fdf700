import { appendFileSync, chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import {
  lockPosition,
  openPositionFile,
  readPosition,
  type LockWaiting,
} from '../../../src/host/forward/position-file.ts';
import { processStart } from '../../../src/host/state/process-start.ts';
import { ForwardPosition } from '../../../src/sync/forward/forward-position.ts';
import { temporaryFile } from '../../helpers/temporary-file.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

const SCOPE = { server: 'https://one.example/api/v1', filter: { outcome: 'block' } };
const USER = process.getuid?.() ?? 0;

const waitingOn = (clock: VirtualClock): LockWaiting => ({
  clock,
  signal: new AbortController().signal,
  onWait: () => undefined,
});

describe('the position file', () => {
  it('holds what was taken after the next start, for this user alone', async () => {
    const path = temporaryFile('position');
    const position = new ForwardPosition(SCOPE, 1000);
    const file = await openPositionFile(path, () => undefined);
    await file.replace(position.lines());
    await file.append(
      position.take([
        { id: 'a', time: 2000 },
        { id: 'b', time: undefined },
      ]),
    );
    await file.append(position.move(1500, 2500));
    await file.append(position.take([{ id: 'c', time: 3000 }]));
    await file.close();
    const again = readPosition(path, USER);
    expect(again?.scope).toEqual(SCOPE);
    expect([again?.begin, again?.through]).toEqual([1500, 2500]);
    expect([...(again?.takenSince() ?? [])]).toEqual([
      { id: 'a', time: 2000 },
      { id: 'b', time: undefined },
      { id: 'c', time: 3000 },
    ]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('passes over half a line that a crash left, and cuts it off before the next one', async () => {
    const path = temporaryFile('position');
    const position = new ForwardPosition(SCOPE, 1000);
    writeFileSync(path, `${[...position.lines()].join('\n')}\n`, { mode: 0o600 });
    appendFileSync(path, '{"taken":[["half",2000]');
    expect(readPosition(path, USER)?.size).toBe(0);
    const file = await openPositionFile(path, () => undefined);
    await file.append(position.take([{ id: 'whole', time: 2000 }]));
    await file.close();
    expect([...(readPosition(path, USER)?.takenSince() ?? [])].map(({ id }) => id)).toEqual(['whole']);
    expect(readFileSync(path, 'utf8')).not.toContain('half');
  });

  it('forgets with the next writing what is older than its beginning', async () => {
    const path = temporaryFile('position');
    const position = new ForwardPosition(SCOPE, 0);
    position.take(Array.from({ length: 1200 }, (_, index) => ({ id: `e${index}`, time: index })));
    position.move(1000, 1199);
    const file = await openPositionFile(path, () => undefined);
    await file.replace(position.lines());
    await file.close();
    expect(readPosition(path, USER)?.size).toBe(199);
  });

  it.each([
    ['nothing of ours', 'hello\n', 'Line 1 is damaged'],
    ['another JSON', '{"a":1}\n', 'no position of vigil forward'],
    ['a later version', '{"vigil_forward":2,"server":"s","begin":0}\n', 'another version'],
    [
      'a damaged line',
      '{"vigil_forward":1,"server":"s","filter":{},"begin":0}\n{"taken":1}\n',
      'Line 2 is damaged',
    ],
  ])('refuses %s, and names the command to run', (_name, text, problem) => {
    const path = temporaryFile('position');
    writeFileSync(path, text, { mode: 0o600 });
    expect(() => readPosition(path, USER)).toThrow(problem);
    expect(() => readPosition(path, USER)).toThrow(`rm ${path}`);
  });

  it('refuses a file that others can change', () => {
    const path = temporaryFile('position');
    writeFileSync(path, `${[...new ForwardPosition(SCOPE, 0).lines()].join('\n')}\n`);
    chmodSync(path, 0o666);
    expect(() => readPosition(path, USER)).toThrow('chmod go-w');
  });

  it('is of one process at a time, and free again once that has ended without a word', async () => {
    const path = temporaryFile('position');
    const unlock = await lockPosition(path, waitingOn(new VirtualClock()));
    const owner = JSON.parse(readFileSync(`${path}.owner`, 'utf8')) as Record<string, unknown>;
    unlock();
    // This process is always taken for the same one: another that runs is the one that started it.
    writeFileSync(
      `${path}.owner`,
      JSON.stringify({ ...owner, pid: process.ppid, process_start: processStart(process.ppid) }),
    );
    await expect(lockPosition(path, waitingOn(new VirtualClock()))).rejects.toThrow(
      `process ${process.ppid}`,
    );
    writeFileSync(`${path}.owner`, JSON.stringify({ ...owner, pid: 4_000_000, process_start: undefined }));
    (await lockPosition(path, waitingOn(new VirtualClock())))();
  });

  it('is taken where a process was killed in the moment of taking it, once its lock has stood still', async () => {
    const path = temporaryFile('position');
    writeFileSync(`${path}.lock`, '');
    const clock = new VirtualClock();
    const waits: string[] = [];
    const taken = lockPosition(path, { ...waitingOn(clock), onWait: (lock) => waits.push(lock) });
    await clock.advance(15_000);
    (await taken)();
    expect(waits).toEqual([`${path}.lock`]);
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  it('ends to wait for the lock when the program ends', async () => {
    const path = temporaryFile('position');
    writeFileSync(`${path}.lock`, '');
    const ending = new AbortController();
    const taken = lockPosition(path, { ...waitingOn(new VirtualClock()), signal: ending.signal });
    ending.abort(new Error('ended by Ctrl-C'));
    await expect(taken).rejects.toThrow('ended by Ctrl-C');
  });
});
