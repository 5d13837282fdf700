import { findMatches, selectTranscriptLayout, type TranscriptLayout } from '../stores/transcript-layout.ts';
import type { PagerView } from '../stores/view-store.ts';
import { notify, openDialog, type Command, type CommandContext } from './command.ts';

interface OpenPager {
  readonly pager: PagerView;
  readonly layout: TranscriptLayout;
  readonly page: number;
}

function openPager({ stores }: CommandContext): OpenPager | undefined {
  const { pager, pageSize } = stores.view.getState();
  const layout = selectTranscriptLayout(stores);
  return pager === undefined || layout === undefined
    ? undefined
    : { pager, layout, page: Math.max(1, pageSize) };
}

function update({ stores }: CommandContext, change: Partial<PagerView>): void {
  const { pager } = stores.view.getState();
  if (pager !== undefined) {
    stores.view.setState({ pager: { ...pager, ...change } });
  }
}

function scrollTo(context: CommandContext, { layout, page }: OpenPager, line: number): void {
  update(context, { top: Math.max(0, Math.min(line, layout.lines.length - page)) });
}

/** A command that moves the text so that the line it names is at the top. */
function scrolling(id: string, title: string, target: (open: OpenPager) => number | undefined): Command {
  return {
    id: `pager.${id}`,
    title,
    scope: 'pager',
    moves: true,
    run(context) {
      const open = openPager(context);
      const line = open === undefined ? undefined : target(open);
      if (open !== undefined && line !== undefined) {
        scrollTo(context, open, line);
      }
    },
  };
}

/** A command that lays the text out anew and keeps the message at the top where it is. */
function relaying(
  id: string,
  title: string,
  change: (pager: PagerView) => Partial<PagerView>,
  hint?: string,
): Command {
  return {
    id: `pager.${id}`,
    title,
    scope: 'pager',
    ...(hint === undefined ? {} : { hint }),
    run(context) {
      const before = openPager(context);
      if (before === undefined) {
        return;
      }
      const message = before.layout.lines[before.pager.top]?.message ?? 0;
      // The line of the last match is another one in the new layout.
      update(context, { ...change(before.pager), current: undefined });
      const after = openPager(context);
      const line = after?.layout.lines.findIndex((candidate) => candidate.message >= message) ?? -1;
      if (after !== undefined) {
        scrollTo(context, after, Math.max(0, line));
      }
    },
  };
}

const next = (starts: readonly number[], top: number) => starts.find((line) => line > top);
const previous = (starts: readonly number[], top: number) => starts.findLast((line) => line < top);

function jumpToMatch(context: CommandContext, direction: 1 | -1, from?: number): void {
  const open = openPager(context);
  if (open === undefined) {
    return;
  }
  if (open.pager.search === '') {
    notify(context, 'Nothing was searched for yet: / searches.');
    return;
  }
  const matches = findMatches(open.layout, open.pager.search);
  const top = from ?? open.pager.current ?? open.pager.top - (direction === 1 ? 1 : 0);
  const found =
    direction === 1 ? (next(matches, top) ?? matches[0]) : (previous(matches, top) ?? matches.at(-1));
  if (found === undefined) {
    notify(context, `"${open.pager.search}" does not occur in what is shown.`, 'bad');
    return;
  }
  update(context, { current: found });
  scrollTo(context, open, found - Math.floor(open.page / 3));
  notify(context, `Match ${matches.indexOf(found) + 1} of ${matches.length}`);
}

const TOOLS = { off: 'short', short: 'full', full: 'off' } as const;

/** Reading a transcript, with the habits of less. */
export const pagerCommands: readonly Command[] = [
  scrolling('line-down', 'A line down', ({ pager }) => pager.top + 1),
  scrolling('line-up', 'A line up', ({ pager }) => pager.top - 1),
  scrolling('page-down', 'A page down', ({ pager, page }) => pager.top + page),
  scrolling('page-up', 'A page up', ({ pager, page }) => pager.top - page),
  scrolling('half-down', 'Half a page down', ({ pager, page }) => pager.top + Math.ceil(page / 2)),
  scrolling('half-up', 'Half a page up', ({ pager, page }) => pager.top - Math.ceil(page / 2)),
  scrolling('start', 'To the beginning', () => 0),
  scrolling('end', 'To the end', ({ layout }) => layout.lines.length),
  scrolling('next-prompt', 'Next prompt of the user', ({ pager, layout }) =>
    next(layout.promptStarts, pager.top),
  ),
  scrolling('previous-prompt', 'Previous prompt of the user', ({ pager, layout }) =>
    previous(layout.promptStarts, pager.top),
  ),
  scrolling('next-message', 'Next message', ({ pager, layout }) => next(layout.messageStarts, pager.top)),
  scrolling('previous-message', 'Previous message', ({ pager, layout }) =>
    previous(layout.messageStarts, pager.top),
  ),
  {
    id: 'pager.percent',
    title: 'Go to a place in percent',
    scope: 'pager',
    run(context) {
      const findProblem = (text: string) =>
        /^\d{1,3}$/.test(text) && Number(text) <= 100 ? undefined : 'Type a number from 0 to 100.';
      openDialog(context, {
        kind: 'text',
        title: 'Go to percent',
        lines: [],
        label: '%',
        initial: '',
        enterDoes: 'goes there',
        findProblem,
        submit(text) {
          const open = openPager(context);
          if (open !== undefined) {
            scrollTo(context, open, Math.floor((open.layout.lines.length * Number(text)) / 100));
          }
        },
        dangerous: false,
      });
    },
  },
  {
    id: 'pager.search',
    title: 'Search in the transcript',
    hint: 'search',
    scope: 'pager',
    run(context) {
      openDialog(context, {
        kind: 'text',
        title: 'Search',
        lines: [],
        label: '/',
        initial: '',
        enterDoes: 'goes to the next match',
        findProblem: () => undefined,
        submit(search) {
          if (search !== '') {
            update(context, { search, current: undefined });
          }
          jumpToMatch(context, 1);
        },
        dangerous: false,
      });
    },
  },
  {
    id: 'pager.next-match',
    title: 'Next match',
    hint: 'next',
    scope: 'pager',
    moves: true,
    run: (context) => jumpToMatch(context, 1),
  },
  {
    id: 'pager.previous-match',
    title: 'Previous match',
    scope: 'pager',
    moves: true,
    run: (context) => jumpToMatch(context, -1),
  },
  relaying('tools', 'Tool calls off, short or in full', ({ tools }) => ({ tools: TOOLS[tools] }), 'tools'),
  relaying('raw', 'Messages as JSON, or as text again', ({ raw }) => ({ raw: !raw }), 'raw'),
  relaying('wrap', 'Wrap long lines, or cut them', ({ wrap }) => ({ wrap: !wrap, column: 0 }), 'wrap'),
  {
    id: 'pager.right',
    title: 'Look further to the right',
    scope: 'pager',
    moves: true,
    run: (context) => {
      const pager = context.stores.view.getState().pager;
      update(context, pager?.wrap === false ? { column: pager.column + 20 } : {});
    },
  },
  {
    id: 'pager.left',
    title: 'Look further to the left',
    scope: 'pager',
    moves: true,
    run: (context) => {
      update(context, { column: Math.max(0, (context.stores.view.getState().pager?.column ?? 0) - 20) });
    },
  },
];
