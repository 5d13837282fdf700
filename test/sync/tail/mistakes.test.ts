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

/**
 * Which calls of a step fail, at the beginning and while there is much to read: before they did anything, or when they
 * had done all.
 */
const FAILING: ReadonlyMap<number, 'before' | 'after'> = new Map([
  [1, 'before'],
  [3, 'after'],
  [10, 'before'],
  [11, 'after'],
  [40, 'after'],
  [200, 'before'],
]);

class Mistake extends TypeError {}

type Step = (this: unknown, ...values: readonly unknown[]) => unknown;

/** Has some calls of a step throw. */
function failing(step: Step): Step {
  let calls = 0;
  return function (...values) {
    const when = FAILING.get(++calls);
    if (when === 'before') {
      throw new Mistake(`call ${calls}`);
    }
    const result = step.apply(this, [...values]);
    if (when === 'after') {
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

const STEPS = CLASSES.flatMap((of: { readonly name: string; readonly prototype: object }) =>
  Object.entries(Object.getOwnPropertyDescriptors(of.prototype)).flatMap(([key, descriptor]) =>
    key === 'constructor' ? [] : [{ step: `${of.name}.${key}`, prototype: of.prototype, key, descriptor }],
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

describe('a mistake in any step of the tail', () => {
  it.each(STEPS)(
    'loses no event, and certifies nothing that is not so: $step',
    async ({ prototype, key, descriptor }) => {
      const kind = typeof descriptor.value === 'function' ? 'value' : 'get';
      Object.defineProperty(prototype, key, {
        ...descriptor,
        [kind]: failing(Reflect.get(descriptor, kind) as Step),
      });
      try {
        expect(await run(SCENARIO, withState)).toMatchObject({ lost: [], falsehoods: [] });
      } finally {
        Object.defineProperty(prototype, key, descriptor);
      }
    },
  );

  it('loses no event, and certifies nothing that is not so: the sink', async () => {
    const outcome = await run(SCENARIO, ({ sink, ...options }) => {
      const broken = failing((...values) => sink(...(values as Parameters<typeof sink>)));
      return withState({ ...options, sink: (...values) => void broken(...values) });
    });
    expect(outcome).toMatchObject({ lost: [], falsehoods: [] });
  });
});
