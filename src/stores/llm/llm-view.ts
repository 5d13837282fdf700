import type { ListView, Sorting } from '../base/list-view.ts';
import { SINCE, UNTIL, type ListQuery } from '../query/query-fields.ts';

export interface LlmView extends ListView {
  /** The calls themselves, or what they add up to. */
  readonly shows: 'calls' | 'totals';
  /** Where the cursor was in what is not shown. */
  readonly otherCursor: string | undefined;
  /** How the totals are sorted; undefined for the dearest first. */
  readonly totalsSort: Sorting | undefined;
  /** Only calls with an identifier in which something had to be escaped. */
  readonly suspicious: boolean;
}

/** What can be asked of calls, beside the fields that they have: the specification does not show them. */
export const LLM_QUERY: ListQuery = {
  kind: 'call',
  fields: [SINCE, UNTIL],
  times: ['timestamp', 'created_at', 'time', 'at', 'date'],
};
