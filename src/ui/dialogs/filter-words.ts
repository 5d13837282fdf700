import { parseQuery } from '../../stores/query/parse-query.ts';
import type { ListQuery } from '../../stores/query/query-fields.ts';
import { queryLine } from '../panes/query-line.ts';
import { trusted, type Line } from '../widgets/line.ts';

/** The query in force, in the title of what it chooses from; nothing where all is shown. */
export function filterWords(text: string, list: ListQuery, ascii: boolean): Line {
  const query = parseQuery(text, list);
  return query.terms.length === 0
    ? []
    : [trusted(' · / '), ...queryLine({ ...query, problems: [] }, list, ascii)];
}
