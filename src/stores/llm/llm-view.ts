import type { ListView, Sorting } from '../base/list-view.ts';

export interface LlmView extends ListView {
  /** The calls themselves, or what they add up to. */
  readonly shows: 'calls' | 'totals';
  /** Where the cursor was in what is not shown. */
  readonly otherCursor: string | undefined;
  /** How the totals are sorted; undefined for those with the most calls first. */
  readonly totalsSort: Sorting | undefined;
  /** Only calls with an identifier in which something had to be escaped. */
  readonly suspicious: boolean;
}
