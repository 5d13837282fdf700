import { append } from '../../lib/long-lists.ts';
import { noSuchField } from '../counts/event-count-fields.ts';
import { parseQuery } from '../query/parse-query.ts';
import type { ListQuery } from '../query/query-fields.ts';
import type { QueryClock } from '../query/query-time.ts';
import { testOfRecords } from '../query/row-query.ts';
import { testOfValues } from '../query/value-test.ts';
import { nameText } from '../query/value-text.ts';
import { namesIn } from './known-values.ts';
import { shownTerm } from './shown-term.ts';

/** A field that a query excludes values of, and that no row has: the term excludes nothing. Both are safe to show. */
export interface AbsentField {
  readonly name: string;
  readonly term: string;
}

/** Whether there is a value does not go by the time. */
export const NO_TIME: QueryClock = { now: 0, zone: 'utc' };

/** So many rows are looked at for names that may have been meant. */
const LOOKED_AT_FOR_NAMES = 20;

/** Looks for the fields that the negated terms of a query name, in some rows after the other. */
export class SoughtFields<Row> {
  readonly #first: Row[] = [];
  #terms: readonly (AbsentField & { readonly isIn: (row: Row) => boolean })[];

  /** `testOf` makes a test of rows for a query. */
  constructor(text: string, list: ListQuery, testOf: (query: string) => (row: Row) => boolean) {
    this.#terms = parseQuery(text, list).terms.flatMap((term) =>
      term.kind === 'field' &&
      term.negated &&
      term.field.kind === 'any' &&
      !testOfValues(term, NO_TIME).orNone
        ? [
            {
              name: shownTerm(term.field.name),
              term: shownTerm(term.text),
              isIn: testOf(`${nameText(term.field.name)}:*`),
            },
          ]
        : [],
    );
  }

  /** Whether some are still to be found. */
  get isSeeking(): boolean {
    return this.#terms.length > 0;
  }

  /** Looks in some rows. */
  look(rows: readonly Row[]): void {
    if (this.isSeeking) {
      append(this.#first, rows.slice(0, LOOKED_AT_FOR_NAMES - this.#first.length));
      this.#terms = this.#terms.filter(({ isIn }) => !rows.some(isIn));
    }
  }

  /** The fields that no row had; none before there were any rows. */
  get absent(): readonly AbsentField[] {
    return this.#first.length === 0 ? [] : this.#terms;
  }

  /** The same in sentences, with what may have been meant. */
  sentences(nouns: string, recordOf: (row: Row) => unknown): readonly string[] {
    const { absent } = this;
    const names = absent.length === 0 ? [] : namesIn(this.#first.map(recordOf));
    return absent.map(
      ({ name, term }) => `${noSuchField(nouns, name, names)} ${term} excludes none of them.`,
    );
  }
}

/** The fields of which a query excludes values that none of some records has. */
export function absentFields(
  records: readonly unknown[],
  text: string,
  list: ListQuery,
): readonly AbsentField[] {
  return lookThrough(records, text, list).absent;
}

/** The same in sentences. */
export function absentFieldSentences(
  records: readonly unknown[],
  text: string,
  list: ListQuery,
  nouns: string,
): readonly string[] {
  return lookThrough(records, text, list).sentences(nouns, (record) => record);
}

function lookThrough(records: readonly unknown[], text: string, list: ListQuery): SoughtFields<unknown> {
  const sought = new SoughtFields<unknown>(text, list, (query) => {
    const test = testOfRecords(query, list, NO_TIME);
    return (record) => test?.(record) ?? true;
  });
  sought.look(records);
  return sought;
}
