import { describe, expect, it } from 'vitest';

import { seededRandom } from '../../src/server/random.ts';
import { readPages } from '../../src/sync/read-pages.ts';

interface Row {
  readonly id: string;
}

interface Served {
  /** What the server counts; undefined for one that tells nothing beside the rows. */
  readonly total: number | undefined | ((request: number) => number);
  /** The list as it stands at the n-th request. */
  readonly listAt: (request: number) => readonly (string | null)[];
}

const PAGE = 10;
const facts = { status: 200, serverDate: undefined, bytes: 0, milliseconds: 0, rateLimit: {} as never };

/** Reads such a list, in which null stands for a damaged row; tells at which offsets it was asked. */
async function read({ total, listAt }: Served, { mostPages = 100, mostRows = 1000 } = {}) {
  const offsets: number[] = [];
  const listing = await readPages<Row>({
    mostPages,
    mostRows,
    keyOf: ({ id }) => id,
    readPage(offset) {
      const request = offsets.length;
      const page = listAt(request).slice(offset, offset + PAGE);
      const counted = typeof total === 'function' ? total(request) : total;
      offsets.push(offset);
      const rows = page.flatMap((id) => (id === null ? [] : [{ id }]));
      const damaged = page.flatMap((id, index) =>
        id === null ? [{ index, field: 'id', problem: 'absent', item: {} }] : [],
      );
      const pagination =
        counted === undefined
          ? undefined
          : { limit: PAGE, offset, total: counted, has_more: offset + page.length < counted };
      return Promise.resolve({ facts, value: { rows, damaged, pagination } });
    },
  });
  return { listing, ids: listing.rows.map(({ id }) => id).sort(), offsets };
}

const ids = (count: number) => Array.from({ length: count }, (_, index) => `row-${100 + index}`);

describe('readPages', () => {
  it('reads each page once when the list stands still', async () => {
    const { listing, ids: found, offsets } = await read({ total: 25, listAt: () => ids(25) });
    expect(found).toEqual(ids(25));
    expect(listing.total).toBe(25);
    expect(offsets).toEqual([0, 10, 20]);
  });

  it('takes one request for an empty list', async () => {
    expect((await read({ total: 0, listAt: () => [] })).offsets).toEqual([0]);
    expect((await read({ total: undefined, listAt: () => [] })).offsets).toEqual([0]);
  });

  it('reads on until nothing new comes where no total is told', async () => {
    const { ids: found, offsets } = await read({ total: undefined, listAt: () => ids(25) });
    expect(found).toEqual(ids(25));
    expect(offsets).toEqual([0, 10, 20, 25]);
  });

  it('finds every row of a list that comes in another order each time', async () => {
    const random = seededRandom(4);
    const shuffled = () =>
      ids(45)
        .map((id) => ({ id, key: random() }))
        .sort((left, right) => left.key - right.key)
        .map(({ id }) => id);
    expect((await read({ total: 45, listAt: shuffled })).ids).toEqual(ids(45));
  });

  it('starts over when something was removed between two pages', async () => {
    const left = ids(25).slice(1);
    const { ids: found, offsets } = await read({
      total: (request) => (request === 0 ? 25 : 24),
      listAt: (request) => (request === 0 ? ids(25) : left),
    });
    expect(found).toEqual(left);
    expect(offsets).toEqual([0, 10, 0, 10, 20]);
  });

  it('reads a list to its end that counts only what is still to come', async () => {
    const { ids: found } = await read({ total: (request) => 1000 - request, listAt: () => ids(25) });
    expect(found).toEqual(ids(25));
  });

  it('gives up when the same list does not hold what the server counts', async () => {
    const { ids: found, offsets } = await read({ total: 30, listAt: () => ids(25) });
    expect(found).toEqual(ids(25));
    expect(offsets).toEqual([0, 10, 20, 25, 0, 10, 20, 25]);
  });

  it('counts a damaged row as met, and names it once', async () => {
    const listAt = () => ids(25).map((id, index) => (index === 12 ? null : id));
    const { listing, offsets } = await read({ total: 25, listAt });
    expect(listing.rows).toHaveLength(24);
    expect(listing.damaged).toEqual([{ index: 2, field: 'id', problem: 'absent', item: {} }]);
    expect(offsets).toEqual([0, 10, 20]);
  });

  it('ends at either bound', async () => {
    expect((await read({ total: 500, listAt: () => ids(500) }, { mostPages: 3 })).offsets).toHaveLength(3);
    expect((await read({ total: 500, listAt: () => ids(500) }, { mostRows: 40 })).ids).toHaveLength(40);
  });
});
