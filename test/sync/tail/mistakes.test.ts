import { describe, expect, it } from 'vitest';

import { Arrivals } from '../../../src/sync/tail/arrivals.ts';
import { Auditor } from '../../../src/sync/tail/auditor.ts';
import { Audits } from '../../../src/sync/tail/audits.ts';
import { Backlog } from '../../../src/sync/tail/backlog.ts';
import { Beginning } from '../../../src/sync/tail/beginning.ts';
import { BoundsKnowledge } from '../../../src/sync/tail/bounds-knowledge.ts';
import { DamagedEvents } from '../../../src/sync/tail/damaged-events.ts';
import { EventTail, type TailOptions, type TailState } from '../../../src/sync/tail/event-tail.ts';
import { KnownEvents } from '../../../src/sync/tail/known-events.ts';
import { ListOrder } from '../../../src/sync/tail/list-order.ts';
import { Overlap } from '../../../src/sync/tail/overlap.ts';
import { PageSize } from '../../../src/sync/tail/page-size.ts';
import { ServerTime } from '../../../src/sync/tail/server-time.ts';
import { Slice } from '../../../src/sync/tail/slice.ts';
import { SliceReader } from '../../../src/sync/tail/slice-reader.ts';
import { PLAIN_SCENARIO, run, type Reader, type Scenario } from './tail-run.ts';

const SCENARIO: Scenario = {
  ...PLAIN_SCENARIO,
  order: 'hash',
  burst: 150,
  lateness: 90_000,
  trouble: 'damaged',
};

/** Which calls of a step fail: at the beginning, and while there is much to read. */
const FAILING = new Set([1, 3, 10, 11, 40, 200]);

class Mistake extends TypeError {}

type Step = (...values: readonly unknown[]) => unknown;

/** Has some calls of a step throw: before they did anything, or when they had done all. */
function failAt(when: 'before' | 'after', step: Step): Step {
  let calls = 0;
  return function (this: unknown, ...values: readonly unknown[]) {
    const fails = FAILING.has(++calls);
    if (fails && when === 'before') {
      throw new Mistake(`call ${calls}`);
    }
    const result = step.apply(this, [...values]);
    if (fails) {
      throw new Mistake(`call ${calls}`);
    }
    return result;
  };
}

const CLASSES = [
  Arrivals,
  Auditor,
  Audits,
  Backlog,
  Beginning,
  BoundsKnowledge,
  DamagedEvents,
  KnownEvents,
  ListOrder,
  Overlap,
  PageSize,
  ServerTime,
  Slice,
  SliceReader,
] as const;

const STEPS = CLASSES.flatMap(({ name, prototype }) =>
  Object.entries(Object.getOwnPropertyDescriptors(prototype)).flatMap(([step, { value, get }]) =>
    step === 'constructor' || (typeof value !== 'function' && get === undefined)
      ? []
      : [[name, step, prototype] as const],
  ),
);

/** The tail as a reader, whose state is what it was last where it cannot be had. */
function withState(options: TailOptions): Reader {
  const tail = new EventTail(options);
  let last: TailState | undefined;
  return {
    poll: (signal) => tail.poll(signal),
    get state() {
      try {
        last = tail.state;
      } catch (error) {
        expect(error).toBeInstanceOf(Mistake);
      }
      return last as TailState;
    },
  };
}

describe.each(['before', 'after'] as const)('a mistake %s the work of a step', (when) => {
  it.each(STEPS)(
    '%s.%s loses no event, and certifies nothing that is not so',
    async (_class, step, prototype) => {
      const before = Object.getOwnPropertyDescriptor(prototype, step) as PropertyDescriptor;
      const { value, get } = before;
      Object.defineProperty(
        prototype,
        step,
        get === undefined
          ? { ...before, value: failAt(when, value as Step) }
          : { ...before, get: failAt(when, get) },
      );
      try {
        expect(await run(SCENARIO, withState)).toMatchObject({ lost: [], falsehoods: [] });
      } finally {
        Object.defineProperty(prototype, step, before);
      }
    },
  );

  it('the store loses no event', async () => {
    const outcome = await run(SCENARIO, (options) =>
      withState({ ...options, sink: failAt(when, options.sink as Step) as never }),
    );
    expect(outcome).toMatchObject({ lost: [], falsehoods: [] });
  });
});
