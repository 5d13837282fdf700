import type { CommandContext, Scope } from '../../../commands/command.ts';
import { chordNames } from '../../../commands/chord-names.ts';
import { chordsWithin, commandsOfScope, keymapOf } from '../../../commands/keymap-in-force.ts';
import { queryForms } from '../../../commands/query-help.ts';
import { activeScopes } from '../../../commands/scopes.ts';
import { TAB_TITLES } from '../../../commands/shell.ts';
import type { Tab } from '../../../stores/view-store.ts';

/** A row of the help: a heading, a blank one, or a key or word with what it means. */
export interface HelpRow {
  readonly heading?: string;
  /** The keys or the word. */
  readonly keys?: string;
  readonly text?: string;
  /** Why it cannot be done now. */
  readonly reason?: string | undefined;
}

const SCOPE_TITLES: Readonly<Partial<Record<Scope, string>>> = {
  global: 'Everywhere',
  list: 'Lists',
  page: 'Page',
  pager: 'Transcript',
};

/**
 * The help on where the user is, the nearest keys first, as they are bound now; what cannot be done says why. Behind
 * them stand the words of the typed filter.
 */
export function helpRows(context: CommandContext): readonly HelpRow[] {
  const { stores } = context;
  const { tab, pager, pages, ascii } = stores.view.getState();
  const keymap = keymapOf(stores);
  const scopes = activeScopes({ dialogs: [], tab, pager, pages });
  const sections = scopes.map((scope): readonly HelpRow[] => {
    const rows = commandsOfScope(scope).flatMap((command): readonly HelpRow[] => {
      const chords = chordsWithin(scopes, command, keymap);
      return chords.length === 0
        ? []
        : [
            {
              keys: chordNames(chords, ascii),
              text: command.title,
              reason: command.disabledReason?.(context),
            },
          ];
    });
    return rows.length === 0
      ? []
      : [{ heading: SCOPE_TITLES[scope] ?? TAB_TITLES[scope as Tab] }, ...rows, {}];
  });
  const query: readonly HelpRow[] =
    tab !== 'overview' && scopes.includes('list')
      ? [
          { heading: 'What can be typed into the filter' },
          ...queryForms(tab).map(({ form, meaning }) => ({ keys: form, text: meaning })),
          {},
        ]
      : [];
  return [...sections.flat(), ...query];
}

/** The places of the rows in which a text occurs, whatever its case. */
export function helpMatches(rows: readonly HelpRow[], search: string): readonly number[] {
  const wanted = search.toLowerCase();
  return wanted === ''
    ? []
    : rows.flatMap(({ heading = '', keys = '', text = '', reason = '' }, index) =>
        [heading, keys, text, reason].some((part) => part.toLowerCase().includes(wanted)) ? [index] : [],
      );
}
