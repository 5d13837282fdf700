import { memoizeLast } from '../../stores/base/memoize-last.ts';
import { parseQuery } from '../../stores/query/parse-query.ts';
import type { ListQuery } from '../../stores/query/query-fields.ts';
import { absentFields } from '../../stores/view/sought-fields.ts';
import { absentFieldsLine } from '../panes/absent-field-words.ts';
import { queryLine } from '../panes/query-line.ts';
import { trusted, type Line } from '../widgets/line.ts';

/** What a query chooses from, and what several of it are called. */
interface FilteredRows<Row> {
  readonly rows: readonly Row[];
  readonly recordOf: (row: Row) => unknown;
  readonly nouns: string;
}

/**
 * The query in force, in the title of what it chooses from, and which fields that it excludes values of none of that has;
 * nothing where all is shown.
 */
export function filterWords<Row>(
  text: string,
  list: ListQuery,
  { rows, recordOf, nouns }: FilteredRows<Row>,
  ascii: boolean,
): Line {
  const query = parseQuery(text, list);
  if (query.terms.length === 0) {
    return [];
  }
  const absent = text.includes('-')
    ? absentFrom(rows, recordOf as (row: unknown) => unknown, text, list)
    : [];
  return [
    trusted(' · / '),
    ...queryLine({ ...query, problems: [] }, list, ascii),
    ...(absent.length === 0 ? [] : [trusted(' · '), ...absentFieldsLine(absent, nouns, ascii)]),
  ];
}

const absentFrom = memoizeLast(
  (rows: readonly unknown[], recordOf: (row: unknown) => unknown, text: string, list: ListQuery) =>
    absentFields(rows.map(recordOf), text, list),
);
