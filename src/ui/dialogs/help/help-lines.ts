import { noteHelpMatches, noteHelpTopics, openHelp } from '../../../commands/app/help.ts';
import type { CommandContext } from '../../../commands/base/command.ts';
import type { HelpDialog } from '../../../stores/view/dialog-states.ts';
import type { Theme } from '../../theme.ts';
import { foreign, lineColumns, own, wrapped, type Line } from '../../widgets/line.ts';
import { withMatches } from '../../widgets/matches.ts';
import type { HelpRow } from './help-row.ts';
import { helpMatches, helpRows, helpTopics } from './help-rows.ts';

const KEY_COLUMNS = 17;

/** The help as lines, its sentences wrapped to the width, and what is searched for marked in them. */
export function helpLines(
  context: CommandContext,
  { search, topic }: HelpDialog,
  columns: number,
  theme: Theme,
): readonly Line[] {
  const rows = helpRows(context, theme, topic);
  if (topic !== undefined) {
    noteHelpTopics(context, helpTopics(context, theme));
  }
  const drawn = rows.map((row) => rowLines(row, columns - 1, theme));
  const isMatch = new Set(helpMatches(rows, search));
  let lines = 0;
  const firstLines = drawn.map(({ length }) => (lines += length) - length);
  noteHelpMatches(
    context,
    firstLines.filter((_, row) => isMatch.has(row)),
  );
  // Noting what was found may have gone to the first of it.
  const { current } = openHelp(context) ?? {};
  return drawn.flatMap((parts, row) =>
    parts.map((line, part) => {
      const isCurrent = part === 0 && firstLines[row] === current;
      const mark = isCurrent ? own(theme.glyph('gutter'), 'accent') : own(' ');
      return [mark, ...(isMatch.has(row) ? withMatches(line, search) : line)];
    }),
  );
}

function rowLines(
  { heading, keys, text = '', reason }: HelpRow,
  columns: number,
  { ascii }: Theme,
): readonly Line[] {
  if (heading !== undefined) {
    return [[own(heading, 'heading')]];
  }
  if (keys === undefined) {
    return [[]];
  }
  const start = own(`  ${keys.padEnd(KEY_COLUMNS)} `, 'key');
  const indent = lineColumns([start]);
  const meaning: Line = [
    own(text, reason === undefined ? 'plain' : 'dim'),
    ...(reason === undefined ? [] : [own('  '), ...foreign(reason, { style: 'dim', ascii })]),
  ];
  return wrapped(meaning, columns - indent).map((line, part) => [
    part === 0 ? start : own(' '.repeat(indent)),
    ...line,
  ]);
}
