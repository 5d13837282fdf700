import type { CommandContext, Scope } from '../../../commands/command.ts';
import { chordNames, chordsOf, commandsOfScope } from '../../../commands/keymap.ts';
import { activeScopes } from '../../../commands/scopes.ts';
import { TAB_TITLES } from '../../../commands/shell.ts';
import type { Tab } from '../../../stores/view-store.ts';
import { foreign, own, type Line } from '../../widgets/line.ts';

const SCOPE_TITLES: Readonly<Partial<Record<Scope, string>>> = {
  global: 'Everywhere',
  list: 'Lists',
  page: 'Page',
  pager: 'Transcript',
};

/** Help on the keys that count where the user is, made from the keymap; what cannot be done now says why. */
export function helpLines(context: CommandContext): readonly Line[] {
  const { tab, pager, pages, ascii } = context.stores.view.getState();
  return activeScopes({ dialogs: [], tab, pager, pages }).flatMap((scope): readonly Line[] => {
    const commands = commandsOfScope(scope).filter((command) => chordsOf(command).length > 0);
    if (commands.length === 0) {
      return [];
    }
    return [
      [own(` ${SCOPE_TITLES[scope] ?? TAB_TITLES[scope as Tab]}`, 'heading')],
      ...commands.map((command): Line => {
        const reason = command.disabledReason?.(context);
        return [
          own(`   ${chordNames(command, ascii).join('  ').padEnd(16)} `, 'key'),
          own(command.title, reason === undefined ? 'plain' : 'dim'),
          ...(reason === undefined ? [] : [own('  '), ...foreign(reason, { style: 'dim', ascii })]),
        ];
      }),
      [],
    ];
  });
}
