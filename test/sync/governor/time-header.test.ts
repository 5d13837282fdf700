import { expect, it } from 'vitest';

import { ServerClock } from '../../../src/sync/governor/server-clock.ts';
import { TimeHeader } from '../../../src/sync/governor/time-header.ts';

it('takes zero for an end only of a server that ever told of more', () => {
  const header = new TimeHeader(new ServerClock());
  expect([1000, 2000, 3000].map((time) => header.note('0', time, time))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(header.note('1', 4000, 4000)).toEqual({ kind: 'end', at: 5000 });
  expect(header.note('0', 5000, 5000)).toEqual({ kind: 'end', at: 5000 });
});
