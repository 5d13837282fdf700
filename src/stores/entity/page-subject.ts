import type { Tab } from '../base/tab.ts';
import { asUntrusted, type Untrusted } from '../../lib/untrusted.ts';

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
  | { readonly kind: 'reason'; readonly template: Untrusted };

/** A page that lies over a pane: its subject, the row under the cursor, and the words that its rows must hold. */
export interface OpenPage {
  readonly subject: PageSubject;
  /** Undefined stands for the first row. */
  readonly cursor: string | undefined;
  readonly text: string;
}

/** A page that was just opened. */
export function newPage(subject: PageSubject): OpenPage {
  return { subject, cursor: undefined, text: '' };
}

/** Stands for a number in the template of a reason. */
export const ANY_NUMBER = '#';

/**
 * Whole numbers, decimals and versions: whatever is made of digits with points or commas between them. Digits within a word
 * are a part of a name, as those of an advisory are.
 */
const NUMBERS = /(?<![\w-])\d+(?:[.,]\d+){0,50}(?![\w-])/g;

/** A reason with its numbers left open: `scorecard 3.7 is below 4.0` becomes `scorecard # is below #`. */
export function reasonTemplate(reason: string): Untrusted {
  return asUntrusted(reason.replace(NUMBERS, ANY_NUMBER));
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
