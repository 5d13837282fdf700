import { expect, it } from 'vitest';

import { Ledger } from '../../../src/sync/governor/ledger.ts';

/** A request that left at a time, and what became of it. */
function sent(ledger: Ledger, at: number, counted: 'yes' | 'no' | 'perhaps' | undefined) {
  const request = ledger.open(at, false);
  request.counted = counted;
  return request;
}

it('does not hold a request surely against the later of two answers that may stand in the earlier one already', () => {
  const ledger = new Ledger();
  const first = sent(ledger, 0, 'yes');
  sent(ledger, 50, 'yes');
  const last = sent(ledger, 150, 'yes');
  const taken = ledger.between({ number: first.number, readAt: 100 }, last.number);
  expect(taken).toEqual({ least: 1, most: 2 });
});

it('does not forget what is under way when a later request is answered first', () => {
  const ledger = new Ledger();
  const slow = sent(ledger, 0, undefined);
  const answered = sent(ledger, 50, 'yes');
  ledger.forgetThrough(answered.number);
  expect(ledger.unseenAfter(answered.number)).toBe(1);
  expect(ledger.firstUnderWaySince(0)).toBe(slow.sentAt);
});

it('holds what left after the later of two answers to be among what it may tell of while it is under way', () => {
  const ledger = new Ledger();
  const first = sent(ledger, 0, 'yes');
  const last = sent(ledger, 150, 'yes');
  sent(ledger, 160, undefined);
  sent(ledger, 170, 'yes');
  expect(ledger.between({ number: first.number, readAt: 100 }, last.number)).toEqual({ least: 1, most: 2 });
});
