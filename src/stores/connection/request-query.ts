import { textTimeOf } from '../query/time-text.ts';
import {
  choiceField,
  numberField,
  SINCE,
  textField,
  timeField,
  UNTIL,
  type ListQuery,
} from '../query/query-fields.ts';
import type { LoggedRequest } from './connection-store.ts';

/** What can be asked of the requests of the API log; `took` is in milliseconds, `size` in bytes. */
export const REQUEST_QUERY: ListQuery = {
  kind: 'any',
  fields: [
    numberField('status', 'status'),
    choiceField('outcome', 'outcome', [
      'answered',
      'refused',
      'rate limited',
      'unusable',
      'failed',
      'no answer',
      'given up',
    ]),
    textField('path', 'path'),
    textField('query', 'query'),
    textField('why', 'why'),
    textField('method', 'method'),
    numberField('took', 'took'),
    numberField('size', 'size'),
    numberField('cost', 'cost'),
    textField('problem', 'problem'),
    timeField('time', 'time'),
    SINCE,
    UNTIL,
  ],
  times: ['time'],
};

const records = new WeakMap<LoggedRequest, object>();

/** A request as a query looks at it: under the names of the columns of the log. */
export function requestRecord(request: LoggedRequest): object {
  const known = records.get(request);
  if (known !== undefined) {
    return known;
  }
  const { at, method, path, query, purpose, status, milliseconds, bytes, problem, cost, outcome } = request;
  const record = {
    ...{ method, path, status, outcome, problem, cost },
    // As the log shows it.
    query: query.replaceAll('%3A', ':'),
    why: purpose,
    took: milliseconds,
    size: bytes,
    time: textTimeOf(at),
  };
  records.set(request, record);
  return record;
}
