import { noteHelpMatches, openHelp } from '../../../commands/help.ts';
import type { CommandContext } from '../../../commands/command.ts';
import type { HelpDialog } from '../../../stores/dialog.ts';
import type { Theme } from '../../theme.ts';
import { foreign, own, type Line } from '../../widgets/line.ts';
import { withMatches } from '../../widgets/matches.ts';
import { helpMatches, helpRows, type HelpRow } from './help-rows.ts';

const KEY_COLUMNS = 17;

/** The help as lines, what is searched for marked in them. */
export function helpLines(context: CommandContext, { search }: HelpDialog, theme: Theme): readonly Line[] {
  const rows = helpRows(context);
  const matches = helpMatches(rows, search);
  noteHelpMatches(context, matches);
  // Noting what was found may have gone to the first of it.
  const { current } = openHelp(context) ?? {};
  const isMatch = new Set(matches);
  return rows.map((row, index) => {
    const line = rowLine(row, theme);
    const mark = index === current ? own(theme.glyph('gutter'), 'accent') : own(' ');
    return [mark, ...(isMatch.has(index) ? withMatches(line, search) : line)];
  });
}

function rowLine({ heading, keys, text = '', reason }: HelpRow, { ascii }: Theme): Line {
  if (heading !== undefined) {
    return [own(heading, 'heading')];
  }
  return keys === undefined
    ? []
    : [
        own(`  ${keys.padEnd(KEY_COLUMNS)} `, 'key'),
        own(text, reason === undefined ? 'plain' : 'dim'),
        ...(reason === undefined ? [] : [own('  '), ...foreign(reason, { style: 'dim', ascii })]),
      ];
}
