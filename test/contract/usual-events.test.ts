import fc from 'fast-check';
import { expect, it } from 'vitest';

import { eventSchema } from '../../src/contract/event.ts';

const anything = fc.oneof(
  fc.string(),
  fc.array(fc.oneof(fc.string(), fc.integer())),
  fc.jsonValue({ maxDepth: 1 }),
);

/** Any value in each field that the specification names. */
const fields = fc.record(
  {
    client_id: anything,
    timestamp: anything,
    type: anything,
    outcome: anything,
    actor: fc.oneof(
      anything,
      fc.record({ command: anything, args: anything, version: anything }, { requiredKeys: [] }),
    ),
    subject: fc.oneof(
      anything,
      fc.record({ ecosystem: anything, package: anything, version: anything }, { requiredKeys: [] }),
    ),
    payload: fc.oneof(anything, fc.record({ reasons: anything }, { requiredKeys: [] })),
    other: anything,
  },
  { requiredKeys: [] },
);

it('reads an event whose id is text as one whose id is a number, which the shape alone reads', () => {
  fc.assert(
    fc.property(fields, (raw) => {
      const usual = eventSchema.parse({ ...raw, id: '7' });
      const other = eventSchema.parse({ ...raw, id: 7 });
      expect(usual.raw).toEqual({ ...raw, id: '7' });
      expect({ ...usual, raw: undefined }).toEqual({ ...other, raw: undefined });
    }),
    { numRuns: 500 },
  );
});

it.each([undefined, null, '', [], {}])('refuses an event whose id is %j', (id) => {
  expect(eventSchema.safeParse({ id, type: 'install' }).success).toBe(false);
});
