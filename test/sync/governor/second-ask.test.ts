import { beforeEach, expect, it } from 'vitest';

import { delay } from '../../../src/lib/clock.ts';
import { SecondAsk } from '../../../src/sync/governor/second-ask.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

let clock: VirtualClock;
let secondAsk: SecondAsk;
/** When each ask began, and what ended in being given up. */
let asked: string[];

beforeEach(() => {
  clock = new VirtualClock();
  secondAsk = new SecondAsk(clock);
  asked = [];
});

interface Script {
  readonly takes: number;
  readonly fails?: boolean;
}

function read(first: Script, second: Script, signal?: AbortSignal): { came: unknown } {
  const outcome = { came: undefined as unknown };
  const ask =
    (name: string, { takes, fails }: Script) =>
    async (given: AbortSignal) => {
      asked.push(`${name} ${clock.monotonic()}`);
      given.addEventListener('abort', () => asked.push(`${name} ends ${clock.monotonic()}`));
      await delay(clock, takes, given);
      if (fails === true) {
        throw new Error(`${name} failed`);
      }
      return name;
    };
  secondAsk.read(signal, ask('first', first), ask('second', second)).then(
    (value) => (outcome.came = value),
    (error: unknown) => (outcome.came = (error as Error).message),
  );
  return outcome;
}

it('asks again after three seconds, and takes the first answer', async () => {
  const outcome = read({ takes: 15_000, fails: true }, { takes: 100 });
  await clock.advance(3100);
  expect(outcome.came).toBe('second');
  expect(asked).toEqual(['first 0', 'second 3000', 'first ends 3100', 'second ends 3100']);
});

it('takes the answer to the first, too, and asks no third time', async () => {
  const outcome = read({ takes: 4000 }, { takes: 15_000 });
  await clock.advance(60_000);
  expect(outcome.came).toBe('first');
  expect(asked.slice(0, 2)).toEqual(['first 0', 'second 3000']);
});

it('asks once where the answer comes soon, or fails', async () => {
  read({ takes: 100 }, { takes: 1 });
  const outcome = read({ takes: 300, fails: true }, { takes: 1 });
  await clock.advance(60_000);
  expect(outcome.came).toBe('first failed');
  expect(asked.filter((each) => each.startsWith('second'))).toEqual([]);
});

it('waits for the second when the first fails meanwhile, and not for the first when the second does', async () => {
  const answered = read({ takes: 5000, fails: true }, { takes: 4000 });
  const failed = read({ takes: 15_000 }, { takes: 100, fails: true });
  await clock.advance(3100);
  expect([answered.came, failed.came]).toEqual([undefined, 'second failed']);
  await clock.advance(10_000);
  expect(answered.came).toBe('second');
});

it('lets a server be slow that always is', async () => {
  read({ takes: 4000 }, { takes: 4000 });
  await clock.advance(20_000);
  asked.length = 0;
  const outcome = read({ takes: 4000 }, { takes: 4000 });
  await clock.advance(20_000);
  expect(outcome.came).toBe('first');
  expect(asked.filter((each) => each.startsWith('second'))).toEqual([]);
});

it('ends with the one who waits for it', async () => {
  const controller = new AbortController();
  read({ takes: 15_000 }, { takes: 15_000 }, controller.signal);
  await clock.advance(1000);
  controller.abort();
  await clock.advance(20_000);
  expect(asked.filter((each) => each.startsWith('second'))).toEqual([]);
});
