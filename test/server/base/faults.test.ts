import { describe, expect, it } from 'vitest';

import { drawFault, FAULT_NAMES, parseFaults } from '../../../src/server/base/faults.ts';
import { seededRandom } from '../../../src/server/base/random.ts';

const READ_LIST = { writes: false, lists: true };

describe('parseFaults', () => {
  it('reads rates from 0 to 1', () => {
    expect(parseFaults(['hang=0', 'slow=0.25', 'reset=1', 'truncate=.5'])).toEqual({
      hang: 0,
      slow: 0.25,
      reset: 1,
      truncate: 0.5,
    });
  });

  it.each(['hang=2', 'hang=-1', 'hang=', 'hang=often', 'hang=1e-1', 'hang=NaN'])('refuses %s', (setting) => {
    expect(() => parseFaults([setting])).toThrow(/fault hang: .* is not a rate from 0 to 1/);
  });

  it('lists the faults when one does not exist', () => {
    expect(() => parseFaults(['gremlins=1'])).toThrow(
      `fault "gremlins" does not exist; there are ${FAULT_NAMES.join(', ')}`,
    );
  });
});

describe('drawFault', () => {
  it('hits as often as the rate says', () => {
    const random = seededRandom(1);
    const hits = Array.from({ length: 10_000 }, () => drawFault({ slow: 0.25 }, READ_LIST, random));
    const share = hits.filter((hit) => hit === 'slow').length / hits.length;
    expect(share).toBeGreaterThan(0.23);
    expect(share).toBeLessThan(0.27);
  });

  it('never draws at rate 0 and always at rate 1', () => {
    expect(drawFault({ slow: 0 }, READ_LIST, () => 0)).toBeUndefined();
    expect(drawFault({ slow: 1 }, READ_LIST, () => 0.999)).toBe('slow');
  });

  it('draws the same faults from the same seed', () => {
    const draw = (seed: number) => {
      const random = seededRandom(seed);
      return Array.from({ length: 50 }, () => drawFault({ slow: 0.5, hang: 0.2 }, READ_LIST, random));
    };
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
  });

  it.each(['lost-answer', 'late-write', 'duplicate', 'late-duplicate'] as const)(
    'lets %s befall writes alone',
    (name) => {
      const always = () => 0;
      expect(drawFault({ [name]: 1 }, { writes: false, lists: false }, always)).toBeUndefined();
      expect(drawFault({ [name]: 1 }, { writes: true, lists: false }, always)).toBe(name);
    },
  );

  it('damages rows of lists alone', () => {
    const always = () => 0;
    expect(drawFault({ 'damaged-row': 1 }, { writes: true, lists: false }, always)).toBeUndefined();
    expect(drawFault({ 'damaged-row': 1 }, READ_LIST, always)).toBe('damaged-row');
  });
});
