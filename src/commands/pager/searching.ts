import { keyNameOf } from '../keys/key-name.ts';
import { PatternError } from '../../lib/line-pattern/pattern-syntax.ts';
import { createFinder, problemOfTyped, readSought } from '../../lib/text-finder.ts';
import { soughtBy, type Match, type PagerView } from '../../stores/transcript/pager-view.ts';
import { selectPager, type OpenPager } from '../../stores/transcript/select-pager.ts';
import { notify, openDialog, type Command, type CommandContext } from '../base/command.ts';
import { onTranscript, updatePager } from './position.ts';

type Asked = Pick<PagerView, 'search' | 'searchKind'>;

function askedIn({ pager: { search, searchKind } }: OpenPager): Asked {
  return { search, searchKind };
}

function askedBy(typed: string): Asked | undefined {
  const sought = readSought(typed);
  return sought instanceof PatternError ? undefined : { search: typed, searchKind: sought.kind };
}

function isSameSearch(left: Asked, right: Asked): boolean {
  return left.search === right.search && left.searchKind === right.searchKind;
}

/** Goes to the next match in a direction, or waits for it while it is looked for. */
function jump(context: CommandContext, open: OpenPager, asked: Asked, direction: 1 | -1): void {
  const { top, pager, match } = open;
  const last = match ?? pager.lastMatch;
  const isOnScreen =
    isSameSearch(asked, pager) && open.page.some(({ place }) => place.message === last?.message);
  const from = last !== undefined && isOnScreen ? last : beforeTop(open, asked, direction);
  updatePager(context, {
    top: { kind: 'match', direction, from, before: top },
    cursor: open.cursor,
    lastMatch: undefined,
    folds: pager.folds,
  });
}

/** Where a search begins that goes to what is on the screen first: before the first match behind the top, or behind it. */
function beforeTop({ text, top }: OpenPager, asked: Asked, direction: 1 | -1): Match {
  const finder = createFinder(soughtBy(asked));
  const { lines, texts } = text.layout(top.message);
  const line = lines[top.line];
  let before = 0;
  for (const [source, written] of texts.entries()) {
    for (const { start } of finder?.find(written) ?? []) {
      const isBefore =
        line !== undefined && (source < line.source || (source === line.source && start < line.start));
      before += isBefore ? 1 : 0;
    }
  }
  return { message: top.message, occurrence: direction === 1 ? before - 1 : before };
}

function searching(id: string, title: string, label: '/' | '?', direction: 1 | -1, hint?: string): Command {
  return onTranscript(
    { id, title, opensField: true, ...(hint === undefined ? {} : { hint }) },
    (context, open) =>
      openDialog(context, {
        kind: 'text',
        title: direction === 1 ? 'Search' : 'Search backwards',
        lines: [],
        label,
        initial: '',
        enterDoes:
          open.pager.search === '' ? 'goes to the first match' : 'goes there; nothing typed: the same again',
        findProblem: problemOfTyped,
        submit(typed) {
          const now = selectPager(context.stores);
          const asked = typed === '' ? askedIn(open) : askedBy(typed);
          if (now === undefined || asked === undefined || asked.search === '') {
            return;
          }
          jump(context, now, asked, direction);
          updatePager(context, { ...asked, searchDirection: direction, searchFrom: now.top.message });
        },
        dangerous: false,
      }),
  );
}

function repeating(id: string, title: string, sign: 1 | -1, hint?: string): Command {
  return onTranscript(
    { id, title, moves: true, ...(hint === undefined ? {} : { hint }) },
    (context, open) => {
      const { search, searchDirection } = open.pager;
      if (search === '') {
        notify(
          context,
          `Nothing was searched for yet: ${keyNameOf(context.stores, 'pager.search')} searches.`,
        );
      } else {
        jump(context, open, askedIn(open), searchDirection === sign ? 1 : -1);
      }
    },
  );
}

/** Searching in a transcript, with the habits of less. */
export const searchingCommands: readonly Command[] = [
  searching('search', 'Search forwards; capitals count when there are any', '/', 1, 'search'),
  searching('search-back', 'Search backwards', '?', -1),
  repeating('next-match', 'Next match', 1, 'next'),
  repeating('previous-match', 'Previous match', -1),
];
