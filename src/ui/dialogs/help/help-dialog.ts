import { noteHelpMatches, noteHelpTopics } from '../../../commands/app/help.ts';
import type { HelpDialog } from '../../../stores/view/dialog-states.ts';
import type { Theme } from '../../theme.ts';
import { foreign, own, type Line } from '../../widgets/line.ts';
import { wholeBody, type PaintedView } from '../base/dialog-view.ts';
import { paintScrolled } from '../base/scrolled-lines.ts';
import { helpLines } from './help-lines.ts';

/** The help, and what is searched for in it. */
export const helpView: PaintedView<HelpDialog> = {
  drawnAs: 'lines',
  speech: { as: 'lines' },
  height: wholeBody,
  staysUnderField: true,
  paint(dialog, { commands, theme }, size) {
    const { lines, found, topics } = helpLines(commands, dialog, size.columns, theme);
    const title = [own('Help', 'heading'), ...searchLines(found, theme)];
    return {
      ...paintScrolled(
        'help',
        { title, lines: lines.map((line) => () => line), top: found.top },
        theme,
        size,
      ),
      noteSeen() {
        noteHelpMatches(commands, found.matches);
        noteHelpTopics(commands, topics);
      },
    };
  },
};

/** What is searched for, and in how many rows it was found. */
function searchLines({ search, matches }: HelpDialog, { ascii, keyOf }: Theme): Line {
  return search === ''
    ? [own(` · ${keyOf('help.search')} searches`, 'dim')]
    : [
        own(` · ${keyOf('help.search')} `),
        ...foreign(search, { style: 'accent', ascii }),
        own(
          matches.length === 0
            ? ' is nowhere in it'
            : ` in ${matches.length} rows, ${keyOf('help.next-match')} and ${keyOf('help.previous-match')} go through them`,
          'dim',
        ),
      ];
}
