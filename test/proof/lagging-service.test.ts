import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { effectiveVerdict } from '../../src/stores/journal/effective-verdict.ts';
import type { Verdict } from '../../src/sync/writes/verdict.ts';
import type { Marks, StoredPolicy, WriteFault } from '../helpers/lagging-service.ts';
import { acts, catchUp, connect, decide, lags, LONGEST_LAG, RUNS } from './lagging-console.ts';

/** Those after which a change is carried out, sooner or later. */
const LANDING: readonly WriteFault[] = ['none', 'cut', 'late', 'doubled'];

type Todo = readonly { readonly what: string; readonly fault: WriteFault; readonly pause: number }[];

/** A change that lands late, and the one that undoes it, which is not sent, as it is read from before that. */
const NOT_SENT: [Todo, number[]] = [
  [
    { what: 'agent', fault: 'late', pause: 8473 },
    { what: 'rule', fault: 'none', pause: 53 },
    { what: 'agent', fault: 'doubled', pause: 0 },
    { what: 'agent', fault: 'none', pause: 8996 },
  ],
  [5116, 5554, 2454, 5488],
];

/** What may be said of others only where somebody saw them. */
const BLAME = /(?<!tells whether |unless )somebody (else )?(changed|did|put|had)|colleague|others changed/;

describe.each<Marks>(['numbers', 'names', 'times', 'none'])(
  'with %s for versions, and nobody else',
  (marks) => {
    it('nothing is called confirmed that is not so, undone that is done, and nobody is blamed', async () => {
      let confirmedPolicies = 0;
      await fc.assert(
        fc.asyncProperty(acts, lags, async (todo, lagOf) => {
          const console = connect(marks, lagOf);
          const { clock, service, journal } = console;
          const made: {
            readonly verdict: Verdict;
            readonly isSo: () => boolean;
            readonly fault: WriteFault;
            readonly wasSent: boolean;
          }[] = [];
          for (const [index, { what, fault, pause }] of todo.entries()) {
            await clock.advance(pause);
            service.fault = fault;
            const { isSo, make } = decide(console, what, 100 + index);
            const [before, writes] = [service.now, service.writes];
            const verdict = await clock.through<Verdict>(make());
            service.fault = 'none';
            const wasSent = service.writes > writes;
            confirmedPolicies += what !== 'agent' && verdict.kind === 'confirmed' ? 1 : 0;
            const told = `${what}, ${fault}: ${verdict.sentence}`;
            // An earlier change of the same that comes late may undo it meanwhile; that is told once it is seen.
            const isUndisturbed = made.every((each) => each.fault !== 'late');
            if (verdict.kind === 'confirmed') {
              expect(isSo() || !isUndisturbed, told).toBe(true);
            } else if (verdict.kind === 'refused') {
              expect(service.now !== before && isSo() && isUndisturbed, told).toBe(false);
            } else if (verdict.kind === 'contradicted') {
              expect(['swallowed', 'partial'].includes(fault) || !isUndisturbed, told).toBe(true);
            }
            expect(verdict.sentence.startsWith('Nothing was sent'), told).toBe(!wasSent);
            expect(wasSent || verdict.kind === 'refused', told).toBe(true);
            expect(verdict.sentence).not.toMatch(BLAME);
            expect(verdict.overwritten ?? [], told).toEqual([]);
            made.push({ verdict, isSo, fault, wasSent });
          }
          await catchUp(console);
          for (const { verdict, isSo, fault, wasSent } of made) {
            const steps = journal.entries.filter(({ operation }) => operation === verdict.operation);
            const last = effectiveVerdict(steps);
            expect(last?.sentence).not.toMatch(BLAME);
            // Another one to the same end says nothing of one that was lost, or never sent.
            if (!wasSent) {
              expect(last?.sentence).toBe(verdict.sentence);
            } else if (isSo() && LANDING.includes(fault)) {
              expect(last?.verdict, last?.sentence).not.toMatch(/contradicted|refused/);
            }
          }
        }),
        { numRuns: RUNS, endOnFailure: true, examples: [NOT_SENT] },
      );
      expect(confirmedPolicies).toBeGreaterThan(5);
    });
  },
);

it('what somebody else added right before, and was overwritten, is named wherever it was shown', async () => {
  let named = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<Marks>('numbers', 'times'),
      lags,
      fc.nat(LONGEST_LAG),
      fc.constantFrom<WriteFault>('none', 'cut', 'doubled'),
      async (marks, lagOf, age, fault) => {
        const console = connect(marks, lagOf);
        const { clock, service } = console;
        await clock.advance(20_000);
        const { make } = decide(console, 'list', 100);
        const theirs = service.changePolicy({}, [...service.now.policy.blocked, 'theirs']);
        await clock.advance(age);
        service.fault = fault;
        service.shown.length = 0;
        const verdict = await clock.through<Verdict>(make());
        if (verdict.kind !== 'confirmed') {
          // It was read before ours was sent.
          expect(verdict.kind).toBe('refused');
          return;
        }
        const wasShown = service.shown.some((policy: StoredPolicy) => policy === theirs);
        expect(service.now.policy.blocked).not.toContain('theirs');
        expect(verdict.overwritten ?? []).toEqual(
          wasShown ? [{ field: 'blocked_packages', change: 'added', value: 'theirs' }] : [],
        );
        if (wasShown) {
          named++;
          expect(verdict.sentence).toContain('was overwritten: blocked_packages had theirs added.');
        }
        expect(verdict.isOvertaken === true).toBe(marks === 'numbers' || wasShown);
      },
    ),
    { numRuns: RUNS, endOnFailure: true },
  );
  expect(named).toBeGreaterThan(5);
});
