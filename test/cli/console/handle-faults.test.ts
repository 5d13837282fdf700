import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { handleFaults } from '../../../src/cli/console/handle-faults.ts';
import { surviveFew } from '../../../src/host/faults/survive.ts';
import { guardedClock } from '../../../src/lib/clock.ts';
import { Faults } from '../../../src/stores/connection/faults.ts';
import { createStores, type Stores } from '../../../src/stores/stores.ts';
import { TerminalGoneError } from '../../../src/terminal/output/terminal-output.ts';
import { temporaryFile } from '../../helpers/temporary-file.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';
import { FakeSession } from '../../terminal/life/fake-session.ts';

let stateHome: string;
let fake: FakeSession;
let stores: Stores;

beforeEach(async () => {
  stateHome = dirname(temporaryFile());
  vi.stubEnv('XDG_STATE_HOME', stateHome);
  fake = new FakeSession();
  stores = createStores();
  handleFaults(fake.session, { stores, clock: fake.clock });
  await fake.enter();
});

afterEach(() => vi.unstubAllEnvs());

const notice = () => stores.view.getState().notice?.text;

function crashFiles(): readonly string[] {
  const folder = join(stateHome, 'vigil');
  return existsSync(folder)
    ? readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
    : [];
}

describe('a console goes on', () => {
  it.each([
    ['uncaughtException', 'reacting to something'],
    ['unhandledRejection', 'doing something in the background'],
  ])('after an %s, with a sentence on the screen and the stack in a file', async (event, doing) => {
    fake.process.emit(event, new TypeError('it is broken'));
    await fake.clock.advance(0);
    expect(fake.happened).toEqual([]);
    expect(notice()).toMatch(
      new RegExp(
        `^A fault in vigil while ${doing}: it is broken\\. vigil goes on\\..*${stateHome}/vigil/crash-`,
      ),
    );
    expect(crashFiles()).toEqual([
      expect.stringMatching(new RegExp(`while ${doing}\\nTypeError: it is broken\\n +at `)),
    ]);
  });

  it('after a fault in what a timer runs', async () => {
    const clock = guardedClock(fake.clock, (error) => stores.faults.report('doing what was due', error));
    let wasRun = false;
    clock.schedule(10, () => {
      throw new TypeError('in a timer');
    });
    clock.schedule(20, () => (wasRun = true));
    await fake.clock.advance(30);
    expect(wasRun).toBe(true);
    expect(fake.happened).toEqual([]);
    expect(notice()).toContain('while doing what was due: in a timer. vigil goes on.');
    expect(crashFiles()).toHaveLength(1);
  });

  it('after nine exceptions, and ends with the tenth: status 1, the terminal given back, and the file named', () => {
    for (let count = 1; count <= 9; count++) {
      fake.process.emit('uncaughtException', new TypeError(`broken ${count}`));
    }
    expect(fake.happened).toEqual([]);
    fake.process.emit('unhandledRejection', new TypeError('broken 10'));
    expect(fake.happened).toEqual(['stop', 'leave', 'cooked', 'dismiss', 'exit 1']);
    expect(fake.ends).toMatchObject([
      {
        status: 1,
        complaints: [
          'vigil: broken 10',
          expect.stringMatching(new RegExp(`^vigil: What went wrong is in ${stateHome}/vigil/crash-`)),
        ],
      },
    ]);
    expect(crashFiles()).toEqual([
      expect.stringContaining('while running the console\nTypeError: broken 10'),
    ]);
  });
});

it('a fault that happens again and again is written once', () => {
  const error = new TypeError('in each frame');
  for (let frame = 0; frame < 100; frame++) {
    stores.faults.report('drawing the screen', error);
  }
  expect(crashFiles()).toHaveLength(1);
  expect(crashFiles()[0]?.match(/while drawing the screen/g)).toHaveLength(1);
});

it('faults that all differ are remembered up to a bound, and reported no more beyond it', () => {
  const faults = new Faults();
  let heard = 0;
  faults.onFault(() => heard++);
  for (let count = 0; count < 1000; count++) {
    faults.report(`drawing row ${count}`, new TypeError('no row'));
  }
  expect([faults.all.length, heard]).toEqual([100, 100]);
  faults.report('drawing row 0', new TypeError('no row'));
  expect(faults.all.length).toBe(100);
});

it('a terminal that is gone is no fault, wherever it is noticed', () => {
  stores.faults.report('drawing the screen', new TerminalGoneError('EIO'));
  expect(fake.ends).toMatchObject([{ status: 129 }]);
  expect(crashFiles()).toEqual([]);
});

it('ten exceptions end nothing when more than ten seconds are between the first and the last', async () => {
  const clock = new VirtualClock();
  const survives = surviveFew(new Faults(), clock);
  for (let count = 1; count <= 30; count++) {
    expect(survives(new TypeError('now and then'), 'exception')).toBe(true);
    await clock.advance(1200);
  }
  const outcomes = Array.from({ length: 4 }, () => survives(new TypeError('at once'), 'rejection'));
  expect(outcomes).toEqual([true, false, false, false]);
});
