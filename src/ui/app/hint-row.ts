import type { Command, CommandContext, Scope } from '../../commands/base/command.ts';
import { chordNames } from '../../commands/keys/chord-names.ts';
import { namedKeys } from '../../commands/keys/key-name.ts';
import { chordsWithin, commandsOfScope, keymapOf, type Keymap } from '../../commands/app/keymap-in-force.ts';
import { commandById } from '../../commands/app/registry.ts';
import { memoizeLast } from '../../stores/base/memoize-last.ts';
import { trusted, type Line } from '../widgets/line.ts';

/** A command that is hinted at, and the key that runs it. */
interface Hint {
  readonly command: Command;
  readonly key: string;
  /** What it does, in one or two words. */
  readonly does: string;
}

/** Commands whose keys stand together, with what the first of them does; an arrow for each that has one, as letters are known from the lists. */
const TOGETHER: readonly (readonly string[])[] = [
  ['choice.up', 'choice.down'],
  ['calendar.previous-month', 'calendar.next-month'],
  ['columns.earlier', 'columns.later'],
  ['event-range.left', 'event-range.right'],
  ['event-range.zoom-in', 'event-range.zoom-out'],
  ['event-range.page-earlier', 'event-range.page-later'],
];
const ARROWS: readonly string[] = ['up', 'down', 'left', 'right'];

/** What is done most often: to open what is under the cursor and to look for something; then what acts on a pane. */
const HINTED_FIRST: readonly string[] = [
  'overview.open',
  'events.open',
  'agents.open',
  'sessions.open',
  'llm.open',
  'policy.edit',
  'page.open',
  'list.filter',
  'agents.change-status',
  'policy.review',
  'pager.fold',
  'pager.outline',
  'pager.search',
];

/** What is needed once in a while, or done by other keys too. */
const HINTED_LAST: readonly string[] = [
  'events.show-all',
  'events.choose-outcomes',
  'events.choose-type',
  'events.choose-ecosystem',
  'events.toggle-unacknowledged',
  'events.choose-range',
  'calendar.previous-month',
  'calendar.end',
  'event-range.zoom-in',
  'event-range.page-earlier',
  'items.copy',
  'items.export',
  'pager.next-match',
  'pager.raw',
  'pager.wrap',
];

/** The commands to hint at in some scopes: those that are needed most, then those of the nearest scope first. */
function hintedCommands(scopes: readonly Scope[]): readonly Command[] {
  const hinted = scopes.flatMap((scope) => commandsOfScope(scope).filter(({ hint }) => hint !== undefined));
  const first = hinted.filter(({ id }) => HINTED_FIRST.includes(id));
  const last = hinted.filter(({ id }) => HINTED_LAST.includes(id));
  const others = hinted.filter((command) => !first.includes(command) && !last.includes(command));
  const inOrder = first.toSorted(
    (one, other) => HINTED_FIRST.indexOf(one.id) - HINTED_FIRST.indexOf(other.id),
  );
  return [...inOrder, ...others, ...last];
}

/** Draws the last row: keys and what they do, as many as fit; help and quit always do. */
export function createHintRow(context: CommandContext): (scopes: readonly Scope[], columns: number) => Line {
  const hintsIn = memoizeLast(
    (keymap: Keymap, ascii: boolean, ...scopes: readonly Scope[]): readonly Hint[] => [
      ...hintedCommands(scopes).flatMap((command) => {
        const together = TOGETHER.find(([first]) => first === command.id);
        const chords =
          together === undefined
            ? namedKeys(chordsWithin(scopes, command, keymap), 'escape')
            : together.flatMap((id) => {
                const all = keymap.chordsOf(commandById(id));
                return all.find((chord) => ARROWS.includes(chord)) ?? all.slice(0, 1);
              });
        return chords.length === 0
          ? []
          : [{ command, key: chordNames(chords, ascii), does: doneIn(scopes, command) }];
      }),
    ],
  );
  const fitting = memoizeLast(fittingHints);
  const line = memoizeLast((hints: readonly Hint[], ...isDisabled: readonly boolean[]): Line => [
    trusted(' '),
    ...hints.flatMap((hint, index) => hintLine(hint, isDisabled[index] === true)),
  ]);
  return (scopes, columns) => {
    const { stores } = context;
    const hints = fitting(hintsIn(keymapOf(stores), stores.view.getState().ascii, ...scopes), columns);
    return line(hints, ...hints.map(({ command }) => command.disabledReason?.(context) !== undefined));
  };
}

/** Over what lies on a pane, the key that quits goes back. */
function doneIn([nearest]: readonly Scope[], { id, hint = '' }: Command): string {
  return id === 'app.quit' && (nearest === 'page' || nearest === 'pager') ? 'back' : hint;
}

const ALWAYS_HINTED = ['help.open', 'pager.help', 'app.quit'];

function fittingHints(hinted: readonly Hint[], columns: number): readonly Hint[] {
  const always = hinted.filter(
    ({ command }) => command.closes === true || ALWAYS_HINTED.includes(command.id),
  );
  const rest = hinted.filter((hint) => !always.includes(hint));
  let room = columns - 1 - always.reduce((sum, hint) => sum + hintColumns(hint), 0);
  const shown = rest.filter((hint) => {
    const fits = hintColumns(hint) <= room;
    room -= fits ? hintColumns(hint) : 0;
    return fits;
  });
  return [...shown, ...always];
}

function hintLine({ key, does }: Hint, isDisabled: boolean): Line {
  return [trusted(key, isDisabled ? 'dim' : 'key'), trusted(` ${does}  `, isDisabled ? 'dim' : 'plain')];
}

function hintColumns({ key, does }: Hint): number {
  return key.length + does.length + 3;
}
