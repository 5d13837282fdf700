import { describe, expect, it } from 'vitest';

import { Arrivals } from '../../../src/sync/tail/arrival-kinds.ts';
import { Auditor } from '../../../src/sync/tail/auditor.ts';
import { Audits } from '../../../src/sync/tail/audits.ts';
import { Backlog } from '../../../src/sync/tail/backlog.ts';
import { FirstWindow } from '../../../src/sync/tail/first-window.ts';
import { BoundsKnowledge } from '../../../src/sync/tail/bounds-knowledge.ts';
import { ClockFalls } from '../../../src/sync/tail/clock-falls.ts';
import { CountChecks } from '../../../src/sync/tail/count-checks.ts';
import { DamagedEvents } from '../../../src/sync/tail/damaged-events.ts';
import { DifferenceSearch } from '../../../src/sync/tail/difference-search.ts';
import { EventTail, type TailOptions, type TailState } from '../../../src/sync/tail/event-tail.ts';
import { Frontier } from '../../../src/sync/tail/frontier.ts';
import { GoneEvents } from '../../../src/sync/tail/gone-events.ts';
import { KnownEvents } from '../../../src/sync/tail/known-events.ts';
import { ListOrder } from '../../../src/sync/tail/list-order.ts';
import { Overlap } from '../../../src/sync/tail/overlap.ts';
import { PageSize } from '../../../src/sync/lists/page-size.ts';
import { Rereading } from '../../../src/sync/tail/rereading.ts';
import { ServerTime } from '../../../src/sync/tail/server-time.ts';
import { Slice } from '../../../src/sync/tail/slice.ts';
import { PageIntake } from '../../../src/sync/tail/page-intake.ts';
import { SliceReader } from '../../../src/sync/tail/slice-reader.ts';
import { SmallerSlices } from '../../../src/sync/tail/smaller-slices.ts';
import { PLAIN_SCENARIO, run, type Reader, type Scenario } from './tail-run.ts';

/** Between them they take nearly every step there is. */
const SCENARIOS: readonly [Scenario, ...Scenario[]] = [
  { ...PLAIN_SCENARIO, order: 'hash', burst: 150, lateness: 90_000, trouble: 'damaged' },
  {
    ...PLAIN_SCENARIO,
    order: 'hash',
    burst: 150,
    lateness: 90_000,
    trouble: 'deleted',
    clocks: 'back',
    future: 12,
  },
  {
    ...PLAIN_SCENARIO,
    order: 'reshuffled',
    burst: 150,
    lateness: 90_000,
    trouble: 'faults',
    insertsDuringWalks: true,
  },
];

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
  FirstWindow,
  BoundsKnowledge,
  ClockFalls,
  CountChecks,
  DamagedEvents,
  DifferenceSearch,
  Frontier,
  GoneEvents,
  KnownEvents,
  ListOrder,
  Overlap,
  PageIntake,
  PageSize,
  Rereading,
  ServerTime,
  Slice,
  SliceReader,
  SmallerSlices,
] as const;

interface TailStep {
  readonly step: string;
  readonly prototype: object;
  readonly key: string;
  readonly descriptor: PropertyDescriptor;
}

const STEPS: readonly TailStep[] = CLASSES.flatMap(
  (of: { readonly name: string; readonly prototype: object }) =>
    Object.entries(Object.getOwnPropertyDescriptors(of.prototype)).flatMap(([key, descriptor]) =>
      key === 'constructor' ? [] : [{ step: `${of.name}.${key}`, prototype: of.prototype, key, descriptor }],
    ),
);

/** Puts something in the place of a step, and gives back what takes it away. */
function replaceStep(
  { prototype, key, descriptor }: TailStep,
  replacement: (step: Step) => Step,
): () => void {
  const kind = typeof descriptor.value === 'function' ? 'value' : 'get';
  Object.defineProperty(prototype, key, {
    ...descriptor,
    [kind]: replacement(Reflect.get(descriptor, kind) as Step),
  });
  return () => void Object.defineProperty(prototype, key, descriptor);
}

/** The steps that a scenario takes. */
async function stepsOf(scenario: Scenario): Promise<ReadonlySet<TailStep>> {
  const taken = new Set<TailStep>();
  const undo = STEPS.map((each) =>
    replaceStep(
      each,
      (step) =>
        function (...values) {
          taken.add(each);
          return step.apply(this, [...values]);
        },
    ),
  );
  await run(scenario);
  undo.forEach((putBack) => putBack());
  return taken;
}

/** The first scenario that takes it, for each step that any of them takes. */
const TAKEN = new Map<TailStep, Scenario>();
for (const scenario of SCENARIOS) {
  for (const step of await stepsOf(scenario)) {
    TAKEN.set(step, TAKEN.get(step) ?? scenario);
  }
}

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
  it.each([...TAKEN].map(([step, scenario]) => ({ ...step, scenario })))(
    'loses no event, and certifies nothing that is not so: $step',
    async ({ scenario, ...step }) => {
      const putBack = replaceStep(step, failing);
      try {
        expect(await run(scenario, withState)).toMatchObject({ lost: [], falsehoods: [] });
      } finally {
        putBack();
      }
    },
  );

  it('is looked for in nearly all of them', () => {
    expect(TAKEN.size).toBeGreaterThan(0.85 * STEPS.length);
    const classes = [...TAKEN.keys()].map(({ step }) => step.split('.')[0]);
    expect(new Set(classes)).toEqual(new Set(CLASSES.map(({ name }) => name)));
  });

  it('loses no event, and certifies nothing that is not so: the sink', async () => {
    const outcome = await run(SCENARIOS[0], ({ sink, ...options }) => {
      const broken = failing((...values) => sink(...(values as Parameters<typeof sink>)));
      return withState({ ...options, sink: (...values) => void broken(...values) });
    });
    expect(outcome).toMatchObject({ lost: [], falsehoods: [] });
  });
});
