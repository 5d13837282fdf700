import { parseTime } from '../../lib/format-time.ts';
import { memoizeLast } from '../base/memoize-last.ts';
import { textWithin } from '../base/text-within.ts';
import { parseQuery } from './parse-query.ts';
import type { Term } from './query.ts';
import type { ListQuery } from './query-fields.ts';
import type { QueryClock } from './query-time.ts';
import { textsAt } from './record-leaves.ts';
import { occursIn } from './text-pattern.ts';
import { boundsOfTerm } from './time-bounds.ts';
import { testOfValues, timesIn } from './value-test.ts';

/**
 * A test for the records of a list, as the server sent them; undefined when the query lets all of them through. What it
 * says of a record does not change, so that a list need not be looked at again while the query and the clock are the same.
 * The feed has its own way (`event-query.ts`).
 */
export function testOfRecords(
  text: string,
  list: ListQuery,
  clock: QueryClock,
): ((record: unknown) => boolean) | undefined {
  const tests = parseQuery(text, list).terms.map((term) => testOfTerm(term, list, clock));
  return tests.length === 0 ? undefined : (record) => tests.every((test) => test(record));
}

function testOfTerm(term: Term, list: ListQuery, clock: QueryClock): (record: unknown) => boolean {
  const test = testWithoutNegation(term, list, clock);
  return term.negated ? (record) => !test(record) : test;
}

function testWithoutNegation(term: Term, list: ListQuery, clock: QueryClock): (record: unknown) => boolean {
  if (term.kind === 'word') {
    const isIn = occursIn(term.pattern);
    const { wordsIn } = list;
    return wordsIn === undefined
      ? (record) => isIn(textWithin(record))
      : (record) => textsAt(record, [wordsIn]).some(isIn);
  }
  const bounds = boundsOfTerm({ ...term, negated: false }, clock);
  if (bounds !== undefined) {
    return (record) => {
      const time = timeOf(record, list);
      return time !== undefined && time >= bounds.from && time < bounds.to;
    };
  }
  const { isOne, orNone } = testOfValues(term, clock);
  const { paths, own = paths } = term.field;
  return (record) => textsAt(record, paths).some(isOne) || (orNone && textsAt(record, own).length === 0);
}

function timeOf(record: unknown, list: ListQuery): number | undefined {
  for (const [text] of list.times.map((path) => textsAt(record, [path]))) {
    const time = parseTime(text);
    if (time !== undefined) {
      return time;
    }
  }
  return undefined;
}

/**
 * As `testOfRecords`, for one list after the other: the same test for as long as it would say the same. A query without
 * times does not ask for the clock.
 */
export function rememberTest(
  list: ListQuery,
): (text: string, clock: QueryClock) => ((record: unknown) => boolean) | undefined {
  const asksForTime = memoizeLast((text: string) => timesIn(parseQuery(text, list).terms).length > 0);
  const testOf = memoizeLast((text: string, now: number, zone: QueryClock['zone']) =>
    testOfRecords(text, list, { now, zone }),
  );
  return (text, { now, zone }) => (asksForTime(text) ? testOf(text, now, zone) : testOf(text, 0, 'utc'));
}
