import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { StatusError } from '../../../src/api/errors.ts';
import { IncrementalList, type Rolled } from '../../../src/sync/lists/incremental-list.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

interface Row {
  readonly id: string;
  readonly raw: Readonly<Record<string, unknown>>;
}

const rowOf = (id: string, state = 'active'): Row => ({ id, raw: { id, state } });
const facts = { status: 200, serverDate: undefined, bytes: 0, milliseconds: 0, rateLimit: {} as never };
const names = (count: number) => Array.from({ length: count }, (_, index) => `row-${100 + index}`);

/** A server whose list a test changes, and a list that is kept of it. */
function createServed(
  ids: readonly string[],
  { largest = 10, refusedAbove = 1000, countsPages = false } = {},
) {
  const clock = new VirtualClock();
  const list = new IncrementalList<Row>({ mostRows: 1000, largestPage: 1000, keyOf: ({ id }) => id, clock });
  const asked: { readonly limit: number | undefined; readonly offset: number }[] = [];
  const served = { rows: ids.map((id) => rowOf(id)) };
  const next = (): Promise<Rolled<Row>> =>
    list.readNext((page) => {
      asked.push(page);
      if ((page.limit ?? 0) > refusedAbove) {
        const request = { method: 'GET', path: '/registered-agents', query: '' };
        const refusal = { sentence: 'limit is too large', contentType: 'application/json', excerpt: '' };
        throw new StatusError(request, { ...facts, status: 400 }, refusal);
      }
      const limit = Math.min(largest, page.limit ?? 50);
      const rows = served.rows.slice(page.offset, page.offset + limit).map(({ raw }) => ({
        id: String(raw['id']),
        raw: { ...raw },
      }));
      const total = countsPages ? page.offset + rows.length : served.rows.length;
      const pagination = {
        limit,
        offset: page.offset,
        total,
        has_more: page.offset + rows.length < total,
      };
      return Promise.resolve({ facts, value: { rows, damaged: [], pagination } });
    });
  const round = async (): Promise<Rolled<Row>> => {
    let last = await next();
    while (!list.isAtStart) {
      last = await next();
    }
    return last;
  };
  return { list, served, asked, clock, next, round };
}

const idsOf = ({ listing }: Rolled<Row>) => listing.rows.map(({ id }) => id);

describe('a list that is kept fresh page by page', () => {
  it('looks behind a full page that a server calls the end', async () => {
    const honest = createServed(names(20));
    const { listing: whole } = await honest.round();
    expect(honest.asked.map(({ offset }) => offset)).toEqual([0, 10, 20]);
    expect([whole.total, whole.doubt]).toEqual([20, undefined]);
    const misleading = createServed(names(25), { countsPages: true });
    const { listing } = await misleading.round();
    expect(listing.rows).toHaveLength(25);
    expect(listing.reading).toBeUndefined();
    expect([listing.total, listing.doubt]).toEqual([undefined, 'denies-rows']);
  });

  it('shows its rows as they come, and how far that is, until it was read whole', async () => {
    const { next, list } = createServed(names(25));
    const first = await next();
    expect(idsOf(first)).toEqual(names(10));
    expect(first.listing.reading).toEqual({ read: 10, of: 25 });
    expect(list.isHurried).toBe(true);
    await next();
    const last = await next();
    expect(idsOf(last)).toEqual(names(25));
    expect(last.listing.reading).toBeUndefined();
    expect(list.isHurried).toBe(false);
    expect(list.pages).toBe(3);
  });

  it('is the same listing of the same rows as long as nothing differs', async () => {
    const { round } = createServed(names(25));
    const { listing } = await round();
    const again = await round();
    expect(again.listing).toBe(listing);
    expect(again.isChanged).toBe(false);
  });

  it('tells a changed row with the page that holds it, and keeps the others as they are', async () => {
    const { round, next, served } = createServed(names(25));
    const before = await round();
    served.rows[3] = rowOf('row-103', 'suspended');
    const after = await next();
    expect(after.isChanged).toBe(true);
    expect(after.listing.rows[3]?.raw['state']).toBe('suspended');
    expect(after.listing.rows[4]).toBe(before.listing.rows[4]);
    expect(after.listing.rows).toHaveLength(25);
  });

  it('hurries through the list anew once the server counts another number of rows', async () => {
    const { round, next, served, list, asked } = createServed(names(25));
    await round();
    served.rows = names(26).map((id) => rowOf(id));
    await next();
    expect(list.isHurried).toBe(true);
    await next();
    expect(asked.at(-1)?.offset).toBe(0);
    expect(idsOf(await round())).toEqual(names(26));
    expect(list.isHurried).toBe(false);
  });

  it('leaves out what a whole round did not meet', async () => {
    const { round, served } = createServed(names(25));
    await round();
    served.rows.splice(12, 1);
    await round();
    expect(idsOf(await round())).toEqual(names(25).filter((id) => id !== 'row-112'));
  });

  it('tells when the oldest of its pages was read', async () => {
    const { next, clock } = createServed(names(25));
    const times: number[] = [];
    for (let page = 0; page < 4; page++) {
      times.push((await next()).readAt - clock.now());
      await clock.advance(1000);
    }
    expect(times).toEqual([0, -1000, -2000, -2000]);
  });

  it('asks for smaller pages while a server refuses them, and for no larger one again', async () => {
    const { round, asked } = createServed(names(25), { refusedAbove: 100, largest: 100 });
    await round();
    await round();
    expect(asked.map(({ limit }) => limit)).toEqual([1000, 500, 200, 100, 100, 100]);
  });

  it('keeps what was learned of a row elsewhere', async () => {
    const { list, next, round } = createServed(names(25));
    const { listing } = await round();
    const known = listing.rows.map((row) => (row.id === 'row-120' ? rowOf('row-120', 'suspended') : row));
    list.takeOver({ ...listing, rows: known });
    expect((await next()).listing.rows[20]?.raw['state']).toBe('suspended');
    expect((await round()).listing.rows[20]?.raw['state']).toBe('active');
  });

  it('keeps what was learned of a row to the end of a round in which it was met before that', async () => {
    const { list, next, round, served } = createServed(names(25));
    await round();
    const { listing } = await next();
    const [first] = listing.rows;
    const known = rowOf(first?.id ?? '', 'suspended');
    list.takeOver({ ...listing, rows: [known, ...listing.rows.slice(1)] });
    const states: unknown[] = [];
    served.rows.splice(24, 1, rowOf('row-124', 'changed'));
    for (let page = 0; page < 2; page++) {
      states.push((await next()).listing.rows.find(({ id }) => id === first?.id)?.raw['state']);
    }
    expect(states).toEqual(['suspended', 'suspended']);
  });

  it('keeps what was learned of a row where the round that follows gives no rows', async () => {
    const { served, round, list } = createServed(names(25));
    const { listing } = await round();
    const written = rowOf('row-124', 'suspended');
    list.takeOver({ ...listing, rows: [...listing.rows.slice(0, -1), written] });
    served.rows = [];
    const after = await round();
    expect(after.listing.doubt).toBe('fewer');
    expect(after.listing.rows.find(({ id }) => id === 'row-124')?.raw).toEqual(written.raw);
  });

  it('keeps no row that is known elsewhere to be gone, until the server lists it again', async () => {
    const { list, next, round } = createServed(names(25));
    const { listing } = await round();
    list.takeOver({ ...listing, rows: listing.rows.filter(({ id }) => id !== 'row-120') });
    expect((await next()).listing.rows.map(({ id }) => id)).not.toContain('row-120');
    expect((await round()).listing.rows.map(({ id }) => id)).toContain('row-120');
  });

  it('ends up with the list of the server, however it changed in between', async () => {
    const change = fc.record({ at: fc.nat(40), kind: fc.constantFrom('add', 'remove', 'change') });
    await fc.assert(
      fc.asyncProperty(fc.nat(45), fc.array(change, { maxLength: 12 }), async (count, changes) => {
        const { next, round, served } = createServed(names(count));
        for (const [number, { at, kind }] of changes.entries()) {
          await next();
          const place = Math.min(at, served.rows.length);
          const row = served.rows[place];
          if (kind === 'add') {
            served.rows.splice(place, 0, rowOf(`new-${number}`));
          } else if (row !== undefined) {
            served.rows.splice(place, 1, ...(kind === 'remove' ? [] : [rowOf(row.id, `changed ${number}`)]));
          }
        }
        await round();
        await round();
        const { listing } = await round();
        const sorted = (rows: readonly Row[]) => rows.map(({ raw }) => JSON.stringify(raw)).sort();
        expect(sorted(listing.rows)).toEqual(sorted(served.rows));
      }),
    );
  });
});
