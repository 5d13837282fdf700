import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { effectiveVerdict } from '../../src/stores/journal/effective-verdict.ts';
import type { Verdict } from '../../src/sync/writes/verdict.ts';
import type { LaggingService, Marks, StoredPolicy, WriteFault } from '../helpers/lagging-service.ts';
import type { MemoryJournal } from '../helpers/memory-journal.ts';
import { acts, catchUp, connect, decide, lags, RUNS } from './lagging-console.ts';

type Meddling = 'adds' | 'removes' | 'rule' | 'other rule';
const meddling = fc.constantFrom<Meddling>('adds', 'adds', 'removes', 'rule', 'other rule');
/** What somebody else does to the policy: at some milliseconds from the start, and right before some of our writes. */
const others = fc.record({
  timed: fc.array(fc.record({ what: meddling, at: fc.nat(40_000) }), { maxLength: 5 }),
  before: fc.array(fc.option(meddling, { nil: undefined, freq: 2 }), { maxLength: 4 }),
});

function meddle(service: LaggingService, what: Meddling, index: number): void {
  const { blocked } = service.now.policy;
  switch (what) {
    case 'adds':
      service.changePolicy({}, [...blocked, `theirs-${index}`]);
      return;
    case 'removes':
      service.changePolicy({}, blocked.slice(1));
      return;
    case 'rule':
      service.changePolicy({ max_known_vulnerabilities: 1000 + index });
      return;
    case 'other rule':
      service.changePolicy({ review_scorecard: 1000 + index });
  }
}

/** A change that was made while somebody else wrote, and what was stored meanwhile. */
interface Made {
  readonly what: string;
  readonly fault: WriteFault;
  /** What it gives the rule, which nothing else does. */
  readonly unique: number;
  readonly base: StoredPolicy;
  /** Places of the states that were stored while it was made: the first one, and the one after the last. */
  readonly from: number;
  readonly to: number;
  readonly verdict: Verdict;
}

/** Where a change of the policy took effect among all that was ever stored. */
function landings({ states }: LaggingService, { what, unique }: Made): readonly number[] {
  return states.flatMap(({ isOurs, policy }, place) =>
    what !== 'agent' &&
    isOurs &&
    policy.rules['max_known_vulnerabilities'] === unique &&
    states[place - 1]?.policy !== policy
      ? [place]
      : [],
  );
}

function isWhole({ what, unique }: Made, { rules, blocked }: StoredPolicy): boolean {
  return (
    rules['max_known_vulnerabilities'] === unique && (what === 'rule' || blocked.includes(`mine-${unique}`))
  );
}

/** What others had done to what a change wrote after it was decided on, and that is gone by it. */
function lostBy({ states }: LaggingService, made: Made, place: number): readonly unknown[] {
  const [before, after] = [states[place - 1]?.policy, states[place]?.policy];
  if (before === undefined || after === undefined) {
    return [];
  }
  const isTheirs = (value: unknown) => typeof value === 'number' && value >= 1000;
  const score = before.rules['max_known_vulnerabilities'];
  return [
    ...before.blocked.filter((name) => name.startsWith('theirs') && !after.blocked.includes(name)),
    ...made.base.blocked.filter((name) => !before.blocked.includes(name) && after.blocked.includes(name)),
    ...(isTheirs(score) && score !== made.base.rules['max_known_vulnerabilities'] ? [score] : []),
  ];
}

/** Compares a verdict with what was stored until then. */
function checkSaid(service: LaggingService, made: Made): void {
  const { what, fault, from, to, verdict } = made;
  const { kind, sentence, overwritten = [], isOvertaken, isOvertakenUnknown } = verdict;
  const said = `${what}, ${fault}: ${sentence}`;
  if (what === 'agent') {
    return;
  }
  const landed = landings(service, made).filter((place) => place >= from && place < to);
  const whole = service.states.slice(from, to).filter(({ policy }) => isWhole(made, policy));
  const lost = landed.flatMap((place) => lostBy(service, made, place));
  if (kind === 'confirmed') {
    expect(whole.length, said).toBeGreaterThan(0);
    const named = overwritten.map(({ value }) => value);
    expect(
      lost.every((each) => named.includes(each)) || isOvertaken === true || isOvertakenUnknown === true,
      said,
    ).toBe(true);
    const theirs = named.filter((each) => !String(each).startsWith('mine'));
    expect(
      theirs.every((each) => lost.includes(each)),
      said,
    ).toBe(true);
  } else if (kind === 'contradicted') {
    const [first] = landed;
    const stays =
      first !== undefined && service.states.slice(first, to).every(({ policy }) => isWhole(made, policy));
    expect(stays, said).toBe(false);
  } else if (kind === 'refused') {
    expect(landed, said).toEqual([]);
  }
}

/** Compares what it was judged to be in the end, once all was read again, with what is stored. */
function checkJudgedAgain(service: LaggingService, made: Made, entries: MemoryJournal['entries']): void {
  const steps = entries.filter(({ operation }) => operation === made.verdict.operation);
  const last = effectiveVerdict(steps);
  const said = `${made.what}, ${made.fault}: ${last?.sentence ?? ''}`;
  if (made.what === 'agent' || last === undefined) {
    return;
  }
  const landed = landings(service, made);
  if (last.verdict === 'confirmed') {
    expect(landed.length, said).toBeGreaterThan(0);
  } else if (last.verdict === 'refused') {
    expect(landed, said).toEqual([]);
  } else if (landed.length > 0) {
    expect(isWhole(made, service.now.policy) && last.verdict === 'contradicted', said).toBe(false);
  }
  // It landed after it was judged: what it wrote over is in the sentence, or that nothing tells.
  const late = landed.filter((place) => place >= made.to).flatMap((place) => lostBy(service, made, place));
  if (last.verdict === 'confirmed' && last.sentence !== made.verdict.sentence && late.length > 0) {
    expect(said).toMatch(/over (a later|another) change|shows? whether another change/);
  }
}

describe.each<Marks>(['numbers', 'names', 'times', 'none'])(
  'with %s for versions, and somebody who writes at the same time',
  (marks) => {
    it('nothing is said of a change that is not so, and what it overwrote is named, or said not to be known', async () => {
      let confirmedPolicies = 0;
      await fc.assert(
        fc.asyncProperty(acts, lags, others, async (todo, lagOf, theirs) => {
          const console = connect(marks, lagOf);
          const { clock, service, journal } = console;
          const { timed, before } = theirs;
          timed.forEach(({ what, at }, index) => clock.schedule(at, () => meddle(service, what, index)));
          const made: Made[] = [];
          for (const [index, { what, fault, pause }] of todo.entries()) {
            await clock.advance(pause);
            service.fault = fault;
            const theirsBefore = before[index];
            service.before = theirsBefore && (() => meddle(service, theirsBefore, 10 + index));
            const unique = 100 + index;
            const { make } = decide(console, what, unique);
            const [from, base] = [service.states.length, service.now.policy];
            const verdict = await clock.through<Verdict>(make());
            [service.fault, service.before] = ['none', undefined];
            const change = { what, fault, unique, base, from, to: service.states.length, verdict };
            checkSaid(service, change);
            confirmedPolicies += what !== 'agent' && verdict.kind === 'confirmed' ? 1 : 0;
            made.push(change);
          }
          await catchUp(console);
          for (const change of made) {
            checkJudgedAgain(service, change, journal.entries);
          }
        }),
        { numRuns: RUNS, endOnFailure: true },
      );
      expect(confirmedPolicies).toBeGreaterThan(5);
    });
  },
);
