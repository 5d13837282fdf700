import { beforeEach, expect, it } from 'vitest';

import { delay } from '../../../src/lib/clock.ts';
import { SecondAsk } from '../../../src/sync/governor/second-ask.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

let clock: VirtualClock;
let secondAsk: SecondAsk;
/** When each ask left, and what ended in being given up. */
let asked: string[];
/** How long each ask but the first waits for its turn. */
let turnTakes: number;

beforeEach(() => {
  clock = new VirtualClock();
  secondAsk = new SecondAsk(clock);
  asked = [];
  turnTakes = 0;
});

interface Script {
  readonly takes: number;
  /** When its answer begins, where that decides for it. */
  readonly begins?: number;
  readonly fails?: boolean;
}

const HANGS: Script = { takes: 15_000, fails: true };

/** Reads what each ask does as its script says, the last of them for all that follow. */
function read(
  scripts: readonly [Script, ...Script[]],
  {
    signal,
    kind = 'agents',
    leastPatience,
  }: { signal?: AbortSignal; kind?: string; leastPatience?: number } = {},
): { came: unknown } {
  const outcome = { came: undefined as unknown };
  let turns = 0;
  const next = async (given: AbortSignal) => {
    await delay(clock, turnTakes, given);
    return ++turns;
  };
  const send = async (turn: number, given: AbortSignal, choose: () => boolean) => {
    const name = `ask ${turn}`;
    const { takes, fails, begins = 0 } = scripts[turn] ?? scripts.at(-1)!;
    asked.push(`${name} ${clock.monotonic()}`);
    given.addEventListener('abort', () => asked.push(`${name} ends ${clock.monotonic()}`));
    if (begins > 0) {
      await delay(clock, begins, given);
      asked.push(`${name} ${choose() ? 'begins' : 'is too late'} ${clock.monotonic()}`);
    }
    await delay(clock, takes - begins, given);
    if (fails === true) {
      throw new Error(`${name} failed`);
    }
    return name;
  };
  secondAsk.read(signal, { kind, leastPatience, first: 0, next, send }).then(
    (value) => (outcome.came = value),
    (error: unknown) => (outcome.came = (error as Error).message),
  );
  return outcome;
}

const asksAgain = () => asked.filter((each) => !/ask 0|ends|begins/.test(each));

it('asks again after a second, takes the first answer, and gives up the others', async () => {
  const outcome = read([HANGS, { takes: 100 }]);
  await clock.advance(60_000);
  expect(outcome.came).toBe('ask 1');
  expect(asked).toEqual(['ask 0 0', 'ask 1 1000', 'ask 0 ends 1100', 'ask 1 ends 1100']);
});

it('takes the answer to the first, too', async () => {
  const outcome = read([{ takes: 1500 }, HANGS]);
  await clock.advance(60_000);
  expect(outcome.came).toBe('ask 0');
  expect(asksAgain()).toEqual(['ask 1 1000']);
});

it('asks ever more seldom while none is answered, and fails when it asks no more', async () => {
  const outcome = read([HANGS]);
  await clock.advance(15_500);
  expect(asksAgain().map((each) => Number(each.split(' ')[2]))).toEqual([
    1000, 2000, 3000, 4500, 6750, 10_125, 15_188,
  ]);
  expect(outcome.came).toBeUndefined();
  await clock.advance(60_000);
  expect(outcome.came).toBe('ask 1 failed');
  expect(asksAgain()).toHaveLength(7);
});

it('asks once where the answer comes soon, or fails', async () => {
  read([{ takes: 100 }]);
  const outcome = read([{ takes: 300, fails: true }]);
  await clock.advance(60_000);
  expect(outcome.came).toBe('ask 0 failed');
  expect(asksAgain()).toEqual([]);
});

it('waits for a later ask when an earlier one fails, and for none when the latest does', async () => {
  const answered = read([{ takes: 1500, fails: true }, { takes: 900 }]);
  const failed = read([HANGS, { takes: 100, fails: true }]);
  await clock.advance(1100);
  expect([answered.came, failed.came]).toEqual([undefined, 'ask 1 failed']);
  await clock.advance(10_000);
  expect(answered.came).toBe('ask 1');
});

it('asks once a server that is known to be slow', async () => {
  read([{ takes: 4000 }]);
  await clock.advance(20_000);
  asked.length = 0;
  const outcome = read([{ takes: 11_000 }]);
  await clock.advance(20_000);
  expect(outcome.came).toBe('ask 0');
  expect(asksAgain()).toEqual([]);
});

it('waits for less where answers come soon', async () => {
  read([{ takes: 50 }]);
  await clock.advance(50);
  read([HANGS, { takes: 50 }]);
  await clock.advance(20_000);
  expect(asksAgain()).toEqual(['ask 1 450']);
});

it('waits for one turn at a time, which says nothing of how long answers take', async () => {
  turnTakes = 5000;
  const outcome = read([HANGS, HANGS, { takes: 100 }]);
  await clock.advance(20_000);
  expect(outcome.came).toBe('ask 2');
  expect(asksAgain()).toEqual(['ask 1 6000', 'ask 2 14000']);
  turnTakes = 0;
  asked.length = 0;
  read([HANGS, { takes: 100 }]);
  await clock.advance(400);
  expect(asksAgain()).toEqual(['ask 1 20400']);
});

it('ends with the one who waits for it', async () => {
  const controller = new AbortController();
  read([HANGS], { signal: controller.signal });
  await clock.advance(500);
  controller.abort();
  await clock.advance(20_000);
  expect(asksAgain()).toEqual([]);
});

it('goes by how long answers of the same kind take, and by the others until there was one', async () => {
  read([{ takes: 50 }], { kind: 'events' });
  read([{ takes: 300 }], { kind: 'agents' });
  await clock.advance(1000);
  asked.length = 0;
  read([HANGS, { takes: 50 }], { kind: 'events' });
  read([HANGS, { takes: 50 }], { kind: 'agents' });
  read([HANGS, { takes: 50 }], { kind: 'policy' });
  await clock.advance(20_000);
  expect(asksAgain()).toEqual(['ask 1 1400', 'ask 1 1900', 'ask 1 1900']);
});

it('asks little again while nothing at all is answered, and goes on once something is', async () => {
  for (let count = 0; count < 5; count++) {
    read([HANGS], { kind: `kind ${count}` });
  }
  await clock.advance(5000);
  expect(asksAgain()).toHaveLength(7);
  read([{ takes: 100 }]);
  await clock.advance(2000);
  expect(asksAgain().length).toBeGreaterThan(7);
});

it('stays with the ask whose answer begins first, however long that goes on, and fails with it', async () => {
  const outcome = read([HANGS, { begins: 100, takes: 9000 }], { leastPatience: 1500 });
  const failed = read([{ begins: 100, takes: 5000, fails: true }]);
  await clock.advance(60_000);
  expect(asked).toEqual([
    'ask 0 0',
    'ask 0 0',
    'ask 0 begins 100',
    'ask 1 1500',
    'ask 0 ends 1600',
    'ask 1 begins 1600',
    'ask 0 ends 5000',
    'ask 1 ends 10500',
  ]);
  expect([outcome.came, failed.came]).toEqual(['ask 1', 'ask 0 failed']);
});
