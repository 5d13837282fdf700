import { expect, it } from 'vitest';

import { statusSchema } from '../../src/contract/error.ts';

it('knows exactly the statuses of the specification', () => {
  const known = Array.from({ length: 600 }, (_, status) => status).filter(
    (status) => statusSchema.safeParse(status).success,
  );
  expect(known).toEqual([200, 201, 204, 400, 401, 403, 404, 429, 500]);
});
