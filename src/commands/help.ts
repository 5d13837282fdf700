import type { HelpDialog } from '../stores/dialog.ts';
import { notify, openDialog, type Command, type CommandContext } from './command.ts';

/** The help that is open, whatever lies over it. */
export function openHelp({ stores }: CommandContext): HelpDialog | undefined {
  return stores.view.getState().dialogs.find((dialog) => dialog.kind === 'help');
}

function updateHelp({ stores: { view } }: CommandContext, change: Partial<HelpDialog>): void {
  view.setState(({ dialogs }) => ({
    dialogs: dialogs.map((dialog) => (dialog.kind === 'help' ? { ...dialog, ...change } : dialog)),
  }));
}

/** Rows above a match that is gone to. */
const ABOVE = 3;

/** Goes to the next row that holds what is searched for, around the end. */
function goToMatch(context: CommandContext, direction: 1 | -1): void {
  const help = openHelp(context);
  if (help === undefined) {
    return;
  }
  const { search, matches, current, top } = help;
  if (search === '') {
    notify(context, 'Nothing was searched for yet: / searches.');
    return;
  }
  const from = current ?? top - direction;
  const next =
    direction === 1
      ? (matches.find((row) => row > from) ?? matches[0])
      : (matches.findLast((row) => row < from) ?? matches.at(-1));
  if (next !== undefined) {
    updateHelp(context, { current: next, top: Math.max(0, next - ABOVE) });
  }
}

/** Notes the rows in which what is searched for occurs; while it is typed, the help goes to the first of them. */
export function noteHelpMatches(context: CommandContext, matches: readonly number[]): void {
  const help = openHelp(context);
  if (help === undefined || sameNumbers(help.matches, matches)) {
    return;
  }
  const [first] = matches;
  updateHelp(context, {
    matches,
    current: first,
    ...(first === undefined ? {} : { top: Math.max(0, first - ABOVE) }),
  });
}

function sameNumbers(left: readonly number[], right: readonly number[]): boolean {
  return left.length === right.length && left.every((value, index) => value === right[index]);
}

/** Searching in the help. */
export const helpCommands: readonly Command[] = [
  {
    id: 'help.search',
    title: 'Search in the help',
    hint: 'search',
    scope: 'help',
    opensField: true,
    run(context) {
      const before = openHelp(context)?.search ?? '';
      openDialog(context, {
        kind: 'text',
        title: 'Search in the help',
        lines: [],
        label: '/',
        initial: before,
        enterDoes: 'stays at what was found',
        findProblem: () => undefined,
        onChange: (search) => updateHelp(context, { search }),
        onCancel: () => updateHelp(context, { search: before }),
        submit: (search) => updateHelp(context, { search }),
        dangerous: false,
      });
    },
  },
  {
    id: 'help.next-match',
    title: 'Next match',
    hint: 'next',
    scope: 'help',
    moves: true,
    run: (context) => goToMatch(context, 1),
  },
  {
    id: 'help.previous-match',
    title: 'Previous match',
    scope: 'help',
    moves: true,
    run: (context) => goToMatch(context, -1),
  },
];
