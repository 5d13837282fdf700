import { parseTime } from '../../lib/format-time.ts';
import type { Bound, FieldTerm, Query, Term, Value } from './query.ts';
import { isOfZone, resolveTime, type QueryClock, type QueryTime } from './query-time.ts';
import { resolveEnd } from './query-time-range.ts';
import { isQuoted, textOfPattern } from './scan-terms.ts';
import { equalsPattern, type TextTest } from './text-pattern.ts';

/** What the values of a field have to be like. */
export interface ValueTest {
  /** Whether one of them is like it, given as text. */
  readonly isOne: TextTest;
  /** Whether a row passes as well that has no value, or none but empty ones. */
  readonly orNone: boolean;
}

/** A test for the values of a term's field, negation left aside. */
export function testOfValues({ field, values }: FieldTerm, clock: QueryClock): ValueTest {
  const tests = values.flatMap((value) => (isText(value, '') ? [] : [testOf(value, field.values, clock)]));
  const [only] = tests;
  return {
    isOne: tests.length === 1 && only !== undefined ? only : (text) => tests.some((test) => test(text)),
    // Null, as details show it; in quotes it is the word.
    orNone: values.some(
      (value) =>
        isText(value, '') || (value.kind === 'pattern' && !isQuoted(value.pattern) && isText(value, 'null')),
    ),
  };
}

function isText(value: Value, text: string): boolean {
  return value.kind === 'pattern' && textOfPattern(value.pattern) === text;
}

function testOf(value: Value, named: readonly string[] | undefined, clock: QueryClock): TextTest {
  if (value.kind === 'range') {
    return rangeTest(value, clock);
  }
  const test = equalsPattern(value.pattern);
  // What the specification names is written one way, and a server asked for it answers with nothing else.
  const meant = named?.find((name) => name === textOfPattern(value.pattern).toLowerCase());
  return meant === undefined ? test : (text) => text === meant;
}

/** A test for a number or a time, given as text. */
function rangeTest({ from, to }: Extract<Value, { kind: 'range' }>, clock: QueryClock): TextTest {
  const isTime = (from ?? to)?.quantity.kind === 'time';
  const least = from === undefined ? Number.NEGATIVE_INFINITY : leastOf(from, clock);
  const past = to === undefined ? Number.POSITIVE_INFINITY : pastOf(to, from, clock);
  const isAbove = from?.included === false && !isTime ? (n: number) => n > least : (n: number) => n >= least;
  const isBelow = to?.included === true && !isTime ? (n: number) => n <= past : (n: number) => n < past;
  return (text) => {
    const quantity = isTime ? parseTime(text.toUpperCase()) : numberIn(text);
    return quantity !== undefined && isAbove(quantity) && isBelow(quantity);
  };
}

/** Where a range begins: a time as its first millisecond. */
function leastOf({ quantity, included }: Bound, clock: QueryClock): number {
  if (quantity.kind === 'number') {
    return quantity.number;
  }
  const { start, end } = resolveTime(quantity.time, clock);
  return included ? start : end;
}

/** Where a range ends: a time as the millisecond behind it. */
function pastOf({ quantity, included }: Bound, from: Bound | undefined, clock: QueryClock): number {
  if (quantity.kind === 'number') {
    return quantity.number;
  }
  const { start, end } = resolveEnd(quantity.time, timeOf(from), clock);
  return included ? end : start;
}

/** The time of a bound, where it is one. */
export function timeOf(bound: Bound | undefined): QueryTime | undefined {
  return bound?.quantity.kind === 'time' ? bound.quantity.time : undefined;
}

function numberIn(text: string): number | undefined {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isNaN(number) ? undefined : number;
}

/** The times that terms compare with. */
export function timesIn(terms: readonly Term[]): readonly QueryTime[] {
  return terms
    .flatMap((term) => (term.kind === 'field' ? term.values : []))
    .flatMap((value) => (value.kind === 'range' ? [value.from, value.to] : []))
    .flatMap((bound) => (bound?.quantity.kind === 'time' ? [bound.quantity.time] : []));
}

/** Whether what a query lets through depends on the zone in which times are shown. */
export function dependsOnZone({ terms }: Pick<Query, 'terms'>): boolean {
  return timesIn(terms).some(isOfZone);
}
