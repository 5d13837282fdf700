import type { CommandContext, Scope } from '../../../commands/command.ts';
import { chordNames } from '../../../commands/chord-names.ts';
import { chordsWithin, commandsOfScope, keymapOf } from '../../../commands/keymap-in-force.ts';
import { queryForms } from '../../../commands/query-help.ts';
import { commandById } from '../../../commands/registry.ts';
import { activeScopes } from '../../../commands/scopes.ts';
import { TAB_TITLES } from '../../../commands/shell.ts';
import type { Tab } from '../../../stores/view-store.ts';
import type { Theme } from '../../theme.ts';
import { eventSigns } from './event-signs.ts';
import type { HelpRow } from './help-row.ts';

const SCOPE_TITLES: Readonly<Partial<Record<Scope, string>>> = {
  global: 'Everywhere',
  list: 'Lists',
  page: 'Page',
  pager: 'Transcript',
};

/**
 * The help on where the user is, the nearest keys first, as they are bound now; what cannot be done says why. Behind
 * them stand the words of the typed filter and the signs that are not explained where they stand.
 */
export function helpRows(context: CommandContext, theme: Theme): readonly HelpRow[] {
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
  const answers: readonly HelpRow[] = [
    { heading: 'Before a change' },
    {
      keys: chordNames(keymap.chordsOf(commandById('confirm.yes')), ascii),
      text: 'says yes to the question, which Enter never does. Press it once and by itself, after reading: 0.4 s after the question opened and 0.25 s after any other key. Sooner, held down or together with other keys it is ignored.',
    },
    {},
  ];
  const signs = tab === 'events' && scopes.includes('list') ? eventSigns(theme) : [];
  return [...sections.flat(), ...answers, ...query, ...signs];
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
