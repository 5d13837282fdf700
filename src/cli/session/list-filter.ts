import { UsageError } from '../../host/usage-error.ts';
import { flatEntries } from '../../lib/flat-record.ts';
import { isOfUnknownField, parseQuery } from '../../stores/query/parse-query.ts';
import type { ListQuery } from '../../stores/query/query-fields.ts';
import type { Query } from '../../stores/query/query.ts';

/** Of so many records the names are known to a filter. */
const MOST_KNOWN = 1000;

/** A query of `--filter`, in the language of that list; a UsageError that names the place of what is not understood. */
export function parseFilter(text: string | undefined, list: ListQuery, known: readonly string[] = []): Query {
  const query = parseQuery(someQuery(text), list, known);
  refuse(query, () => true);
  return query;
}

/** The same before the records are read, which may have a field that nobody knows yet. */
export function parseFilterAhead(text: string | undefined, list: ListQuery): Query {
  const query = parseQuery(someQuery(text), list);
  refuse(query, (problem) => !isOfUnknownField(problem));
  return query;
}

/** Refuses a filter that asks for a field that none of these records has. */
export function refuseUnknownFields(
  text: string | undefined,
  list: ListQuery,
  records: readonly Readonly<Record<string, unknown>>[],
): void {
  if (text !== undefined && records.length > 0) {
    const known = records.slice(0, MOST_KNOWN).flatMap((record) => flatEntries(record).map(([name]) => name));
    parseFilter(text, list, [...new Set(known)]);
  }
}

/** The console has a flag of that name, too, which takes an empty one. */
function someQuery(text: string | undefined): string {
  if (text?.trim() === '') {
    throw new UsageError('--filter must not be empty.');
  }
  return text ?? '';
}

function refuse({ problems }: Query, isWrong: (problem: Query['problems'][number]) => boolean): void {
  const problem = problems.find(isWrong);
  if (problem !== undefined) {
    throw new UsageError(`--filter, at character ${problem.start + 1}: ${problem.sentence}`);
  }
}
