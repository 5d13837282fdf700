import fc from 'fast-check';
import { expect, it } from 'vitest';

import { shardOf, ShardedMap } from '../../src/lib/sharded-map.ts';

it('holds what a map holds to which the same was done', () => {
  const step = fc.tuple(fc.constantFrom('set', 'delete'), fc.string({ maxLength: 3 }), fc.nat(9));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const model = new Map<string, number>();
      const map = new ShardedMap<number>();
      for (const [what, key, value] of steps) {
        if (what === 'set') {
          model.set(key, value);
          map.set(key, value);
        } else {
          expect(map.delete(key)).toBe(model.delete(key));
        }
        expect(map.size).toBe(model.size);
        expect(map.get(key)).toBe(model.get(key));
        expect(map.has(key)).toBe(model.has(key));
      }
      expect(new Map(map)).toEqual(model);
      expect(new Map(new ShardedMap(model))).toEqual(model);
    }),
  );
});

it.each([
  ['counted', (index: number) => `event-${index}`],
  ['random', (index: number) => `${Math.imul(index, 0x9e3779b1) >>> 0}-0000`.padStart(20, 'e')],
])('shares ids that are %s out evenly', (_, idOf) => {
  const sizes = new Map<number, number>();
  for (let index = 0; index < 100_000; index++) {
    const shard = shardOf(idOf(index));
    sizes.set(shard, (sizes.get(shard) ?? 0) + 1);
  }
  expect(sizes.size).toBe(256);
  expect(Math.max(...sizes.values())).toBeLessThan(4 * (100_000 / 256));
});
