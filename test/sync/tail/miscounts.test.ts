import { describe, expect, it } from 'vitest';

import type { FakeCall } from '../../helpers/fake-client.ts';
import { Miscounts } from '../../../src/sync/tail/miscounts.ts';
import { follow } from './followed-feed.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** How a page of a long list is spoilt: where it begins, its rows and its total. */
type Spoil = (
  offset: number,
  rows: readonly Record<string, unknown>[],
  total: number,
) => { readonly rows: readonly Record<string, unknown>[]; readonly total: number };

/** What such a server does, and how. */
const WRONG: Readonly<Record<string, Spoil>> = {
  'counts no further than 50': (_offset, rows, total) => ({ rows, total: Math.min(50, total) }),
  'gives no more than 50 rows at once, and counts no further': (_offset, rows, total) => ({
    rows: rows.slice(0, 50),
    total: Math.min(50, total),
  }),
};

/** Follows a quiet feed of 250 events whose newest is a quarter of an hour old, polled every four seconds. */
async function followQuiet() {
  const followed = follow({}, { begin: { since: 0 } });
  const { server, clock, poll, tail, add, client } = followed;
  add(250, 52 * MINUTE, 15 * MINUTE);
  await poll();
  const wrong: { spoil?: Spoil } = {};
  let offset = 0;
  let contradictedAt: number | undefined;
  server.beforeAnswer = (_request, { query }: FakeCall) => void (offset = Number(query?.['offset'] ?? 0));
  server.spoil = ({ events, pagination }) => {
    const spoilt = wrong.spoil?.(offset, events, pagination.total) ?? {
      rows: events,
      total: pagination.total,
    };
    contradictedAt ??= spoilt.total === pagination.total ? undefined : clock.now();
    return { events: [...spoilt.rows], pagination: { ...pagination, total: spoilt.total } };
  };
  return {
    ...followed,
    wrong,
    contradictedAt: () => contradictedAt,
    /** Polls for so long, and gives the doubts, and how many requests that took. */
    pass: async (seconds: number) => {
      const doubts: (string | undefined)[] = [];
      const before = client.calls.length;
      for (let time = 0; time < seconds; time += 4) {
        await clock.advance(4 * SECOND);
        await poll();
        doubts.push(tail.state.doubt);
      }
      return { doubts, requests: client.calls.length - before };
    },
  };
}

describe.each(Object.entries(WRONG))('a server that suddenly %s', (_how, spoil) => {
  it('is unverified from the first answer on that shows it, for as long as it does, and no longer', async () => {
    const { pass, wrong, tail, clock, contradictedAt, lacking } = await followQuiet();
    expect(new Set((await pass(20)).doubts)).toEqual(new Set([undefined]));
    wrong.spoil = spoil;
    while (contradictedAt() === undefined) {
      await pass(4);
    }
    expect(clock.now() - (contradictedAt() ?? 0)).toBeLessThanOrEqual(10 * SECOND);
    expect(tail.state).toMatchObject({ doubt: 'denies-rows', completeThrough: undefined });
    const { doubts, requests } = await pass(300);
    expect(new Set(doubts)).toEqual(new Set(['denies-rows']));
    // A request for each poll, three for each count, of which there are five a minute, and what is read again.
    expect(requests).toBeLessThanOrEqual(75 + 25 * 5 + 40);
    delete wrong.spoil;
    expect((await pass(24)).doubts.at(-1)).toBeUndefined();
    expect(tail.state).toMatchObject({ fewer: 0 });
    expect(lacking()).toEqual([]);
  });
});

it('a count that is one event behind its rows once casts no doubt', async () => {
  const { pass, wrong } = await followQuiet();
  let isBehind = true;
  wrong.spoil = (_offset, rows, total) => {
    const counted = isBehind && total === 250 ? total - 1 : total;
    isBehind &&= counted === total;
    return { rows, total: counted };
  };
  expect(new Set((await pass(100)).doubts)).toEqual(new Set([undefined]));
  expect(isBehind).toBe(false);
});

describe('that the server counts fewer events than were read', () => {
  it.each([5, 25, 45])(
    'is said no longer than that is so, and with it which are gone (%i s)',
    async (seconds) => {
      const { wrong, pass, tail } = await followQuiet();
      wrong.spoil = () => ({ rows: [], total: 0 });
      await pass(seconds);
      expect(tail.state.doubt).toBe('counts-fewer');
      delete wrong.spoil;
      for (let time = 0; time < 60; time += 4) {
        await pass(4);
        const { doubt, fewer, gone } = tail.state;
        expect(doubt ?? { fewer, gone: gone.size }).toEqual(doubt ?? { fewer: 0, gone: 0 });
      }
      expect(tail.state.doubt).toBeUndefined();
    },
  );
});

it('is counted again once all of it has happened, as a server is asked for nothing ahead of its time', () => {
  const miscounts = new Miscounts();
  miscounts.note({ since: 10, until: 100 }, 'counts-fewer');
  expect(miscounts.due(99)).toBeUndefined();
  expect(miscounts.due(100)).toEqual({ since: 10, until: 100 });
});
