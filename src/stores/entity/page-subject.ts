import type { Tab } from '../base/tab.ts';
import type { Untrusted } from '../../lib/untrusted.ts';
import type { CountQuestion } from '../counts/count-question.ts';
import type { Sorting } from '../base/list-view.ts';

/** What a page over a pane is about. */
export type PageSubject =
  /** The agent of that id or, where none of that id is known, the only one with that client id. */
  | {
      readonly kind: 'agent';
      readonly agentId: Untrusted | undefined;
      readonly clientId: Untrusted | undefined;
    }
  /** The same name in two ecosystems is two packages. */
  | { readonly kind: 'package'; readonly ecosystem: Untrusted | undefined; readonly name: Untrusted }
  /** Reasons that differ in their numbers alone. */
  | { readonly kind: 'reason'; readonly template: Untrusted }
  /** How often each value of a field occurs in the rows of a list that pass the filters, and have these values in other fields. */
  | ({ readonly kind: 'count' } & CountQuestion);

/** A page that lies over a pane: its subject, the row under the cursor, and the query that its rows must pass. */
export interface OpenPage {
  readonly subject: PageSubject;
  /** Undefined stands for the first row. */
  readonly cursor: string | undefined;
  readonly text: string;
  /** How its counts are sorted, where it is about some; undefined for their usual order. */
  readonly sort: Sorting | undefined;
}

/** A page that was just opened. */
export function newPage(subject: PageSubject): OpenPage {
  return { subject, cursor: undefined, text: '', sort: undefined };
}

/** Whether two pages are about the same. */
export function isSameSubject(left: PageSubject, right: PageSubject): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

/** What lies over the panes. */
export interface PagesView {
  readonly tab: Tab;
  readonly pages: Readonly<Record<Tab, readonly OpenPage[]>>;
  /** The open transcript, if any. */
  readonly pager: unknown;
}

/** The page that is seen over the active pane, if any; an open transcript lies over all pages. */
export function openPageOf({ tab, pages, pager }: PagesView): OpenPage | undefined {
  return tab === 'sessions' && pager !== undefined ? undefined : pages[tab].at(-1);
}
