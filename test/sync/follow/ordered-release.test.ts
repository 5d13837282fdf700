import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { eventSchema } from '../../../src/contract/event.ts';
import type { FoundEvent } from '../../../src/sync/tail/event-tail.ts';
import { OrderedRelease } from '../../../src/sync/follow/ordered-release.ts';
import { settle, VirtualClock } from '../../helpers/virtual-clock.ts';

const SECOND = 1000;

function found(id: string, time: number | 'none' = 0): FoundEvent {
  return { event: eventSchema.parse({ id }), time: time === 'none' ? undefined : time, kind: 'new' };
}

function many(count: number): readonly FoundEvent[] {
  return Array.from({ length: count }, (_, index) => found(`event-${index}`, index));
}

/** A release whose writer keeps the ids, and takes them when it is told to. */
function start({ isSlow = false } = {}) {
  const clock = new VirtualClock();
  const written: (readonly string[])[] = [];
  let take = () => {};
  const release = new OrderedRelease(clock, async (rows) => {
    written.push(rows.map(({ event }) => event.id));
    if (isSlow) {
      await new Promise<void>((resolve) => (take = resolve));
    }
  });
  return { clock, written, release, take: () => take() };
}

describe('the release of rows', () => {
  it('is by time and id, rows without a time last', async () => {
    const { written, release } = start();
    release.add([found('b', 2), found('none', 'none'), found('c', 1)]);
    release.add([found('a', 2)]);
    await release.release();
    expect(written).toEqual([['c', 'a', 'b', 'none']]);
  });

  it('holds nothing for more than five seconds', async () => {
    const { clock, written, release } = start();
    release.add([found('first')]);
    await clock.advance(4 * SECOND);
    release.add([found('second')]);
    expect(written).toEqual([]);
    await clock.advance(SECOND);
    expect(written).toEqual([['first', 'second']]);
    release.add([found('third')]);
    await clock.advance(4 * SECOND);
    expect(written).toHaveLength(1);
    await clock.advance(SECOND);
    expect(written.at(-1)).toEqual(['third']);
  });

  it('says since when something is held, handed over or being written', async () => {
    const { release, take } = start({ isSlow: true });
    expect(release.heldSince).toBeUndefined();
    release.add([found('b', 7), found('none', 'none')]);
    expect(release.heldSince).toBe(7);
    void release.release();
    // Handed over, and not given to the writer yet.
    expect(release.heldSince).toBe(7);
    await settle();
    release.add([found('a', 3), found('c', 9)]);
    expect(release.heldSince).toBe(3);
    void release.release();
    take();
    await settle();
    expect(release.heldSince).toBe(3);
    take();
    await settle();
    expect(release.heldSince).toBeUndefined();
  });

  it('gives out each row once, in whatever steps it comes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ rows: fc.nat(30), wait: fc.nat(6), released: fc.boolean() })),
        async (steps) => {
          const { clock, written, release } = start();
          const given: string[] = [];
          for (const { rows, wait, released } of steps) {
            const batch = Array.from({ length: rows }, (_, index) => found(`${given.length + index}`));
            given.push(...batch.map(({ event }) => event.id));
            release.add(batch);
            await clock.advance(wait * SECOND);
            if (released) {
              await release.release();
            }
          }
          await release.release();
          expect(written.flat().sort()).toEqual(given.sort());
        },
      ),
      { numRuns: 50 },
    );
  });

  it('has no room while a slow reader has not taken what was given out', async () => {
    const { written, release, take } = start({ isSlow: true });
    release.add(many(9_999));
    await release.room();
    release.add([found('one more')]);
    let hasRoom = false;
    void release.room().then(() => (hasRoom = true));
    await settle();
    expect(written).toHaveLength(1);
    expect(hasRoom).toBe(false);
    take();
    await settle();
    expect(hasRoom).toBe(true);
  });

  it('is over only once everything was taken', async () => {
    const { release, take } = start({ isSlow: true });
    release.add([found('a')]);
    let isOver = false;
    void release.release().then(() => (isOver = true));
    await settle();
    expect(isOver).toBe(false);
    take();
    await settle();
    expect(isOver).toBe(true);
  });
});
