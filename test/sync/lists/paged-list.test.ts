import { describe, expect, it } from 'vitest';

import { seededRandom } from '../../../src/server/base/random.ts';
import { PagedList } from '../../../src/sync/lists/paged-list.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

interface Row {
  readonly id: string;
  readonly raw: Readonly<Record<string, unknown>>;
}

const rowOf = (id: string, fields: Row['raw'] = {}): Row => ({ id, raw: { id, ...fields } });

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
  const list = new PagedList<Row>({ mostPages, mostRows, keyOf: ({ id }) => id, clock: new VirtualClock() });
  const listing = await list.read((offset) => {
    const request = offsets.length;
    const page = listAt(request).slice(offset, offset + PAGE);
    const counted = typeof total === 'function' ? total(request) : total;
    offsets.push(offset);
    const rows = page.flatMap((id) => (id === null ? [] : [rowOf(id)]));
    const damaged = page.flatMap((id, index) =>
      id === null ? [{ index, field: 'id', problem: 'absent', item: {} }] : [],
    );
    const pagination =
      counted === undefined
        ? undefined
        : { limit: PAGE, offset, total: counted, has_more: offset + page.length < counted };
    return Promise.resolve({ facts, value: { rows, damaged, pagination } });
  });
  return { listing, ids: listing.rows.map(({ id }) => id).sort(), offsets };
}

const ids = (count: number) => Array.from({ length: count }, (_, index) => `row-${100 + index}`);

describe('a list of pages', () => {
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

  it('goes on saying that a list moves, however often it was read with the same number of rows', async () => {
    const list = new PagedList<Row>({
      mostPages: 100,
      mostRows: 1000,
      keyOf: ({ id }) => id,
      clock: new VirtualClock(),
    });
    let request = 0;
    const readPage = (offset: number) => {
      const moved = [...ids(25).slice(request++ % 25), ...ids(25)].slice(0, 25);
      const rows = moved.slice(offset, offset + PAGE).map((id) => rowOf(id));
      const pagination = { limit: PAGE, offset, total: 30, has_more: offset + rows.length < 30 };
      return Promise.resolve({ facts, value: { rows, damaged: [], pagination } });
    };
    for (let time = 0; time < 3; time++) {
      expect((await list.read(readPage)).doubt).toBe('moved');
    }
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

describe('a list whose reading a failure interrupts', () => {
  const clock = new VirtualClock();
  let offsets: number[];

  /** Reads a list of 45 rows, of which the pages at those offsets fail. */
  function readFailing(list: PagedList<Row>, failing: readonly number[]) {
    offsets = [];
    return list.read((offset) => {
      offsets.push(offset);
      if (failing.includes(offset)) {
        return Promise.reject(new Error('503'));
      }
      const rows = ids(45)
        .slice(offset, offset + PAGE)
        .map((id) => rowOf(id));
      const pagination = { limit: PAGE, offset, total: 45, has_more: offset + PAGE < 45 };
      return Promise.resolve({ facts, value: { rows, damaged: [], pagination } });
    });
  }

  const createList = () =>
    new PagedList<Row>({ mostPages: 100, mostRows: 1000, keyOf: ({ id }) => id, clock });

  it('goes on where it was, and begins anew the time after', async () => {
    const list = createList();
    await expect(readFailing(list, [20])).rejects.toThrow('503');
    const { rows } = await readFailing(list, []);
    expect(rows.map(({ id }) => id)).toEqual(ids(45));
    expect(offsets).toEqual([20, 30, 40]);
    await readFailing(list, []);
    expect(offsets).toEqual([0, 10, 20, 30, 40]);
  });

  it('begins anew when what was read has become old', async () => {
    const list = createList();
    await expect(readFailing(list, [20])).rejects.toThrow('503');
    await clock.advance(61_000);
    await readFailing(list, []);
    expect(offsets[0]).toBe(0);
  });
});

describe('a list that is read again', () => {
  const list = new PagedList<Row>({
    mostPages: 9,
    mostRows: 99,
    keyOf: ({ id }) => id,
    clock: new VirtualClock(),
  });

  function readRows(rows: readonly Row[], total = rows.length) {
    const pagination = { limit: 50, offset: 0, total, has_more: false };
    return list.read(() => Promise.resolve({ facts, value: { rows, damaged: [], pagination } }));
  }

  it('is the same object while it says the same, and so is each row', async () => {
    const first = await readRows([rowOf('a', { n: [1, { x: null }] }), rowOf('b'), rowOf('c')]);
    expect(await readRows([rowOf('a', { n: [1, { x: null }] }), rowOf('b'), rowOf('c')])).toBe(first);
    const second = await readRows([rowOf('c'), rowOf('a', { n: [1, { x: 0 }] }), rowOf('b')]);
    expect(second.rows.map(({ id }) => id)).toEqual(['c', 'a', 'b']);
    expect(second.rows[0]).toBe(first.rows[2]);
    expect(second.rows[2]).toBe(first.rows[1]);
    expect(second.rows[1]).toEqual(rowOf('a', { n: [1, { x: 0 }] }));
    expect(await readRows(second.rows, 4)).toEqual({
      ...second,
      total: undefined,
      doubt: 'repeats-rows',
    });
  });
});
