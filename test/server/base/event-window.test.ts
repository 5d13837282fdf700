import { describe, expect, it } from 'vitest';

import { parseChoices } from '../../../src/server/base/choices.ts';
import { eventWindow } from '../../../src/server/base/event-window.ts';

const at = (text: string) => Date.parse(text);
const SECOND = '2026-03-02T09:30:00Z';
const FRACTION = '2026-03-02T09:30:00.400Z';

/** Which stored times pass `since` and `until` under the given choices. */
function passes(stored: string, since: string | undefined, until: string | undefined, ...choose: string[]) {
  const { from, to } = eventWindow(since, until, parseChoices(choose));
  return (from === undefined || at(stored) >= from) && (to === undefined || at(stored) < to);
}

describe('eventWindow', () => {
  it('is open on both sides without bounds', () => {
    expect(eventWindow(undefined, undefined, parseChoices([]))).toEqual({ from: undefined, to: undefined });
  });

  it('leaves out what is shown as exactly the bound', () => {
    expect(passes(SECOND, SECOND, undefined)).toBe(false);
    expect(passes(FRACTION, SECOND, undefined)).toBe(false);
    expect(passes('2026-03-02T09:30:01Z', SECOND, undefined)).toBe(true);
    expect(passes(SECOND, undefined, SECOND)).toBe(false);
    expect(passes('2026-03-02T09:29:59.999Z', undefined, SECOND)).toBe(true);
  });

  it('includes the bound where the choices say so', () => {
    expect(passes(FRACTION, SECOND, undefined, 'since-bound=inclusive')).toBe(true);
    expect(passes('2026-03-02T09:29:59.999Z', SECOND, undefined, 'since-bound=inclusive')).toBe(false);
    expect(passes(FRACTION, undefined, SECOND, 'until-bound=inclusive')).toBe(true);
    expect(passes('2026-03-02T09:30:01Z', undefined, SECOND, 'until-bound=inclusive')).toBe(false);
  });

  it.each([[], ['since-bound=inclusive', 'until-bound=inclusive']])(
    'compares bounds that are finer than a millisecond, too (%j)',
    (...choose) => {
      const just = '2026-03-02T09:30:00.000001Z';
      expect(passes(SECOND, undefined, just, ...choose)).toBe(true);
      expect(passes(SECOND, just, undefined, ...choose)).toBe(false);
      expect(passes('2026-03-02T09:30:01Z', just, undefined, ...choose)).toBe(true);
      expect(passes(SECOND, undefined, '2026-03-02T09:30:00.000000Z')).toBe(false);
    },
  );

  it('compares whole seconds with a bound between two of them', () => {
    expect(passes('2026-03-02T09:30:00.900Z', FRACTION, undefined)).toBe(false);
    expect(passes('2026-03-02T09:30:01Z', FRACTION, undefined)).toBe(true);
    expect(passes('2026-03-02T09:30:00.900Z', undefined, FRACTION)).toBe(true);
  });

  it('compares milliseconds where they are shown', () => {
    const exact = 'time-precision=milliseconds';
    expect(passes(FRACTION, SECOND, undefined, exact)).toBe(true);
    expect(passes(FRACTION, FRACTION, undefined, exact)).toBe(false);
    expect(passes(FRACTION, FRACTION, undefined, exact, 'since-bound=inclusive')).toBe(true);
    expect(passes(FRACTION, undefined, FRACTION, exact)).toBe(false);
    expect(passes(FRACTION, undefined, FRACTION, exact, 'until-bound=inclusive')).toBe(true);
  });

  it('cuts bounds to the second where the choices say so', () => {
    const cut = ['time-precision=milliseconds', 'bound-precision=second'];
    expect(passes('2026-03-02T09:30:00.200Z', FRACTION, undefined, ...cut)).toBe(true);
    expect(passes('2026-03-02T09:30:00.200Z', undefined, FRACTION, ...cut)).toBe(false);
  });
});
