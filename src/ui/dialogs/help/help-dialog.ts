import { noteHelpMatches, noteHelpTopics, atMatches } from '../../../commands/app/help.ts';
import type { HelpDialog } from '../../../stores/view/dialog-states.ts';
import type { Theme } from '../../theme.ts';
import { untrusted, trusted, type Line, lineColumns, wrapped } from '../../widgets/line.ts';
import { wholeBody, type PaintedView } from '../base/dialog-view.ts';
import { columnsBeside, paintScrolled } from '../base/scrolled-lines.ts';
import type { CommandContext } from '../../../commands/base/command.ts';
import { withMatches } from '../../widgets/matches.ts';
import { helpMatches, helpRows, helpTopics, type HelpRow } from './help-rows.ts';

/** So many columns a part of the help has at the least where several stand beside each other. */
const LEAST_BESIDE = 66;

/** The help, and what is searched for in it. */
export const helpView: PaintedView<HelpDialog> = {
  drawnAs: 'lines',
  speech: { as: 'lines' },
  height: wholeBody,
  staysUnderField: true,
  paint(dialog, { commands, theme }, size) {
    const beside = theme.sideBySide ? Math.max(1, Math.floor(size.columns / LEAST_BESIDE)) : 1;
    const { lines, found, topics } = helpLines(commands, dialog, columnsBeside(size.columns, beside), theme);
    const title = [trusted('Help', 'heading'), ...searchLines(found, theme)];
    return {
      ...paintScrolled(
        'help',
        { title, lines: lines.map((line) => () => line), top: found.top, beside },
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
function searchLines({ search, matches }: HelpDialog, { ascii, keyOf, sideBySide }: Theme): Line {
  return search === ''
    ? // Whoever hears it does not see the row of hints.
      [trusted(sideBySide ? '' : ` · ${keyOf('help.search')} searches`, 'dim')]
    : [
        trusted(` · ${keyOf('help.search')} `),
        ...untrusted(search, { style: 'accent', ascii }),
        trusted(
          matches.length === 0
            ? ' is nowhere in it'
            : ` in ${matches.length} rows, ${keyOf('help.next-match')} and ${keyOf('help.previous-match')} go through them`,
          'dim',
        ),
      ];
}

const KEY_COLUMNS = 17;

/** The help as lines, and the dialog at what is found in it. */
interface HelpPicture {
  readonly lines: readonly Line[];
  readonly found: HelpDialog;
  /** The parts that it has, where they are shown one by one. */
  readonly topics: readonly string[] | undefined;
}

/** The help as lines, its sentences wrapped to the width, and what is searched for marked in them. */
function helpLines(context: CommandContext, dialog: HelpDialog, columns: number, theme: Theme): HelpPicture {
  const { search, topic } = dialog;
  const rows = helpRows(context, theme, topic);
  const drawn = rows.map((row) => rowLines(row, columns - 1, theme));
  const isMatch = new Set(helpMatches(rows, search));
  let lines = 0;
  const firstLines = drawn.map(({ length }) => (lines += length) - length);
  const found = atMatches(
    dialog,
    firstLines.filter((_, row) => isMatch.has(row)),
  );
  return {
    lines: drawn.flatMap((parts, row) =>
      parts.map((line, part) => {
        const isCurrent = part === 0 && firstLines[row] === found.current;
        const mark = isCurrent ? trusted(theme.glyph('gutter'), 'accent') : trusted(' ');
        return [mark, ...(isMatch.has(row) ? withMatches(line, search) : line)];
      }),
    ),
    found,
    topics: topic === undefined ? undefined : helpTopics(context, theme),
  };
}

function rowLines(
  { heading, keys, text = '', reason }: HelpRow,
  columns: number,
  { ascii }: Theme,
): readonly Line[] {
  if (heading !== undefined) {
    return [[trusted(heading, 'heading')]];
  }
  if (keys === undefined) {
    return [[]];
  }
  const start = trusted(`  ${keys.padEnd(KEY_COLUMNS)} `, 'key');
  const indent = lineColumns([start]);
  const meaning: Line = [
    trusted(text, reason === undefined ? 'plain' : 'dim'),
    ...(reason === undefined ? [] : [trusted('  '), ...untrusted(reason, { style: 'dim', ascii })]),
  ];
  return wrapped(meaning, columns - indent).map((line, part) => [
    part === 0 ? start : trusted(' '.repeat(indent)),
    ...line,
  ]);
}
