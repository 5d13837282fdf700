import { BEFORE_ALL_TIMES } from '../../lib/format-time.ts';
import {
  isSameSubject,
  newPage,
  type OpenPage,
  type PageSubject,
  openPageOf,
} from '../../stores/entity/page-subject.ts';
import type { PageRow } from '../../stores/entity/page-rows.ts';
import { historyOf, pageRowList, selectPage } from '../../stores/entity/select-page.ts';
import { selectedOnPage } from '../../stores/view/active-cursor.ts';
import type { Tab } from '../../stores/base/tab.ts';
import type { CommandContext } from './command.ts';
import { leaveFor, listOver, noteLastPlace } from './back-stack.ts';

function setPages({ stores: { view } }: CommandContext, pages: readonly OpenPage[]): void {
  const { tab, pages: all } = view.getState();
  view.setState({ pages: { ...all, [tab]: pages } });
}

/** Changes the page that is seen. */
export function updatePage(context: CommandContext, change: Partial<OpenPage>): void {
  const { tab, pages } = context.stores.view.getState();
  setPages(
    context,
    pages[tab].map((page, index) => (index === pages[tab].length - 1 ? { ...page, ...change } : page)),
  );
}

/** Lays a page over the active pane; one about the same that is open already comes back as it was left. */
export function openPage(context: CommandContext, subject: PageSubject): void {
  if (listOver(context) === undefined) {
    noteLastPlace(context);
    layPage(context, subject);
  } else {
    leaveFor(context, () => layPage(context, subject));
  }
}

function layPage(context: CommandContext, subject: PageSubject): void {
  const { tab, pages } = context.stores.view.getState();
  const known = pages[tab].findIndex((page) => isSameSubject(page.subject, subject));
  setPages(context, known === -1 ? [...pages[tab], newPage(subject)] : pages[tab].slice(0, known + 1));
  readForPage(context);
}

/** Goes back to the page below, or to the pane; false when no page is open. */
export function closePage(context: CommandContext): boolean {
  const { tab, pages } = context.stores.view.getState();
  if (openPageOf(context.stores.view.getState()) === undefined) {
    return false;
  }
  noteLastPlace(context);
  setPages(context, pages[tab].slice(0, -1));
  readForPage(context);
  return true;
}

/** Closes all pages that lie over a pane. */
export function uncover({ stores: { view } }: CommandContext, tab: Tab): void {
  view.setState(({ pages }) => ({ pages: { ...pages, [tab]: [] } }));
}

/** Asks for what the page needs beside what is kept fresh anyhow. */
export function readForPage(context: CommandContext): void {
  const { stores, sync, clock } = context;
  const contents = selectPage(stores, clock.now());
  if (contents === undefined) {
    return;
  }
  const { subject } = contents.page;
  const clientId = subject.kind === 'agent' ? (contents.agent?.client_id ?? subject.clientId) : undefined;
  if (clientId !== undefined) {
    sync.readMachineSessions(clientId);
  }
  const history = historyOf(subject);
  if (history !== undefined) {
    sync.readHistory({ filter: history, until: undefined, since: BEFORE_ALL_TIMES }, () =>
      isOpen(context, subject),
    );
  }
}

/** Whether the page over the active pane is about that. */
export function isOpen({ stores: { view } }: CommandContext, subject: PageSubject): boolean {
  const page = openPageOf(view.getState());
  return page !== undefined && isSameSubject(page.subject, subject);
}

/** Clears the words of the open page; false when there are none. */
export function clearPageWords(context: CommandContext): boolean {
  const page = openPageOf(context.stores.view.getState());
  if (page === undefined || page.text === '') {
    return false;
  }
  updatePage(context, { text: '' });
  return true;
}

/** The row under the cursor of the open page. */
export function selectedPageRow({ stores, clock }: CommandContext): PageRow | undefined {
  const contents = selectPage(stores, clock.now());
  return contents?.selectable[selectedOnPage(stores, pageRowList(contents))];
}
