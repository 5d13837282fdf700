import { beforeEach, describe, expect, it } from 'vitest';

import { filterDialog } from '../../../src/commands/base/filter-field.ts';
import { createTestContext, openDialogOf, run, type TestContext } from '../../helpers/command-context.ts';
import { passingRequests } from '../../../src/ui/dialogs/request-log/api-log-lines.ts';
import { queryClock } from '../../../src/stores/query/query-time.ts';

let context: TestContext;

const REQUEST = {
  at: Date.parse('2026-11-20T12:00:00Z'),
  method: 'GET',
  path: '/api/events',
  query: '?since=2026-11-20T11%3A00%3A00Z',
  purpose: 'new events',
  status: 200,
  milliseconds: 40,
  bytes: 1200,
  problem: undefined,
  cost: 1,
  outcome: 'answered',
} as const;

beforeEach(() => {
  context = createTestContext();
  const { connection } = context.stores;
  connection.log(REQUEST);
  connection.log({ ...REQUEST, path: '/api/agents', status: 429, outcome: 'rate limited', milliseconds: 9 });
  connection.log({
    ...REQUEST,
    path: '/api/agents',
    status: undefined,
    outcome: 'no answer',
    problem: 'The server did not answer within 30 s.',
    milliseconds: 30_000,
  });
  run(context, 'requests.open');
});

function type(text: string): void {
  filterDialog.field?.edit(context, openDialogOf(context, 'filter'), { text, cursor: text.length });
}

function passing(): number | undefined {
  const { view, connection } = context.stores;
  const log = view.getState().dialogs.find((dialog) => dialog.kind === 'request-log');
  return passingRequests(connection.getState(), log?.search ?? '', queryClock(view.getState()))?.passing;
}

describe('the filter of the API log', () => {
  it('is the query of the lists, by the names of its columns', () => {
    run(context, 'request-log.filter');
    for (const [typed, count] of [
      ['', undefined],
      ['agents', 2],
      ['status:429', 1],
      ['-status:200', 2],
      ['took:>1000', 1],
      ['outcome:"no answer"', 1],
      ['outcome:"rate limited","no answer"', 2],
      ['path:*events since:2026-11-20', 1],
      ['problem:*30?s*', 1],
      ['why:"new events" "11:00"', 3],
    ] as const) {
      type(typed);
      expect(openDialogOf(context, 'filter').query.problems, typed).toEqual([]);
      expect(passing(), typed).toBe(count);
    }
  });

  it('keeps what was in force while something is wrong, and is cleared before the log is closed', () => {
    run(context, 'request-log.filter');
    type('status:429');
    type('statsu:429');
    expect(openDialogOf(context, 'filter').query.problems).toHaveLength(1);
    expect(passing()).toBe(1);
    type('status:429');
    run(context, 'filter.keep');
    run(context, 'request-log.close');
    expect(passing()).toBeUndefined();
    expect(context.stores.view.getState().dialogs).toHaveLength(1);
    run(context, 'request-log.close');
    expect(context.stores.view.getState().dialogs).toEqual([]);
  });
});
