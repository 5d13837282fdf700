import { withoutBlanks } from '../../lib/text-cleaning.ts';
import { asTyped, type Sentence } from '../../lib/untrusted.ts';
import fuzzysort from 'fuzzysort';

import type { PaletteDialog } from '../../stores/view/dialog-states.ts';
import type { Stores } from '../../stores/stores.ts';
import { TABS, type Tab } from '../../stores/base/tab.ts';
import {
  closeDialog,
  isDangerous,
  notify,
  topDialog,
  updateDialog,
  type Command,
  type CommandContext,
} from '../base/command.ts';
import { CLOSES, dialogCommand, editedSince, pageOf, type DialogSpec } from '../base/dialog-spec.ts';
import { closenessOf } from './palette-match.ts';
import { PALETTE_SOURCES } from './palette-sources.ts';
import { runCommand } from '../base/run-command.ts';
import { activeScopes } from '../base/scopes.ts';
import { goToTab } from '../base/tabs.ts';

/** A command that the palette offers. */
export interface PaletteEntry {
  readonly command: Command;
  /** The tab to go to first; undefined where the command counts already. */
  readonly tab: Tab | undefined;
  /** Why it cannot be done now. */
  readonly reason: Sentence | undefined;
  /** The places of the letters in its title that were searched for. */
  readonly found: readonly number[];
}

/**
 * What the palette offers for a search: the commands of every pane, those of others with
 * the tab to go to, and what the sources find; the best match first, a command of that very name before all. What is only
 * similar is not offered (`palette-match.ts`). Without a search, those that were run last come first, then those of the
 * current place.
 */
export function findEntries(
  context: CommandContext,
  all: readonly Command[],
  search: string,
): readonly PaletteEntry[] {
  const { recentCommands } = context.stores.view.getState();
  const words = withoutBlanks(search);
  const entries = offered(context, all);
  const recency = ({ command }: PaletteEntry) => {
    const index = recentCommands.indexOf(command.id);
    return index < 0 ? recentCommands.length : index;
  };
  if (words === '') {
    return entries.toSorted((left, right) => recency(left) - recency(right));
  }
  const dynamic = PALETTE_SOURCES.flatMap((source) => source(context, words)).map((command) =>
    entryOf(context, command, undefined),
  );
  const keys = [titleOf, ({ command }: PaletteEntry) => command.id, subjectOf];
  return fuzzysort
    .go(words, [...entries, ...dynamic], {
      keys,
      limit: 0,
      scoreFn({ obj, score }) {
        const closeness = closenessOf(words, [titleOf(obj), obj.command.id], subjectOf(obj));
        // What is used often and what counts here goes before others that match about as well.
        return closeness === undefined
          ? 0
          : closeness +
              score / 2 +
              (titleOf(obj).toLowerCase().startsWith(words.toLowerCase()) ? 0.3 : 0) +
              (recentCommands.includes(obj.command.id) ? 0.1 : 0) +
              (obj.tab === undefined ? 0.05 : 0) -
              (obj.reason === undefined ? 0 : 0.05);
      },
    })
    .map(({ obj, 0: title }) => ({
      ...obj,
      found:
        title === undefined || title.score <= 0 || closenessOf(words, [titleOf(obj)]) === undefined
          ? []
          : [...title.indexes],
    }));
}

function titleOf({ command }: PaletteEntry): string {
  return command.title;
}

function subjectOf({ command }: PaletteEntry): string {
  return asTyped(command.subject ?? '');
}

/** The commands of the current place, then those of other panes. */
function offered(context: CommandContext, all: readonly Command[]): readonly PaletteEntry[] {
  const { pager, pages, tab } = context.stores.view.getState();
  const here = activeScopes({ dialogs: [], pager, pages, tab });
  const elsewhere = TABS.filter((other) => other !== tab).flatMap((other) =>
    activeScopes({ dialogs: [], pager, pages, tab: other })
      .slice(0, 1)
      .map((scope) => ({ scope, tab: other })),
  );
  return [...here.map((scope) => ({ scope, tab: undefined })), ...elsewhere].flatMap(
    ({ scope, tab: target }) =>
      all
        .filter((command) => command.scope === scope && command.id !== 'palette.open')
        .map((command) => entryOf(context, command, target)),
  );
}

function entryOf(context: CommandContext, command: Command, tab: Tab | undefined): PaletteEntry {
  const reason = context.stores.faults.guard<Sentence | undefined>(
    `asking whether "${command.title}" can be done`,
    () => command.disabledReason?.(context),
    () => 'It is unknown whether this can be done: a fault in vigil.',
  );
  return { command, tab, reason, found: [] };
}

/** So many commands are remembered as run last. */
const MOST_RECENT = 12;

/** Closes the palette and runs what was chosen in it, on the tab where it counts. */
export function runEntry(context: CommandContext, { command, tab }: PaletteEntry): Promise<void> | undefined {
  closeDialog(context);
  if (tab !== undefined) {
    goToTab(context, tab);
  }
  if (command.subject === undefined) {
    context.stores.view.setState(({ recentCommands }) => ({
      recentCommands: [command.id, ...recentCommands.filter((id) => id !== command.id)].slice(0, MOST_RECENT),
    }));
  }
  return runCommand(context, command);
}

/** Keeps the cursor of the palette on what it offers. */
export function limitPalette(context: CommandContext, last: number): void {
  const dialog = context.stores.view.getState().dialogs.at(-1);
  if (dialog?.kind === 'palette' && dialog.cursor > last) {
    updateDialog(context, 'palette', { cursor: Math.max(0, last) });
  }
}

/** Of the screen, so many rows do not belong to a page of the palette. */
const ROWS_AROUND = 8;

const offeredIn = new WeakMap<
  Stores,
  Pick<PaletteDialog, 'number' | 'search'> & { entries: readonly PaletteEntry[] }
>();

/** What the open palette offers. It stays until other words are typed: data that arrives puts no other entry under the cursor. */
export function offeredEntries(
  context: CommandContext,
  all: readonly Command[],
  { number, search }: PaletteDialog,
): readonly PaletteEntry[] {
  const known = offeredIn.get(context.stores);
  if (known !== undefined && known.number === number && known.search === search) {
    return known.entries;
  }
  const entries = findEntries(context, all, search);
  offeredIn.set(context.stores, { number, search, entries });
  return entries;
}

/** The entry under the cursor of the palette; undefined when nothing is found. */
function entryAtCursor(
  context: CommandContext,
  all: readonly Command[],
  dialog: PaletteDialog,
): PaletteEntry | undefined {
  const entries = offeredEntries(context, all, dialog);
  return entries[Math.min(dialog.cursor, entries.length - 1)];
}

function moving(
  all: () => readonly Command[],
  name: string,
  title: string,
  by: (page: number) => number,
): Command {
  return dialogCommand(
    'palette',
    name,
    title,
    (context, dialog) => {
      const last = offeredEntries(context, all(), dialog).length - 1;
      const cursor = Math.min(last, dialog.cursor + by(pageOf(context, ROWS_AROUND)));
      updateDialog(context, 'palette', { cursor: Math.max(0, cursor) });
    },
    { moves: true },
  );
}

/** What stands in the place of what a search found, when that is nothing. */
export const NO_COMMAND = 'There is no such command. Words of its title or id find one.';

/** The palette, which offers `all`: its own keys are among them. */
export const paletteDialog = (all: () => readonly Command[]): DialogSpec<PaletteDialog> => ({
  field: {
    edited: ({ edited }) => editedSince(edited),
    edit(context, { search }, edited) {
      const isSearched = edited.text !== search;
      updateDialog(context, 'palette', { edited, ...(isSearched && { search: edited.text, cursor: 0 }) });
    },
  },
  commands: [
    dialogCommand(
      'palette',
      'run',
      'Run the command under the cursor',
      (context, dialog) => {
        const entry = entryAtCursor(context, all(), dialog);
        return entry === undefined ? notify(context, 'Nothing was run.') : runEntry(context, entry);
      },
      {
        hint: 'run',
        dangerous(context) {
          const dialog = topDialog(context, 'palette');
          const entry = dialog && entryAtCursor(context, all(), dialog);
          return entry !== undefined && isDangerous(context, entry.command);
        },
      },
    ),
    moving(all, 'down', 'Next command', () => 1),
    moving(all, 'up', 'Previous command', () => -1),
    moving(all, 'page-down', 'A page down', (page) => page),
    moving(all, 'page-up', 'A page up', (page) => -page),
  ],
  close: CLOSES,
});
