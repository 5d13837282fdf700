import { keyNameOf } from '../keys/key-name.ts';
import type { HelpDialog } from '../../stores/view/dialog-states.ts';
import { notify, openDialog, openMenu, type Command, type CommandContext } from '../base/command.ts';

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
    notify(context, `Nothing was searched for yet: ${keyNameOf(context.stores, 'help.search')} searches.`);
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

/** Notes which parts the help has, for where they are shown one by one. */
export function noteHelpTopics(context: CommandContext, topics: readonly string[] | undefined): void {
  const help = openHelp(context);
  if (topics !== undefined && help?.topic !== undefined && help.topics?.join('\n') !== topics.join('\n')) {
    updateHelp(context, { topics });
  }
}

/** The help at the rows in which what is searched for occurs: it goes to the first of them when they are others than before. */
export function atMatches(help: HelpDialog, matches: readonly number[]): HelpDialog {
  if (sameNumbers(help.matches, matches)) {
    return help;
  }
  const [first] = matches;
  return {
    ...help,
    matches,
    current: first,
    ...(first === undefined ? {} : { top: Math.max(0, first - ABOVE) }),
  };
}

/** Notes the rows in which what is searched for occurs; while it is typed, the help goes to the first of them. */
export function noteHelpMatches(context: CommandContext, matches: readonly number[]): void {
  const help = openHelp(context);
  const found = help && atMatches(help, matches);
  if (found !== undefined && found !== help) {
    updateHelp(context, found);
  }
}

function sameNumbers(left: readonly number[], right: readonly number[]): boolean {
  return left.length === right.length && left.every((value, index) => value === right[index]);
}

/** The part of the help that is said first: the most needed keys of where one is. */
export const SHORT_HELP = 'The most needed keys';

/** Searching in the help, and its parts one by one where it is read aloud. */
export const helpCommands: readonly Command[] = [
  {
    id: 'help.topics',
    title: 'The help by topic',
    scope: 'help',
    disabledReason: (context) =>
      openHelp(context)?.topics === undefined ? 'All of the help is here already.' : undefined,
    run(context) {
      const { topics = [], topic } = openHelp(context) ?? {};
      openMenu(context, {
        title: 'Help on what?',
        choices: topics.map((each) => ({ label: each, value: each })),
        initial: topic,
        choose: (value) => updateHelp(context, { topic: value, top: 0 }),
      });
    },
  },
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
